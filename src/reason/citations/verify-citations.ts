// Judges each citation of a text by the files that it cites, as they were when it was written and as they are now. Needs nothing of who wrote it.
import { renderCount } from "../../vocabulary/shown-text.ts";
import { type Citation, findCitations, type LineSpan, readingsOf } from "./find-citations.ts";
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

/** A file's lines when the text was written, and now; null where there was, or is, no such file. */
export interface FileStates {
  readonly before: readonly string[] | null;
  readonly now: readonly string[] | null;
}

export interface VerifiedFiles {
  /** Absolute, with `/`: texts name files so too. */
  readonly root: string | null;
  /** The folder of the text in the project, from which links may lead; null where it is elsewhere. */
  readonly folder: string | null;
  /** Of the project, when the text was written. */
  readonly paths: readonly string[];
  readonly file: (path: string) => FileStates;
  /** Files that are new or were changed since: where lines of a file may be that it has no longer. */
  readonly newer: readonly { readonly path: string; readonly lines: readonly string[] }[];
}

/** `findCitations` of the text, or some of them. */
export function verifyCitations(citations: readonly Citation[], files: VerifiedFiles): VerifiedCitation[] {
  const byName = namesOf(files.paths);
  return citations.map((citation) => verify(citation, meant(citation.path, byName, files), files));
}

/** The files that a text cites, as far as they are files of the project; paths of `paths`. */
export function citedFiles(text: string, files: Pick<VerifiedFiles, "paths" | keyof Start>): string[] {
  const byName = namesOf(files.paths);
  return [...new Set(findCitations(text).flatMap(({ path }) => meant(path, byName, files).slice(0, 1)))];
}

/** By the last part of the path. */
type ByName = ReadonlyMap<string, readonly string[]>;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function namesOf(paths: readonly string[]): ByName {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const known = byName.get(nameOf(path));
    if (known === undefined) {
      byName.set(nameOf(path), [path]);
    } else {
      known.push(path);
    }
  }
  return byName;
}

type Start = Pick<VerifiedFiles, "root" | "folder">;

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

function verify(citation: Citation, candidates: readonly string[], files: VerifiedFiles): VerifiedCitation {
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
    const line = lineWith(before, name);
    return line > 0
      ? judge({ citation, file, before, now, lines: [{ startLine: line, endLine: line }], files })
      : untrue("no-such-symbol", `${name} does not occur in this file`);
  }
  const missing = citation.lines.find((span) => !isIn(span, before.length));
  if (missing !== undefined) {
    const { startLine, endLine } = missing;
    const wrong =
      endLine < startLine ? "the range ends before it begins" : `the file has ${renderCount(before.length, "line")}`;
    return untrue("no-such-line", wrong);
  }
  return judge({ citation, file, before, now, lines: citation.lines, files });
}

const NOWHERE: FileStates = { before: null, now: null };

const isIn = ({ startLine, endLine }: LineSpan, count: number): boolean =>
  startLine >= 1 && endLine >= startLine && endLine <= count;

/** 1-based; 0 for none. Each name is looked for once in a file. */
function lineWith(lines: readonly string[], name: string): number {
  const { withWord } = indexOf(lines);
  const known = withWord.get(name) ?? lines.findIndex((line) => hasWord(line, name)) + 1;
  withWord.set(name, known);
  return known;
}

interface Judged {
  readonly citation: Citation;
  readonly file: string;
  readonly before: readonly string[];
  readonly now: readonly string[] | null;
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
  const source = lines.map(({ startLine, endLine }) => before.slice(startLine - 1, endLine).join("\n")).join("\n");
  const elsewhere = (isTelling(source) ? files.newer : []).flatMap(({ path, lines: text }) => {
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

function allMoved(spans: readonly LineSpan[], before: readonly string[], now: readonly string[]): LineSpan[] | null {
  const found = spans.map((span) => movedTo(span, before, now));
  return found.every((one) => one !== null) ? found : null;
}

/** More places of the same lines tell nothing: such as lines with one bracket. */
const PLACES_MAX = 200;

/**
 * Where the lines of a span are now: of all places that have the same lines but for their indentation, the one whose surroundings are most like
 * those before, and of equal ones the nearest. None that is more like another place that had the same lines before.
 */
function movedTo(span: LineSpan, before: readonly string[], now: readonly string[]): LineSpan | null {
  const cited = before.slice(span.startLine - 1, span.endLine);
  const start = span.startLine - 1;
  const others = placesOf(cited, before).filter((at) => at !== start);
  const places = placesOf(cited, now);
  const likeness = (at: number, place: number): number => contextOf(before, at, now, place, cited.length);
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

/** 0-based lines at which these lines begin. */
const placesOf = (cited: readonly string[], text: readonly string[]): number[] =>
  (indexOf(text).places.get(cited[0]?.trim() ?? "") ?? []).filter((at) => isSame(cited, text, at));

interface LineIndex {
  /** 0-based lines, by what they say. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly withWord: Map<string, number>;
}

/** Of each file once: a report cites it often, and lines that are lost are looked for in thousands of files. */
const indexes = new WeakMap<readonly string[], LineIndex>();

function indexOf(text: readonly string[]): LineIndex {
  const known = indexes.get(text);
  if (known !== undefined) {
    return known;
  }
  const places = new Map<string, number[]>();
  for (const [at, line] of text.entries()) {
    const same = places.get(line.trim());
    if (same === undefined) {
      places.set(line.trim(), [at]);
    } else {
      same.push(at);
    }
  }
  const made = { places, withWord: new Map<string, number>() };
  indexes.set(text, made);
  return made;
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
