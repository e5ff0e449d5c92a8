// Checks the citations of a text against the lines that its author was given. Who wrote it does not matter: the answer of a language model, or
// a report.
import { type Citation, countLines, findCitations, type LineSpan, readingsOf } from "./find-citations.ts";
import { hasWord, statementsOf } from "./statements.ts";

/** Lines that the author of the text was given. */
export interface SentPlace extends LineSpan {
  readonly path: string;
  /** The symbol whose lines they are. */
  readonly symbol: string | null;
  readonly source: string;
}

/**
 * `supported`: all of it was sent, or the symbol; `partly`: some lines, or lines with the symbol's name; `not-sent`: it exists, or may, and was not
 * sent.
 */
const SUPPORTS = ["supported", "partly", "not-sent", "no-such-file", "no-such-line"] as const;
export type Support = (typeof SUPPORTS)[number];

export interface CheckedCitation extends Citation {
  readonly support: Support;
  /** The file that is meant: that of the only sent one with this ending where the path is short. */
  readonly file: string;
}

export interface CheckedText {
  readonly citations: readonly CheckedCitation[];
  /** Sentences without any citation, in order. */
  readonly uncited: readonly string[];
}

/** `linesOf`: lines of a file of the project; null for a path that is none. */
export function checkCitations(
  text: string,
  sent: readonly SentPlace[],
  linesOf: (path: string) => number | null,
): CheckedText {
  const found = findCitations(text);
  const paths = [...new Set(sent.map(({ path }) => path))];
  const citations = found.map((citation) => {
    const file = fileOf(citation.path, paths);
    const ofFile = sent.filter(({ path }) => path === file);
    return { ...citation, file, support: supportOf(citation, ofFile, ofFile.length > 0, linesOf(file)) };
  });
  const uncited = statementsOf(text, found).filter((one) => one.citations.length === 0);
  return { citations, uncited: uncited.map((one) => one.text) };
}

function fileOf(path: string, sent: readonly string[]): string {
  const exact = readingsOf(path, { root: null, folder: null }).find((one) => sent.includes(one));
  if (exact !== undefined) {
    return exact;
  }
  const [only, ...more] = sent.filter((one) => one.endsWith(`/${path}`));
  return only !== undefined && more.length === 0 ? only : path;
}

function supportOf(
  { lines, symbol }: Citation,
  sent: readonly SentPlace[],
  wasSent: boolean,
  lineCount: number | null,
): Support {
  if (!wasSent && lineCount === null) {
    return "no-such-file";
  }
  if (symbol !== null) {
    return symbolSupport(symbol, sent);
  }
  const isMissing = ({ startLine, endLine }: LineSpan): boolean =>
    startLine < 1 || endLine < startLine || (lineCount !== null && endLine > lineCount);
  if (lines.some(isMissing)) {
    return "no-such-line";
  }
  const wanted = countLines(lines);
  const covered = lines.reduce((sum, span) => sum + coveredOf(span, sent), 0);
  return covered === wanted ? "supported" : covered > 0 ? "partly" : "not-sent";
}

/** How many lines of the span were sent, each counted once. */
function coveredOf({ startLine, endLine }: LineSpan, sent: readonly LineSpan[]): number {
  let [next, covered] = [startLine, 0];
  for (const one of sent.toSorted((a, b) => a.startLine - b.startLine)) {
    const [from, to] = [Math.max(next, one.startLine), Math.min(endLine, one.endLine)];
    if (from <= to) {
      covered += to - from + 1;
      next = to + 1;
    }
  }
  return covered;
}

const partsOf = (symbol: string): readonly string[] => symbol.split(/\.|::|#/);

function symbolSupport(symbol: string, sent: readonly SentPlace[]): Support {
  const wanted = partsOf(symbol);
  const isIt = (one: string | null): boolean => {
    const parts = one === null ? [] : partsOf(one);
    return parts.length >= wanted.length && wanted.every((part, at) => parts.at(at - wanted.length) === part);
  };
  if (sent.some((place) => isIt(place.symbol))) {
    return "supported";
  }
  const name = wanted.at(-1) ?? "";
  return sent.some(({ source }) => hasWord(source, name)) ? "partly" : "not-sent";
}
