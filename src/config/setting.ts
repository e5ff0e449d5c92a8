// What a setting is: its schema, default and descriptions, how it is read from text, and what a project's file may do to it.
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { expandHome } from "../system/home-path.ts";

/** The folder that a relative path in a text starts from; null: there is none, so a relative path is refused. */
export type PathBase = string | null;

/** The result of combining a project's value with the user's: the value in force, and what was refused ("" for nothing). */
export interface Tightened<Value> {
  readonly value: Value;
  readonly refused: string;
}

export interface Tightening<Value> {
  /** How the two values are combined, for the documentation. */
  readonly rule: string;
  apply(user: Value, project: Value): Tightened<Value>;
}

export interface Setting<Value> {
  readonly doc: string;
  /** Validates a value of JSON. */
  readonly schema: z.ZodType<Value>;
  readonly default: Value;
  /** The default in words if it differs between machines; "" if the value says it. */
  readonly defaultDoc: string;
  /** The name of a flag's value in the help: `N`, `FOLDER`, `on|off`. */
  readonly placeholder: string;
  /** True for a list or table: its flag may be repeated. */
  readonly repeats: boolean;
  /** Converts one text (an environment variable, a flag) to what `schema` validates. */
  fromText(text: string): unknown;
  /** Makes a validated value independent of the working folder; throws a sentence if it cannot. */
  settle(value: Value, base: PathBase): Value;
  /** Null: a project's file cannot change it. */
  readonly project: Tightening<Value> | null;
}

interface Words<Value> {
  readonly doc: string;
  readonly default: Value;
  readonly defaultDoc?: string;
  readonly project?: Tightening<Value>;
}

type Form<Value> = Pick<Setting<Value>, "schema" | "placeholder" | "fromText"> & Partial<Setting<Value>>;

function define<Value>(words: Words<Value>, form: Form<Value>): Setting<Value> {
  const { doc, default: value, defaultDoc = "", project = null } = words;
  return { doc, default: value, defaultDoc, project, repeats: false, settle: (settled) => settled, ...form };
}

const SWITCH_WORDS = new Map([
  ["on", true],
  ["true", true],
  ["1", true],
  ["yes", true],
  ["off", false],
  ["false", false],
  ["0", false],
  ["no", false],
]);

export const toggle = (words: Words<boolean>): Setting<boolean> =>
  define(words, {
    schema: z.boolean({ error: "expected true or false (as text: on or off)" }),
    placeholder: "on|off",
    fromText: (text) => SWITCH_WORDS.get(text.trim().toLowerCase()) ?? text,
  });

export function whole(words: Words<number> & { readonly min: number; readonly max: number }): Setting<number> {
  const error = `expected a whole number from ${words.min} to ${words.max}`;
  return define(words, {
    schema: z.int({ error }).min(words.min, { error }).max(words.max, { error }),
    placeholder: "N",
    fromText: (text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text),
  });
}

const PRICE_MAX = 1_000_000;

/** In any currency. */
export function optionalPrice(words: Words<number | null>): Setting<number | null> {
  const error = `expected a number from 0 to ${PRICE_MAX}`;
  return define(words, {
    schema: z.number({ error }).min(0, { error }).max(PRICE_MAX, { error }).nullable(),
    placeholder: "PRICE",
    fromText: (text) => (/^\d{1,7}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : text),
  });
}

export const choice = <const Choice extends string>(
  words: Words<NoInfer<Choice>> & { readonly choices: readonly Choice[] },
): Setting<Choice> =>
  define(words, {
    schema: z.enum(words.choices, { error: `expected one of ${words.choices.join(", ")}` }),
    placeholder: words.choices.join("|"),
    fromText: (text) => text.trim(),
  });

const text = z
  .string({ error: "expected text" })
  .min(1, { error: "expected text, but it is empty" })
  .max(4096, { error: "expected at most 4096 characters" })
  .refine((value) => !value.includes("\0"), { error: "expected text without NUL characters" });

/** `~/…` is the home folder; a relative path needs a base that the user can see. */
function settlePath(path: string, base: PathBase): string {
  const expanded = expandHome(path);
  if (expanded !== path) {
    return expanded;
  }
  if (isAbsolute(path)) {
    return resolve(path);
  }
  if (base === null) {
    throw new Error("expected an absolute path or one that starts with ~/");
  }
  return resolve(base, path);
}

export const folder = (words: Words<string>): Setting<string> =>
  define(words, { schema: text, placeholder: "FOLDER", fromText: (value) => value, settle: settlePath });

const optionalFolder = (words: Words<string | null>): Setting<string | null> =>
  define(words, {
    schema: text.nullable(),
    placeholder: "FOLDER",
    fromText: (value) => value,
    settle: (value, base) => (value === null ? null : settlePath(value, base)),
  });

/** A name that is no path: of a host, an address. */
export const word = (words: Words<string>): Setting<string> =>
  define(words, { schema: text, placeholder: "TEXT", fromText: (value) => value.trim() });

export const optionalWord = (words: Words<string | null>): Setting<string | null> =>
  define(words, { schema: text.nullable(), placeholder: "TEXT", fromText: (value) => value.trim() });

/** Schemes that a browser would run or load itself. */
const OF_BROWSERS = /^(?:javascript|data|vbscript|blob|about|file|https?|wss?):/i;

/** Of another program, with `{path}` where the path belongs. */
export function optionalLink(words: Words<string | null>): Setting<string | null> {
  const error = "expected a link of another program with {path}, such as vscode://file/{path}:{line}";
  const link = text.refine(
    (value) => /^[a-z][a-z0-9+.-]*:[!-~]+$/i.test(value) && value.includes("{path}") && !OF_BROWSERS.test(value),
    { error },
  );
  return define(words, { schema: link.nullable(), placeholder: "LINK", fromText: (value) => value.trim() });
}

export const optionalFile = (words: Words<string | null>): Setting<string | null> => ({
  ...optionalFolder(words),
  placeholder: "FILE",
});

/** A model: a folder if it looks like a path, otherwise an id, which stays as written. */
export const optionalModel = (words: Words<string | null>): Setting<string | null> =>
  define(words, {
    schema: text.nullable(),
    placeholder: "FOLDER|ID",
    fromText: (value) => value,
    settle: (value, base) =>
      value !== null && /^([~.]|\/|[A-Za-z]:[\\/])/.test(value) ? settlePath(value, base) : value,
  });

const LIST_ENTRIES_MAX = 1000;

/** Comma-separated, except that commas inside braces belong to a glob; or a JSON array. */
function splitList(value: string): unknown {
  if (value.trimStart().startsWith("[")) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return value
    .split(/,(?![^{]*\})/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function list<Entry extends string>(words: Words<readonly Entry[]>, entry: z.ZodType<Entry>, placeholder: string) {
  return define(words, {
    schema: z
      .array(entry, { error: "expected a list" })
      .max(LIST_ENTRIES_MAX, { error: `expected at most ${LIST_ENTRIES_MAX} entries` })
      .readonly(),
    placeholder,
    repeats: true,
    fromText: splitList,
  });
}

export const texts = (words: Words<readonly string[]> & { readonly placeholder: string }): Setting<readonly string[]> =>
  list(words, text, words.placeholder);

export function choices<const Choice extends string>(
  words: Words<readonly NoInfer<Choice>[]> & { readonly choices: readonly Choice[] },
): Setting<readonly Choice[]> {
  const entry = z.enum(words.choices, { error: `expected entries of ${words.choices.join(", ")}` });
  return list<Choice>(words, entry, words.choices.join("|"));
}

export const folders = (words: Words<readonly string[]>): Setting<readonly string[]> => ({
  ...list(words, text, "FOLDER"),
  settle: (value, base) => value.map((path) => settlePath(path, base)),
});

/** A comma before the start of another path. */
const BETWEEN_PATHS = /,(?=\s*(?:[~/\\]|[A-Za-z]:[\\/]))/;

/** One folder or a list. In a text a comma separates two only where a path starts after it: a name may contain one. */
export function folderOrFolders(words: Words<readonly string[]>): Setting<readonly string[]> {
  const several = folders(words);
  return {
    ...several,
    schema: z.union([text.transform((path) => [path]), several.schema], {
      error: "expected a folder or a list of folders",
    }),
    fromText: (value) =>
      value.trimStart().startsWith("[") ? splitList(value) : value.split(BETWEEN_PATHS).map((path) => path.trim()),
  };
}

export type Table = Readonly<Record<string, string>>;

/** `NAME=VALUE` pairs; as JSON an object. It has no prototype, so that no name has a special meaning. */
export function table(
  words: Words<Table> & {
    readonly placeholder: string;
    readonly names: RegExp;
    readonly example: string;
    /** Any text that is not empty by default. */
    readonly values?: { readonly form: RegExp; readonly expected: string };
  },
): Setting<Table> {
  const { form, expected } = words.values ?? { form: /./s, expected: "a string for each name" };
  const schema = z
    .custom<Table>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
      error: "expected an object whose values are strings",
    })
    .refine((value) => Object.values(value).every((to) => typeof to === "string" && form.test(to)), {
      error: `expected ${expected}`,
    })
    .refine((value) => Object.keys(value).every((name) => words.names.test(name)), {
      error: `expected keys such as ${words.example}`,
    })
    .refine((value) => Object.keys(value).length <= LIST_ENTRIES_MAX, {
      error: `expected at most ${LIST_ENTRIES_MAX} entries`,
    });
  return define(words, {
    schema,
    placeholder: words.placeholder,
    repeats: true,
    fromText: (value) => {
      const entries = splitList(value);
      return Array.isArray(entries) ? tableOf(entries.map((entry) => pairOf(String(entry)))) : value;
    },
    settle: (value) => tableOf(Object.entries(value)),
  });
}

function pairOf(entry: string): readonly [string, string] {
  const at = entry.indexOf("=");
  return at < 0 ? [entry, ""] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
}

export function tableOf(entries: Iterable<readonly [string, string]>): Table {
  const made: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    made[name] = value;
  }
  return made;
}
