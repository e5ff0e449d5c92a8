// Reads an input as it was meant, where it has one meaning only: fields under the names that other systems give them, values as text,
// one value where a list is wanted, more rows than an answer may have. What has two meanings, or none, stays as it is and is refused by
// the schema, in its own words.
import type { z } from "zod";

/** By a field of ours: what others call it. The first of these that the input has counts. */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  project: "project_root project_path root repo_path repository workspace workspace_root",
  query: "q search search_query question prompt keywords name symbol pattern text",
  question: "query q prompt text",
  task: "query question prompt goal text",
  pattern: "query q search text regexp",
  symbol: "symbol_name name symbol_hash symbol_id symbol_path qualified_name function target path file",
  module: "module_name name path",
  path: "file file_path filepath filename directory dir folder module symbol",
  paths: "path file files file_path directory dir folder glob globs module modules path_prefix file_pattern include",
  kinds: "kind type types symbol_kind symbol_type",
  languages: "language lang langs",
  language: "lang languages",
  top_k: "k n limit max_results num_results count",
  limit: "top_k k n max_results num_results count",
  changed_since: "since base base_ref",
  base: "base_ref from",
  text: "code content body new_code new_content new_text new_body source",
  find: "old old_text old_string search",
  replacement: "new new_text new_string replace replace_with",
  new_name: "name to",
};

/** Text for a field that is left out, where a value would be one of a few words or a name of something that exists. */
const ABSENT: ReadonlySet<unknown> = new Set([null, "null", "None", "undefined"]);
const NAMES_WHAT_EXISTS = new Set(["project", "changed_since", "base", "ref", "session", "worktree", "language"]);

/** What an edit seeks or writes, to the letter: taken as it was sent. */
const EXACT_TEXTS = new Set(["text", "find", "replacement"]);

/** Rows that are shown: a larger number asks for all that an answer may have. */
const ROWS = ["limit", "top_k"];

export interface ReadInput {
  readonly input: unknown;
  /** What an answer has to say of it: less than was asked for. */
  readonly notes: readonly string[];
}

export function readInput(schema: z.ZodObject, sent: unknown): ReadInput {
  const given = typeof sent === "string" ? (parsedOrNull(sent) ?? sent) : (sent ?? {});
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { input: given, notes: [] };
  }
  const named = underOurNames(schema, Object.entries(given));
  const read: [string, unknown][] = [];
  const notes: string[] = [];
  for (const [name, value] of named) {
    const field = hasField(schema, name) ? (schema.shape[name] as z.ZodType) : undefined;
    if (field === undefined) {
      if (value !== null) {
        read.push([name, value]);
      }
      continue;
    }
    const isText = typeOf(field) === "string";
    if (
      ABSENT.has(value) &&
      (value === null || ((!isText || NAMES_WHAT_EXISTS.has(name)) && accepts(field, undefined)))
    ) {
      continue;
    }
    const most = ROWS.includes(name) ? mostOf(field, value) : null;
    if (most !== null) {
      notes.push(`${name} ${String(value)} is over its most, ${most}, which was used`);
    }
    read.push([name, most ?? (EXACT_TEXTS.has(name) && isText ? value : meant(field, value))]);
  }
  return { input: Object.fromEntries(read), notes };
}

/** Not what every object has: `constructor`. */
const hasField = ({ shape }: z.ZodObject, name: string): boolean => Object.hasOwn(shape, name);

/** Each field under our name for it, as far as that is free and nothing else is meant by it. */
function underOurNames(schema: z.ZodObject, entries: readonly (readonly [string, unknown])[]): [string, unknown][] {
  const sent = new Map(entries);
  for (const [name, value] of entries) {
    const ours = ourCase(schema, name);
    if (ours !== name && (!sent.has(ours) || sent.get(ours) === value)) {
      sent.delete(name);
      sent.set(ours, value);
    }
  }
  if (hasField(schema, "symbol") && !hasField(schema, "path") && !hasField(schema, "paths")) {
    joinPlace(sent);
  }
  for (const [ours, others] of Object.entries(OTHER_FIELDS)) {
    if (!hasField(schema, ours) || sent.has(ours)) continue;
    const other = others.split(" ").find((one) => sent.has(one) && !hasField(schema, one));
    if (other !== undefined) {
      sent.set(ours, sent.get(other));
      sent.delete(other);
    }
  }
  return [...sent];
}

/** A symbol's name and the file that it is in, as one: `src/a.ts#run`. A symbol of another file than the one that is named stays beside that. */
function joinPlace(sent: Map<string, unknown>): void {
  const field = ["symbol", "symbol_name", "name"].find((one) => typeof sent.get(one) === "string");
  const [path, name] = [sent.get("path"), field === undefined ? null : sent.get(field)];
  if (typeof path !== "string" || typeof name !== "string" || field === undefined) {
    return;
  }
  // In a class, `Desk.#lock` is a name of its own.
  const [file = "", own = file] = name.split(/(?<=[^.])#(.*)/s);
  const isOfPath = file === own || `/${path}`.endsWith(`/${file}`);
  const whole = path.startsWith("/") && file !== own ? name : `${path.replace(/^\.\//, "")}#${own}`;
  if (isOfPath && (field === "symbol" || !sent.has("symbol"))) {
    sent.delete("path");
    sent.delete(field);
    sent.set("symbol", whole);
  }
}

/** `topK` is `top_k`. */
function ourCase(schema: z.ZodObject, name: string): string {
  const snake = name
    .replace(/(?<=[a-z0-9])[A-Z]/g, "_$&")
    .replaceAll("-", "_")
    .toLowerCase();
  return hasField(schema, name) || !(hasField(schema, snake) || /[A-Z-]/.test(name)) ? name : snake;
}

/** The value that the field accepts, of those that the sent one can mean; itself where there is none. */
function meant(field: z.ZodType, value: unknown): unknown {
  if (accepts(field, value)) return value;
  const parsed =
    typeof value === "string" ? parsedOrNull(/^(?:True|False)$/.test(value) ? value.toLowerCase() : value) : null;
  const readings = [
    parsed,
    lowered(value),
    [value],
    lowered([value]),
    Array.isArray(value) && value.length === 1 ? value[0] : null,
    Number.isSafeInteger(value) && typeOf(field) === "string" ? String(value) : null,
  ];
  return readings.find((one) => one !== null && accepts(field, one)) ?? value;
}

const accepts = (field: z.ZodType, value: unknown): boolean => field.safeParse(value).success;

/** Words of a list that has a few: `Function`, `METHOD`. */
function lowered(value: unknown): unknown {
  if (typeof value === "string") return value.toLowerCase();
  return Array.isArray(value) ? value.map((one) => (typeof one === "string" ? one.toLowerCase() : one)) : null;
}

/** The largest number that the field takes, where a larger one was sent; null otherwise. */
function mostOf(field: z.ZodType, value: unknown): number | null {
  const number = typeof value === "string" ? Number(value) : value;
  const [issue] = typeof number === "number" ? (field.safeParse(number).error?.issues ?? []) : [];
  return issue?.code === "too_big" && typeof issue.maximum === "number" ? issue.maximum : null;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `string`, `array`, whatever makes it optional or gives it a default. */
function typeOf(field: z.core.$ZodType): string {
  const { type, innerType } = field._zod.def as z.core.$ZodTypeDef & { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? type : typeOf(innerType);
}
