// Counts tokens as a language model would; reads its table only when first asked. Remembers what it has
// counted line by line: an answer is tried in many sizes, and its lines are the same in all of them.
import { readFile } from "node:fs/promises";
import { BytePairEncodingCore } from "gpt-tokenizer/BytePairEncodingCore";
import { O200KBase } from "gpt-tokenizer/encodingParams/o200k_base";
import { isSpaceAt } from "../vocabulary/text.ts";
import { countByWords } from "./count-by-words.ts";
import { detached } from "./detached.ts";
import { packagePath } from "./package-root.ts";
import { TokenTable } from "./token-table.ts";

export interface TokenCounter {
  /** Name of the encoding, reported with every count. */
  readonly encoding: string;
  count(text: string): number;
}

export const TOKEN_ENCODING = "o200k_base";
/** In dist/. */
const TOKEN_FILE = "o200k_base.tokens";

type Count = (text: string) => number;

/**
 * The encoder's time grows with the square of an unbroken run of letters or of white space: 200,000 spaces take 11 s. Longer
 * runs are counted in slices, each of which can make the count differ by a token, mostly up. Source contains no such runs.
 */
const RUN_LENGTH_MAX = 500;
const RUN = /\s+|\S+/g;

/** Cached pieces, each of at most RUN_LENGTH_MAX characters: some 5 MB of ordinary source. */
const KEPT_MAX = 20_000;

/** The text, with every long run cut into slices. */
function* slices(text: string): Iterable<string> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length <= RUN_LENGTH_MAX) {
      continue;
    }
    yield text.slice(from, index);
    for (let at = 0; at < run.length; at += RUN_LENGTH_MAX) {
      yield run.slice(at, at + RUN_LENGTH_MAX);
    }
    from = index + run.length;
  }
  yield text.slice(from);
}

const sliced = (text: string, count: Count): number => {
  let tokens = 0;
  for (const slice of slices(text)) {
    tokens += count(slice);
  }
  return tokens;
};

/** The first space at or after `from` that does not follow white space; the end of the text if there is none. */
function cutAfter(text: string, from: number): number {
  let at = text.indexOf(" ", from);
  while (at >= 0 && isSpaceAt(text, at - 1)) {
    at = text.indexOf(" ", at + 1);
  }
  return at < 0 ? text.length : at;
}

/** Three digits at most are a token, and none has a digit beside another character: a place in an answer is new each time. */
const DIGITS_OR_REST = /\d{1,3}|\D+/g;
/** But digits of other scripts are counted with these, and of several spaces the last one represents itself before a digit. */
const NO_CUT = /\s\s\d|(?!\d)\p{N}/u;

/**
 * Counts a text in pieces of about a line, each of them once. A piece ends before the first space of a line that follows
 * no white space: no token of the encoding goes across such a place, nor does one depend on what is beyond it, so that
 * the pieces' tokens are the text's. Lines of a JSON string end as it writes their ends. What `quick` counts, as `count`
 * does or null, is not remembered; a line that it does not count is cut at its numbers.
 */
export function countByLines(count: Count, quick: (piece: string) => number | null = () => null): Count {
  const known = new Map<string, number>();
  const countLine = (line: string): number => {
    const quickly = quick(line);
    if (quickly !== null) {
      return quickly;
    }
    // A longer one may contain a run that is counted in slices, and those begin where the run does.
    if (line.length > RUN_LENGTH_MAX || NO_CUT.test(line)) {
      return countPiece(line);
    }
    let tokens = 0;
    for (const part of line.match(DIGITS_OR_REST) ?? []) {
      tokens += quick(part) ?? countPiece(part);
    }
    return tokens;
  };
  const countPiece = (piece: string): number => {
    const before = known.get(piece);
    if (before !== undefined) {
      return before;
    }
    if (piece.length > RUN_LENGTH_MAX) {
      return sliced(piece, count);
    }
    const tokens = count(piece);
    if (known.size >= KEPT_MAX) {
      known.clear();
    }
    known.set(detached(piece), tokens);
    return tokens;
  };
  return (text) => {
    const lineEnd = text.includes("\n") ? "\n" : "\\n";
    let tokens = 0;
    let from = 0;
    while (from < text.length) {
      const end = text.indexOf(lineEnd, from);
      const to = end < 0 ? text.length : cutAfter(text, end + 1);
      tokens += countLine(text.slice(from, to));
      from = to;
    }
    return tokens;
  };
}

/** Words whose merging the encoder remembers, some 200 bytes each: its own 100,000 fill for hours. */
const MERGES_MAX = 10_000;

let loading: Promise<TokenCounter> | undefined;

export function loadTokenCounter(): Promise<TokenCounter> {
  loading ??= load().catch((error: unknown) => {
    // Tried again by the next caller.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<TokenCounter> {
  // A copy, since the table has to begin where its buffer does.
  const table = new TokenTable(new Uint8Array(await readFile(packagePath("dist", TOKEN_FILE))));
  const encoder = new BytePairEncodingCore({ ...O200KBase([]), mergeCacheSize: MERGES_MAX });
  // Where it looks tokens up. Its own map of them is what takes long to fill.
  Object.assign(encoder, {
    bytePairStringRankEncoder: { get: (text: string) => table.rankOf(text) },
    bytePairNonUtfSortedEncoder: table.noTexts(),
  });
  // No token is special: source that contains "<|endoftext|>" is text like any other.
  const encode: Count = (text) => encoder.countNative(text);
  const byWords = countByWords(encode, RUN_LENGTH_MAX);
  // One letter beyond ASCII, and only its line goes to the encoder.
  const byLines = countByLines(encode, byWords);
  return { encoding: TOKEN_ENCODING, count: (text) => byWords(text) ?? byLines(text) };
}
