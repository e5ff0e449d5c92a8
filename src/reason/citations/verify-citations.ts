// Judges each citation of a text by the files that it cites, as they were when it was written and as they are now. Needs nothing of who wrote it.
import { append } from "../../system/append.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { type Citation, type LineSpan, readingsOf } from "./find-citations.ts";
import { hasWord } from "./statements.ts";

/**
 * `holds`: the lines exist, and are what they were; `moved`: they are at other lines, or in another file, now; `changed`, `gone`: they existed when
 * the text was written. The others are false.
 */
export const VERDICTS = [
  "holds",
  "moved",
  "changed",
  "gone",
  "no-such-file",
  "no-such-line",
  "no-such-symbol",
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const isFalse = (verdict: Verdict): boolean => verdict.startsWith("no-such-");

export interface VerifiedCitation extends Citation {
  readonly verdict: Verdict;
  /** The file that is meant: the only one with this ending where the path is short. */
  readonly file: string;
  /** Why it is not simply true; "" where it is. */
  readonly reason: string;
  /** Where the same lines are now; null where they are where the text says, or nowhere. */
  readonly now: { readonly file: string; readonly lines: readonly LineSpan[] } | null;
  /** The cited lines as they were: those of the symbol's first place where a symbol is cited; none of a false one. */
  readonly cited: readonly LineSpan[];
}

/** The lines of a file, in which places are looked for again and again: a report cites it often, and any of thousands of files may have lost lines. */
export class SearchedLines {
  readonly lines: readonly string[];
  #places: ReadonlyMap<string, readonly number[]> | null = null;
  readonly #withWord = new Map<string, number>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  /** 0-based lines at which these lines begin, but for their indentation. */
  placesOf(cited: readonly string[]): number[] {
    this.#places ??= placesIn(this.lines);
    return (this.#places.get(cited[0]?.trim() ?? "") ?? []).filter((at) => isSame(cited, this.lines, at));
  }

  /** The first line with the name, 1-based; 0 for none. */
  lineWith(name: string): number {
    const known = this.#withWord.get(name) ?? this.lines.findIndex((line) => hasWord(line, name)) + 1;
    this.#withWord.set(name, known);
    return known;
  }
}

/** 0-based lines, by what they say. */
function placesIn(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    append(places, line.trim(), at);
  }
  return places;
}

/** A file when the text was written, and now; null where there was, or is, no such file. One object where it is unchanged. */
export interface FileStates {
  readonly before: SearchedLines | null;
  readonly now: SearchedLines | null;
}

/** Where a text's paths may begin. */
export interface Start {
  /** Absolute, with `/`: texts name files so too. */
  readonly root: string | null;
  /** The folder of the text in the project, from which links may lead; null where it is elsewhere. */
  readonly folder: string | null;
}

export interface VerifiedFiles {
  readonly file: (path: string) => FileStates;
  /** Files that are new or were changed since: where lines of a file may be that it has no longer. */
  readonly newer: readonly { readonly path: string; readonly text: SearchedLines }[];
}

/** A citation with the files of the project that may be meant; more than one where its path is short. */
export interface PlacedCitation extends Citation {
  readonly candidates: readonly string[];
}

/** `paths`: of the project, when the text was written. */
export function placeCitations(
  citations: readonly Citation[],
  paths: readonly string[],
  start: Start,
): PlacedCitation[] {
  const byName = namesOf(paths);
  return citations.map((citation) => ({ ...citation, candidates: meant(citation.path, byName, start) }));
}

/** By the last part of the path. */
type ByName = ReadonlyMap<string, readonly string[]>;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function namesOf(paths: readonly string[]): ByName {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    append(byName, nameOf(path), path);
  }
  return byName;
}

/** The file that is meant, or those whose path ends so. */
function meant(path: string, byName: ByName, start: Start): readonly string[] {
  const readings = readingsOf(path, start);
  const namesakes = (one: string): readonly string[] => byName.get(nameOf(one)) ?? [];
  const exact = readings.find((one) => namesakes(one).includes(one));
  if (exact !== undefined) {
    return [exact];
  }
  const ending = [path, readings.at(-1) ?? path].map((end) => namesakes(end).filter((one) => one.endsWith(`/${end}`)));
  return ending.find(({ length }) => length > 0) ?? [];
}

export function verifyCitation({ candidates, ...citation }: PlacedCitation, files: VerifiedFiles): VerifiedCitation {
  const [file = citation.path, ...others] = candidates;
  const untrue = (verdict: Verdict, reason: string): VerifiedCitation => {
    return { ...citation, file, verdict, reason, now: null, cited: [] };
  };
  if (others.length > 0) {
    return untrue("no-such-file", `${candidates.length} files end in this path`);
  }
  const { before, now } = candidates.length === 0 ? NOWHERE : files.file(file);
  if (before === null) {
    return untrue("no-such-file", "no file of this project");
  }
  if (citation.symbol !== null) {
    const name = citation.symbol.split(/\.|::|#/).at(-1) ?? "";
    const line = before.lineWith(name);
    return line > 0
      ? judge({ citation, file, before, now, lines: [{ startLine: line, endLine: line }], files })
      : untrue("no-such-symbol", `${name} does not occur in this file`);
  }
  const missing = citation.lines.find((span) => !isIn(span, before.lines.length));
  if (missing !== undefined) {
    const { startLine, endLine } = missing;
    const wrong =
      endLine < startLine
        ? "the range ends before it begins"
        : `the file has ${renderCount(before.lines.length, "line")}`;
    return untrue("no-such-line", wrong);
  }
  return judge({ citation, file, before, now, lines: citation.lines, files });
}

const NOWHERE: FileStates = { before: null, now: null };

const isIn = ({ startLine, endLine }: LineSpan, count: number): boolean =>
  startLine >= 1 && endLine >= startLine && endLine <= count;

interface Judged {
  readonly citation: Citation;
  readonly file: string;
  readonly before: SearchedLines;
  readonly now: SearchedLines | null;
  readonly lines: readonly LineSpan[];
  readonly files: VerifiedFiles;
}

function judge({ citation, file, before, now, lines, files }: Judged): VerifiedCitation {
  const result = (verdict: Verdict, reason: string, place: VerifiedCitation["now"]): VerifiedCitation => {
    return { ...citation, file, verdict, reason, now: place, cited: lines };
  };
  if (now === before) {
    return result("holds", "", null);
  }
  const inFile = now === null ? null : allMoved(lines, before, now);
  if (inFile !== null) {
    const stays = inFile.every(({ startLine }, at) => startLine === lines[at]?.startLine);
    return stays ? result("holds", "", null) : result("moved", "", { file, lines: inFile });
  }
  const source = lines
    .map(({ startLine, endLine }) => before.lines.slice(startLine - 1, endLine).join("\n"))
    .join("\n");
  const elsewhere = (isTelling(source) ? files.newer : []).flatMap(({ path, text }) => {
    const moved = path === file ? null : allMoved(lines, before, text);
    return moved === null ? [] : [{ file: path, lines: moved }];
  });
  const [only, ...more] = elsewhere;
  if (only !== undefined && more.length === 0) {
    return result("moved", "", only);
  }
  const to = more.length > 0 ? `; ${elsewhere.length} files have these lines now` : "";
  return now === null
    ? result("gone", `the file is no longer there${to}`, null)
    : result("changed", `these lines are different now${to}`, null);
}

/** Fewer letters and digits may be the same by chance in another place. */
const TELLING_MIN = 20;
const isTelling = (source: string): boolean => source.replaceAll(/[^\p{L}\p{N}]/gu, "").length >= TELLING_MIN;

function allMoved(spans: readonly LineSpan[], before: SearchedLines, now: SearchedLines): LineSpan[] | null {
  const found = spans.map((span) => movedTo(span, before, now));
  return found.every((one) => one !== null) ? found : null;
}

/** More places of the same lines tell nothing: such as lines with one bracket. */
const PLACES_MAX = 200;

/**
 * Where the lines of a span are now: of all places that have the same lines but for their indentation, the one whose surroundings are most like
 * those before, and of equal ones the nearest. None that is more like another place that had the same lines before.
 */
function movedTo(span: LineSpan, before: SearchedLines, now: SearchedLines): LineSpan | null {
  const cited = before.lines.slice(span.startLine - 1, span.endLine);
  const start = span.startLine - 1;
  const others = before.placesOf(cited).filter((at) => at !== start);
  const places = now.placesOf(cited);
  const likeness = (at: number, place: number): number => contextOf(before.lines, at, now.lines, place, cited.length);
  const isOnly = others.length === 0 && places.length === 1;
  const telling = (isOnly && places[0] === start) || isTelling(cited.join("\n"));
  const own =
    places.length > PLACES_MAX || others.length > PLACES_MAX
      ? places.filter((place) => place === start && likeness(start, place) > 0)
      : places.filter((place) => {
          const like = likeness(start, place);
          return (like > 0 || telling) && others.every((at) => likeness(at, place) <= like);
        });
  const [best] = own.sort(
    (a, b) => likeness(start, b) - likeness(start, a) || Math.abs(a - start) - Math.abs(b - start),
  );
  return best === undefined ? null : { startLine: best + 1, endLine: best + cited.length };
}

const isSame = (cited: readonly string[], text: readonly string[], at: number): boolean =>
  at + cited.length <= text.length && cited.every((line, index) => line.trim() === text[at + index]?.trim());

/** Lines around that are compared, on each side. */
const CONTEXT_LINES = 8;

/** How many lines directly before and behind are the same, without a gap, of `count` lines at these 0-based places. */
function contextOf(
  before: readonly string[],
  at: number,
  now: readonly string[],
  place: number,
  count: number,
): number {
  const same = (by: number): boolean => {
    const [old, other] = [before[at + by], now[place + by]];
    return old !== undefined && other !== undefined && old.trim() === other.trim();
  };
  let context = 0;
  for (let back = 1; back <= CONTEXT_LINES && same(-back); back += 1) {
    context += 1;
  }
  for (let ahead = 0; ahead < CONTEXT_LINES && same(count + ahead); ahead += 1) {
    context += 1;
  }
  return context;
}
