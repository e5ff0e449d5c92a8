// The cost of source lines in tokens, as text and inside JSON: each line is counted once for an answer, however many forms of
// it are tried.
import type { TokenCounter } from "../../system/token-counter.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { linesOf, type SourceText, startOf } from "../../vocabulary/text.ts";

export interface SourceTokens {
  /** Tokens of `before`, the lines without the last one's end, and `after`, as one text. */
  text(before: string, lines: LineRange, after: string): number;
  /** Tokens of the same with the lines written as a JSON list of strings; `before` and `after` have its brackets and outer quotes. */
  json(before: string, lines: LineRange, after: string): number;
}

const BLANK = 0x20;
const LAST_PRINTABLE = 0x7e;
const UNKNOWN = -1;
/** Marks a line that cannot be cut. */
const NONE = -2;

/**
 * Where a line may be cut without changing what is counted: the first blank behind a printable character, since no token
 * of the encoding has one inside, and none depends on what is beyond it. Blanks behind letters beyond ASCII would do as
 * well; telling them from white space is not worth the time.
 */
function cutIn({ text }: SourceText, start: number, end: number): number {
  for (let at = text.indexOf(" ", start + 1); at >= 0 && at < end; at = text.indexOf(" ", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before > BLANK && before <= LAST_PRINTABLE) {
      return at;
    }
  }
  return NONE;
}

/** The text as JSON writes a list of its lines, without the brackets around it. */
const escaped = (text: string): string =>
  text
    .split("\n")
    .map((line) => JSON.stringify(line).slice(1, -1))
    .join('","');
const asItIs = (text: string): string => text;

function openTokens(source: SourceText, { count }: TokenCounter): SourceTokens {
  const { text, firstLine, starts } = source;
  const cuts = new Int32Array(starts.length).fill(UNKNOWN);

  function cutOf(line: number): number {
    const at = line - firstLine;
    if (cuts[at] === UNKNOWN) {
      cuts[at] = cutIn(source, startOf(source, line), startOf(source, line + 1));
    }
    return cuts[at] ?? NONE;
  }

  /** Counts the pieces between the cuts of neighbouring lines, each once; `write` is how a piece is written. */
  function counting(write: (piece: string) => string): SourceTokens["text"] {
    const pieces = new Int32Array(starts.length).fill(UNKNOWN);
    const pieceTokens = (line: number, from: number, to: number): number => {
      const at = line - firstLine;
      if (pieces[at] === UNKNOWN) {
        pieces[at] = count(write(text.slice(from, to)));
      }
      return pieces[at] ?? 0;
    };
    return (before, { startLine, endLine }, after) => {
      const from = startOf(source, startLine);
      const to = from + linesOf(source, startLine, endLine).length;
      let tokens = 0;
      let lastLine = NONE;
      let lastCut = NONE;
      for (let line = startLine; line <= endLine; line++) {
        const cut = cutOf(line);
        if (cut === NONE) {
          continue;
        }
        tokens += lastCut === NONE ? count(before + write(text.slice(from, cut))) : pieceTokens(lastLine, lastCut, cut);
        lastLine = line;
        lastCut = cut;
      }
      const rest = write(text.slice(lastCut === NONE ? from : lastCut, to)) + after;
      return tokens + count(lastCut === NONE ? before + rest : rest);
    };
  }

  return { text: counting(asItIs), json: counting(escaped) };
}

/** By the counter of one answer and the sources in it. */
const opened = new WeakMap<TokenCounter, WeakMap<SourceText, SourceTokens>>();

/** The counts of a source, cached by source and counter. */
export function sourceTokens(source: SourceText, counter: TokenCounter): SourceTokens {
  const ofCounter = opened.get(counter) ?? new WeakMap<SourceText, SourceTokens>();
  const tokens = ofCounter.get(source) ?? openTokens(source, counter);
  ofCounter.set(source, tokens);
  opened.set(counter, ofCounter);
  return tokens;
}
