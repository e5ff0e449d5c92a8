// Paths in a query, each with its line: what compilers, stack traces and links write. Forms that tools of several
// languages share (`file:12`, `file(12)`, `file, line 12`) are here; those of one language's traces are in its folder.
import { LANGUAGES } from "../../languages/registry.ts";

/** A file or folder that the query names. */
export interface Place {
  /** `/`-separated; without a scheme, a drive, and leading slashes or dots. */
  readonly path: string;
  /** 1-based; of a range the one in the middle; null for a path without a line. */
  readonly line: number | null;
  /** Of a stack trace: 0 is the innermost call. Null for a path that is named otherwise. */
  readonly frame: number | null;
  /** The folders are those of a package, which need not be folders here. */
  readonly packaged: boolean;
  /** It lies where installed packages and a language's own library lie. */
  readonly external: boolean;
}

/** `src/app.ts`, `./a/b`, `(group)/[id].tsx`. */
const PATH = /^(?:\.{0,2}[\\/])?[\p{L}\p{M}\p{N}_$@.+~-]+(?:[\\/][\p{L}\p{M}\p{N}_$@.+~[\]()-]+)*$/u;
/** File endings that no code qualifies a name with. `Class.method` must stay a name. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py[ix]?|go|rs|java|kts?|scala|[ch](?:pp|xx|c)?|cc|hh|cs|rb|php|swift|dart|lua|exs?|hs|mli?|zig|(?:ba|z)?sh|sql|html?|s?css|json|ya?ml|toml|mdx?|rst|adoc|txt|xml|vue|svelte|lock|proto|gradle)$/i;
/**
 * `:12`, `:12:3`, `:12-20` (as answers here name hits), `:12:in`, `(12)` and `(12,3)` (the bracket may be stripped), `#L12-L20`
 * (links). The first and the last line.
 */
const LINE_SUFFIX =
  /(?::(\d{1,9})(?::\d{1,9}|-(\d{1,9}))?(?::in)?|\((\d{1,9})(?:,\d{1,9})?\)?|#L(\d{1,9})(?:-L?(\d{1,9}))?)$/;
/** `C:\`, `file:///`, `https://`, `webpack-internal:///`. */
const ORIGIN = /^(?:[a-z]:(?=[\\/])|[a-z][a-z+-]*:\/{2,3}(?:\([\w-]{1,40}\)\/)?)/i;
/** `?t=1712` and `?` of development servers; `#` of a link was read before. */
const REQUEST = /[?#][^/\\]*$/;
const LEADING = /^(?:\.{0,2}\/)+/;
const BRACKETS_AROUND = /^[("'`<[]+|[)"'`>\],;:]+$/g;

/** `line 12` after `"app.py",` (Python) and `12` after `App.cs:line` (.NET). */
function lineAfter(token: string, next: readonly string[]): number | null {
  const word = token.endsWith(":line") ? next[0] : next[0] === "line" ? next[1] : undefined;
  const digits = word?.match(/^\d{1,9}/)?.[0];
  return digits === undefined ? null : Number(digits);
}

/** A path as written, `/`-separated, without what comes before the folders; "" where nothing is left. */
const cleanPath = (written: string): string =>
  written.replace(ORIGIN, "").replace(REQUEST, "").replaceAll("\\", "/").replaceAll("/./", "/").replace(LEADING, "");

const isExternal = (written: string): boolean =>
  EXTERNAL.test(written.replaceAll("\\", "/").replace(/^[a-z]+:\/{2,3}(?=\/)/i, ""));

/** Null where nothing of the path is left. */
export function placeAt(
  written: string,
  line: number | null,
  { frame = null, packaged = false }: { readonly frame?: number | null; readonly packaged?: boolean } = {},
): Place | null {
  const path = cleanPath(written);
  return path === "" ? null : { path, line, frame, packaged, external: isExternal(written) };
}

/** Of a range the middle: its ends may be the last line of one function and the first of another. */
function middleLine(suffix: RegExpExecArray): number {
  const [first = 1, last = first] = suffix.slice(1).flatMap((group) => (group === undefined ? [] : [Number(group)]));
  return last < first ? first : Math.floor((first + last) / 2);
}

function placeOf(token: string, next: readonly string[]): Place | null {
  const bare = token.replace(BRACKETS_AROUND, "").replace(/:line$/, "");
  const suffix = LINE_SUFFIX.exec(bare);
  const whole = suffix === null ? bare : bare.slice(0, suffix.index);
  // Java: `at com.shop.Cart.total(Cart.java:12)`.
  const named = PATH.test(cleanPath(whole)) ? whole : whole.slice(whole.lastIndexOf("(") + 1);
  const path = cleanPath(named);
  const isPath = PATH.test(path) && (/[\\/]/.test(named) ? /[\p{L}\p{N}]/u.test(path) : FILE_ENDING.test(path));
  return isPath ? placeAt(named, suffix === null ? lineAfter(token, next) : middleLine(suffix)) : null;
}

/** Each place once, in order. */
export function placesIn(tokens: readonly string[]): Place[] {
  const places = tokens.flatMap((token, at) => placeOf(token, tokens.slice(at + 1, at + 3)) ?? []);
  return [...new Map(places.map((place) => [`${place.path}:${place.line}`, place])).values()];
}

// How stack traces are written, whatever language a pasted one is of: the forms of all languages (`traces` of their records) together.

const FORMS = [...new Set(LANGUAGES.flatMap(({ traces }) => traces ?? []))];

/** Matches what any of the patterns matches; nothing for none. */
const anyOf = (patterns: readonly RegExp[], flags = ""): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join("|") || "(?!)", flags);

export const FRAME_FORMS = FORMS.flatMap(({ frames }) => frames);

/** What traces say whatever was raised. Global. */
export const BOILERPLATE: readonly RegExp[] = [
  ...FORMS.flatMap(({ boilerplate = [] }) => boilerplate),
  /\b[Ss]tack (?:back)?trace:/g,
  /(?<!\S)(?:from|at|[~^]{2,200})(?!\S)/g,
];

/** What stands in place of a function's name, and what compilers add to one. Global. */
export const NOT_A_NAME = anyOf([/<(?:anonymous|unknown)>/, ...FORMS.flatMap(({ notNames }) => notNames ?? [])], "g");

/** Found in a trace whose last frame is the innermost. */
export const INNERMOST_LAST = anyOf(FORMS.flatMap(({ innermostLast }) => innermostLast ?? []));

/** Words between two sections of a trace; after those of BEFORE_EFFECT comes the effect of the section before, else its cause. */
export const BEFORE_EFFECT = anyOf(FORMS.flatMap(({ beforeEffect }) => beforeEffect ?? []));
export const SECTION_BREAK = anyOf([...FORMS.flatMap(({ beforeCause }) => beforeCause ?? []), BEFORE_EFFECT]);

/** Where installed packages and languages' own libraries lie; `<anonymous>` and the like. Over a `/`-separated path. */
const EXTERNAL = anyOf([/^</, ...FORMS.flatMap(({ external }) => external ?? [])]);

/** Paths of the sources from which the file at a path may have been built, with its folders. */
export const sourcesOf = (path: string): string[] => FORMS.flatMap((form) => form.sourcesOf?.(path) ?? []);
