// The lines of one ignore file as patterns of the repository or project that they belong to, read as git reads them. Strings
// here hold one byte per character (latin1), because git's `?` and `[…]` match bytes, and names need not be UTF-8. The matching
// itself is done by the `ignore` package.

/**
 * With more wildcards in one name, a regular expression that tries each of them at every place takes time polynomial of a high
 * degree; such a pattern is not applied.
 */
const STARS_PER_NAME_MAX = 3;
const STARS_MAX = 6;
const GLOBSTARS_MAX = 3;
/** A match against a hostile name of 255 characters costs about its length to the power of the stars in one name. */
const COST_BY_STARS = [1, 1, 10, 200];
/** The total cost allowed for the patterns of one file: 10,000 plain ones, or 50 of the costliest. */
const COST_MAX = 10_000;

export interface IgnoreLines {
  /** Patterns in order, anchored at the base folder. */
  readonly patterns: readonly string[];
  /** Lines that are not applied because matching them, or so many of them, could take minutes. */
  readonly setAside: readonly string[];
}

/**
 * Reads an ignore file. `base` is its folder, relative to where its paths start, "" for the top. Git's rules for lines: a
 * byte-order mark is skipped, and so is one CR before LF and trailing spaces that are not escaped; `#` is a comment
 * (gitignore(5); `add_patterns_from_buffer` and `trim_trailing_spaces` in git's dir.c).
 */
export function readIgnoreLines(content: Buffer, base: string): IgnoreLines {
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const text = content.subarray(hasMark ? 3 : 0).toString("latin1");
  const patterns: string[] = [];
  const setAside: string[] = [];
  const isAffordable = openBudget(costWhenPinned);
  for (const raw of text.split("\n")) {
    const line = trimTrailingSpaces(raw.endsWith("\r") ? raw.slice(0, -1) : raw);
    if (line === "" || line.startsWith("#")) continue;
    if (isAffordable(line)) patterns.push(...anchor(line, base));
    else setAside.push(raw);
  }
  return { patterns, setAside };
}

/** A path with one byte per character. */
export const bytePath = (path: string): string => (isAscii(path) ? path : Buffer.from(path, "utf8").toString("latin1"));

/** The path as a pattern, with every special character escaped. */
export const literalPattern = (bytes: string): string => bytes.replace(/[\\*?[\]!# ]/g, "\\$&");

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, index: number): boolean {
  let backslashes = 0;
  while (line[index - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** The same pattern as one or more lines of the top folder's ignore file. */
function anchor(line: string, base: string): readonly string[] {
  const sign = line.startsWith("!") ? "!" : "";
  const body = line.slice(sign.length);
  const slash = body.indexOf("/");
  const floats = slash === -1 || slash === body.length - 1;
  if (floats) return [base === "" ? line : `${sign}/${literalPattern(base)}/**/${body}`];
  const top = base === "" ? "/" : `/${literalPattern(base)}/`;
  return expandStars(body.startsWith("/") ? body.slice(1) : body).map((expanded) => `${sign}${top}${expanded}`);
}

/**
 * Git compares the part before the first wildcard literally and matches the rest separately. So `**` right after that part
 * counts as bounded by slashes, although git's documentation says otherwise: `lib/a**` also matches `lib/a/b/c`
 * (`match_pathname` in git's dir.c, seen in 2.39). Such a pattern is replaced by others that mean the same.
 */
function expandStars(body: string): readonly string[] {
  const end = body.endsWith("/") ? "/" : "";
  const parts = /^([^*?[\\]*[^*?[\\/])\*\*+(?:\/(.+))?$/.exec(end === "" ? body : body.slice(0, -1));
  if (parts === null) return [body];
  const [, literal = "", rest] = parts;
  if (rest === undefined) return [`${literal}*${end}`, `${literal}*/**${end}`];
  return [...expandStars(literal + rest + end), `${literal}*/${rest}${end}`, `${literal}*/**/${rest}${end}`];
}

/** Accepts patterns while matching one path against all of them takes a fraction of a second. */
export function openBudget(costOf: (pattern: string) => number): (pattern: string) => boolean {
  let left = COST_MAX;
  return (pattern) => {
    const cost = costOf(pattern);
    if (cost > left) return false;
    left -= cost;
    return true;
  };
}

/** The cost where every star is tried at every place; infinite if one path could take more than a few milliseconds. */
export function costWhenTriedEverywhere(pattern: string): number {
  const { inName, total, globstars } = countStars(pattern);
  const isExpensive = inName > STARS_PER_NAME_MAX || globstars > GLOBSTARS_MAX || total > STARS_MAX + globstars;
  return isExpensive ? Number.POSITIVE_INFINITY : (COST_BY_STARS[inName] ?? COST_MAX);
}

/**
 * The cost in the `ignore` package, which lets a star end only where the text behind it comes first: any number of stars takes one
 * pass over the path (`pinWildcards` there), and only what stands between `**` components multiplies.
 */
const costWhenPinned = (pattern: string): number =>
  countStars(pattern).globstars === 0 ? 1 : costWhenTriedEverywhere(pattern);

function countStars(pattern: string): { readonly inName: number; readonly total: number; readonly globstars: number } {
  let inName = 0;
  let total = 0;
  let globstars = 0;
  for (const name of pattern.split("/")) {
    const runs = name.match(/\*+/g)?.length ?? 0;
    if (name === "**") globstars++;
    inName = Math.max(inName, runs);
    total += runs;
  }
  return { inName, total, globstars };
}
