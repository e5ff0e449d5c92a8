// Replaces a text or the matches of an expression in a part of a file or in all of it, as many as the caller expects.
import { type Replaced, replaceMatches } from "../intelligence/text/matcher.ts";
import { checkExpression, flagsOf } from "../intelligence/text/pattern.ts";
import { countBelow } from "../system/count-below.ts";
import { Failure } from "../vocabulary/failure.ts";
import { renderCount } from "../vocabulary/shown-text.ts";
import { countLineEnds } from "../vocabulary/text.ts";
import type { Built, Candidate, TextEdit } from "./change-set.ts";
import { dominantLineEnding, withLineEnding } from "./line-ending.ts";

export interface Replacing {
  /** Its line breaks match those of the file, whichever these are. */
  readonly find: string;
  /** Of an expression, with `$&`, `$1`, `$<name>` and `$$`. */
  readonly replacement: string;
  /** Whether `find` is a JavaScript expression; `^` and `$` match at lines. */
  readonly regex: boolean;
  /** How many replacements there must be. */
  readonly count: number;
}

/** What is searched of a file. */
export interface Searched {
  readonly path: string;
  /** The whole file, decoded, without byte-order mark. */
  readonly text: string;
  /** Offsets in it, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** As an answer names it. */
  readonly own: Candidate;
}

export type Replacements =
  | { readonly kind: "found"; readonly edits: readonly TextEdit[] }
  | Exclude<Built, { kind: "built" }>;

/** Places that an answer lists of a number other than expected. */
const PLACES_MAX = 50;

/** @throws CANCELLED; INVALID_INPUT for an invalid expression, and where nothing is sought. */
export async function findReplacements(
  searched: Searched,
  request: Replacing,
  signal: AbortSignal,
): Promise<Replacements> {
  if (request.find === "") {
    throw new Failure("INVALID_INPUT", "find is empty", { hint: "give the text to replace" });
  }
  const { path, text, start, end, own } = searched;
  const written = text.slice(start, end);
  // A file may have several line endings: all are sought as `\n`, and stay as they are outside of the matches.
  const within = withLineEnding(written, "\n");
  const sought = { ...request, find: withLineEnding(request.find, "\n") };
  const found = request.regex ? await matchesIn(within, sought, signal) : occurrencesIn(within, sought);
  if (found === null) {
    const message = `the expression takes too long on ${own.address}`;
    const remedy = "make it simpler, or turn regex off for literal text";
    return { kind: "refused", refusals: [{ rule: "unsupported", path, line: own.startLine, message, remedy }] };
  }
  const offsetIn = offsetsIn(written);
  const ending = dominantLineEnding(text);
  const edits = found.map((one) => ({
    start: start + offsetIn(one.start),
    end: start + offsetIn(one.end),
    text: withLineEnding(one.text, ending),
  }));
  return edits.length === request.count ? { kind: "found", edits } : otherCount(searched, edits, request);
}

function occurrencesIn(within: string, { find, replacement }: Replacing): Replaced[] {
  const found: Replaced[] = [];
  for (let at = within.indexOf(find); at >= 0; at = within.indexOf(find, at + find.length)) {
    found.push({ start: at, end: at + find.length, text: replacement });
  }
  return found;
}

async function matchesIn(
  within: string,
  { find, replacement }: Replacing,
  signal: AbortSignal,
): Promise<readonly Replaced[] | null> {
  const flags = flagsOf(find, "m");
  checkExpression(find, flags, "use JavaScript syntax without flags, or turn `regex` off for literal text");
  return replaceMatches({ source: find, flags }, within, replacement, signal);
}

/** From offsets in a text whose every line ending is `\n` to those in the text as it is. */
function offsetsIn(text: string): (offset: number) => number {
  const longer = [...text.matchAll(/\r\n/g)].map(({ index }, at) => index - at);
  return (offset) => offset + countBelow(longer, offset);
}

function otherCount(searched: Searched, edits: readonly TextEdit[], { find, regex, count }: Replacing) {
  const { own, text, start, end } = searched;
  const sought = JSON.stringify(find.slice(0, 80));
  const spaced = edits.length > 0 || regex ? null : otherwiseSpaced(text.slice(start, end), find);
  if (spaced !== null) {
    const place = placeOf(searched, { start: start + spaced.start, end: start + spaced.end });
    const message = `${sought} is not in ${own.address}; with other white space it is at ${place.address}`;
    return { kind: "missing" as const, message, candidates: [place] };
  }
  if (edits.length === 0) {
    return { kind: "missing" as const, message: `${sought} is not in ${own.address}`, candidates: [own] };
  }
  const message = `${sought} is in ${own.address} ${renderCount(edits.length, "time")}, not ${count}: set count, or look for more of the text`;
  const candidates = edits.slice(0, PLACES_MAX).map((one) => placeOf(searched, one));
  return { kind: "ambiguous" as const, message, candidates };
}

function placeOf({ path, text }: Searched, { start, end }: Pick<TextEdit, "start" | "end">): Candidate {
  const startLine = countLineEnds(text.slice(0, start)) + 1;
  const endLine = startLine + countLineEnds(text.slice(start, end));
  return { address: `${path}:${startLine}`, kind: "match", startLine, endLine };
}

/** Where the text first stands if white space does not count; null where it does not, and of white space alone. */
function otherwiseSpaced(text: string, find: string): Pick<TextEdit, "start" | "end"> | null {
  const [bare, sought] = [text, find].map((one) => one.replace(/\s+/g, "")) as [string, string];
  const at = sought === "" ? -1 : bare.indexOf(sought);
  if (at < 0) {
    return null;
  }
  const offsets = [...text.matchAll(/\S/g)].map(({ index }) => index);
  return { start: offsets[at] ?? 0, end: (offsets[at + sought.length - 1] ?? 0) + 1 };
}
