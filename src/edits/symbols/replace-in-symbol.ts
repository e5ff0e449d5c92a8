// Replaces a text or the matches of an expression within one symbol, as many as the caller expects.
import { type Replaced, replaceMatches } from "../../intelligence/text/matcher.ts";
import { checkExpression, flagsOf } from "../../intelligence/text/pattern.ts";
import { countBelow } from "../../system/count-below.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { countLineEnds } from "../../vocabulary/text.ts";
import type { Built, Candidate, EditScene, TextEdit } from "../change-set.ts";
import { dominantLineEnding, withLineEnding } from "../line-ending.ts";
import { type EditTarget, resolveEditTarget, type TargetRequest } from "../targets/resolve-target.ts";
import { replacementOf } from "./left-by-replacement.ts";
import { refused } from "./writing.ts";

export interface ReplaceInRequest extends TargetRequest {
  /** Its line breaks match those of the file, whichever these are. */
  readonly find: string;
  /** Of an expression, with `$&`, `$1`, `$<name>` and `$$`. */
  readonly replacement: string;
  /** Whether `find` is a JavaScript expression; `^` and `$` match at lines. */
  readonly regex: boolean;
  /** How many replacements there must be. */
  readonly count: number;
}

/** Places that an answer lists of a number other than expected. */
const PLACES_MAX = 50;

/** Searches the definition with what is above it. @throws CANCELLED; INVALID_INPUT for an invalid expression. */
export async function replaceInSymbol(scene: EditScene, request: ReplaceInRequest): Promise<Built> {
  if (request.find === "") {
    throw new Failure("INVALID_INPUT", "find is empty", { hint: "give the text to replace" });
  }
  const targeted = await resolveEditTarget(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const { text, span } = target;
  const own = text.slice(span.leadStart, span.end);
  // A file may have several line endings: all are sought as `\n`, and stay as they are outside of the matches.
  const within = withLineEnding(own, "\n");
  const sought = { ...request, find: withLineEnding(request.find, "\n") };
  const found = request.regex ? await matchesIn(within, sought, scene.signal) : occurrencesIn(within, sought);
  if (found === null) {
    const message = "the expression takes too long on this symbol";
    return refused(target, "unsupported", message, "make it simpler, or turn regex off for literal text");
  }
  const offsetIn = offsetsIn(own);
  const ending = dominantLineEnding(text);
  const edits = found.map((one) => ({
    start: span.leadStart + offsetIn(one.start),
    end: span.leadStart + offsetIn(one.end),
    text: withLineEnding(one.text, ending),
  }));
  if (edits.length !== request.count) {
    return otherCount(target, edits, request);
  }
  return replacementOf(scene, target, `replace_in_symbol ${target.address}`, edits);
}

function occurrencesIn(
  within: string,
  { find, replacement }: Pick<ReplaceInRequest, "find" | "replacement">,
): Replaced[] {
  const found: Replaced[] = [];
  for (let at = within.indexOf(find); at >= 0; at = within.indexOf(find, at + find.length)) {
    found.push({ start: at, end: at + find.length, text: replacement });
  }
  return found;
}

async function matchesIn(
  within: string,
  { find, replacement }: ReplaceInRequest,
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

function otherCount(target: EditTarget, edits: readonly TextEdit[], { find, count }: ReplaceInRequest): Built {
  const { address, path, text, span } = target;
  const candidates = edits.slice(0, PLACES_MAX).map(({ start, end }): Candidate => {
    const startLine = countLineEnds(text.slice(0, start)) + 1;
    return {
      address: `${path}:${startLine}`,
      kind: "match",
      startLine,
      endLine: startLine + countLineEnds(text.slice(start, end)),
    };
  });
  const sought = JSON.stringify(find.slice(0, 80));
  if (edits.length === 0) {
    const own = { address, kind: span.kind, startLine: span.startLine, endLine: span.endLine };
    return { kind: "missing", message: `${sought} is not in ${address}`, candidates: [own] };
  }
  const message = `${sought} is in ${address} ${renderCount(edits.length, "time")}, not ${count}: set count, or look for more of the text`;
  return { kind: "ambiguous", message, candidates };
}
