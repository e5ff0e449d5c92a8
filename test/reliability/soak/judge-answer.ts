// Whether an answer is true of the files that it was made from: each line that it shows stood there, at that number. And
// the form in which two answers on the same files must be equal. Asks nothing.
import { isDeepStrictEqual } from "node:util";

export interface WireHit {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly source_start_line?: number;
  readonly symbol: string | null;
  readonly source?: readonly string[];
  readonly context?: Readonly<Record<string, string>>;
}

export interface WireAnswer {
  readonly outcome: string;
  readonly hits: readonly WireHit[];
  readonly locations?: { readonly rows: readonly (readonly unknown[])[] };
  readonly corrections?: unknown;
  readonly definitions?: unknown;
  readonly changed_files?: readonly string[];
  readonly details: {
    readonly match_type: string;
    readonly scores: readonly number[];
    readonly index: { readonly lagging_files: number };
    readonly completeness: {
      readonly files: number;
      readonly files_by_words: number;
      readonly chunks: number;
      readonly chunks_by_meaning: number;
    };
  };
}

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** Lines without the empty one after a last line end. */
function shownLines(source: string): string[] {
  const lines = linesOf(source);
  return lines.at(-1) === "" && lines.length > 1 ? lines.slice(0, -1) : lines;
}

/** What is untrue of a hit, or null where one of the texts holds all that it shows. */
export function untruthOf(hit: WireHit, texts: readonly (string | null)[]): string | null {
  const first = hit.source_start_line ?? hit.start_line;
  const shown = hit.source === undefined ? [] : shownLines(hit.source.join("\n"));
  const holds = (text: string): boolean => {
    const lines = linesOf(text);
    return (
      hit.end_line <= lines.length &&
      shown.every((line, at) => lines[first - 1 + at] === line) &&
      Object.entries(hit.context ?? {}).every(([number, line]) =>
        (lines[Number(number) - 1] ?? "").trimEnd().startsWith(line.replace(/…$/, "").trimEnd()),
      )
    );
  };
  return texts.some((text) => text !== null && holds(text))
    ? null
    : `${hit.path}:${hit.start_line}-${hit.end_line} is not what the file held between question and answer`;
}

/** Everything that two answers on the same files and vectors share, but for the scores. */
export function comparable(answer: WireAnswer): { readonly hits: readonly string[]; readonly [part: string]: unknown } {
  return {
    outcome: answer.outcome,
    match_type: answer.details.match_type,
    hits: answer.hits.map(
      (hit) => `${hit.path}:${hit.start_line}-${hit.end_line} ${hit.symbol}\n${hit.source?.join("\n") ?? ""}`,
    ),
    locations: answer.locations,
    corrections: answer.corrections,
    definitions: answer.definitions,
    completeness: answer.details.completeness,
  };
}

/** Scores are sums of floats, taken in the order in which files were indexed, and come rounded to three decimals. */
const SCORE_DIFFERENCE_MAX = 0.002;

/** How two answers differ that must not, or null. */
export function differenceOf(answer: WireAnswer, wanted: WireAnswer): string | null {
  const [parts, wantedParts] = [comparable(answer), comparable(wanted)];
  const other = Object.keys(wantedParts).filter((part) => !isDeepStrictEqual(parts[part], wantedParts[part]));
  const scores = answer.details.scores.filter(
    (score, at) => Math.abs(score - (wanted.details.scores[at] ?? Number.NaN)) > SCORE_DIFFERENCE_MAX,
  );
  if (other.length === 0 && scores.length === 0) {
    return null;
  }
  const shown = ({ hits, details: { scores, completeness } }: WireAnswer): string =>
    `${hits.map(({ path, start_line }, at) => `${path}:${start_line} ${scores[at]}`).join(", ")} ${JSON.stringify(completeness)}`;
  return `${[...other, ...(scores.length > 0 ? ["scores"] : [])].join(", ")}: ${shown(answer)} is not ${shown(wanted)}`;
}

/** True where every file is searched by words and, unless only words are asked for, every chunk by meaning. */
export const isWhole = ({ details: { index, completeness } }: WireAnswer, meaning = true): boolean =>
  index.lagging_files === 0 &&
  completeness.files === completeness.files_by_words &&
  (!meaning || completeness.chunks === completeness.chunks_by_meaning);
