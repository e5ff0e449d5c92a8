// Finds matches of a structural pattern in the project's files as they are on disk, within a time limit. Files that lack a text
// of the pattern are skipped without parsing.
import type { MatchTask } from "../../index/text-analyzer.ts";
import { roleOf } from "../../languages/file-role.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import type { GrammarPattern, MatchedCode, TextMatches } from "../../syntax/patterns/match-text.ts";
import { openSlicer, type Slicer } from "../../system/slices.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { type BatchedText, matchBatch } from "./match-batch.ts";

/** Files passed to a worker at once: few enough to keep the time limit. */
const BATCH_FILES = 16;
/** UTF-16 units. */
const BATCH_LENGTH = 200_000;
/** Batches that are worked on at once. */
const IN_FLIGHT = 3;

export interface StructureSearch {
  readonly corpus: CorpusSource;
  readonly patterns: readonly GrammarPattern[];
  /** Files that may contain it. */
  readonly candidates: readonly string[];
  /** Most matches returned, over all files; the rest is counted. */
  readonly most: number;
  readonly timeMs: number;
  readonly signal: AbortSignal;
  readonly matchPattern: (task: MatchTask, signal: AbortSignal) => Promise<readonly TextMatches[]>;
}

export interface StructureHits {
  readonly path: string;
  /** Hex SHA-256 of the bytes that were searched. */
  readonly contentHash: string;
  readonly count: number;
  readonly lines: readonly MatchedCode[];
}

export interface StructureFound {
  /** The source itself before what is beside it, then by path. */
  readonly files: readonly StructureHits[];
  readonly count: number;
  /** Files that were not looked through to their end, those in `givenUp` included. */
  readonly left: number;
  /** Files in which something took too long, by path. */
  readonly givenUp: readonly { readonly path: string; readonly reason: string }[];
  /** Files with something in them that the grammar does not read. */
  readonly partial: number;
}

interface ReadText extends BatchedText {
  readonly contentHash: string;
}

interface Find {
  readonly contentHash: string;
  readonly matches: TextMatches;
}

/** Throws CANCELLED. A file that is not admitted any more when it is to be read is skipped. */
export async function searchStructure(search: StructureSearch): Promise<StructureFound> {
  const { patterns, most, signal, matchPattern } = search;
  const deadlineMs = performance.now() + search.timeMs;
  const paths = inOrder(search.candidates);
  const finds = new Map<string, Find>();
  const slicer = openSlicer(signal);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < paths.length && performance.now() < deadlineMs) {
      const { texts, passed } = await readBatch(search, slicer, deadlineMs, () => paths[next++]);
      done += passed;
      const results = await matchBatch(texts, (task) => matchPattern({ ...task, patterns, most }, signal), deadlineMs);
      done += results.length;
      results.forEach((matches, at) => {
        const { path = "", contentHash = "" } = texts[at] ?? {};
        finds.set(path, { contentHash, matches });
      });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  throwIfCancelled(signal);
  return foundOf(paths, finds, paths.length - done, most);
}

function inOrder(paths: readonly string[]): string[] {
  const source = paths.filter((path) => roleOf(path) === null);
  const beside = paths.filter((path) => roleOf(path) !== null);
  return [...source.sort(), ...beside.sort()];
}

interface Batch {
  readonly texts: readonly ReadText[];
  /** Files that were read and cannot match, or are not in the project. */
  readonly passed: number;
}

async function readBatch(
  { corpus, patterns }: StructureSearch,
  slicer: Slicer,
  deadlineMs: number,
  take: () => string | undefined,
): Promise<Batch> {
  const texts: ReadText[] = [];
  let passed = 0;
  let length = 0;
  while (texts.length < BATCH_FILES && length < BATCH_LENGTH && performance.now() < deadlineMs) {
    const path = take();
    if (path === undefined) {
      break;
    }
    await slicer.yieldIfDue();
    const read = await readAdmitted(corpus, path);
    if (read !== null && "text" in read && mayMatch(read.text, patterns)) {
      texts.push({ path, contentHash: read.contentHash, text: read.text });
      length += read.text.length;
    } else {
      passed += 1;
    }
  }
  return { texts, passed };
}

const mayMatch = (text: string, patterns: readonly GrammarPattern[]): boolean =>
  patterns.some(({ programs }) => programs.some(({ literals }) => literals.every((one) => text.includes(one))));

function foundOf(
  paths: readonly string[],
  finds: ReadonlyMap<string, Find>,
  unread: number,
  most: number,
): StructureFound {
  const files: StructureHits[] = [];
  const givenUp: { path: string; reason: string }[] = [];
  let shown = 0;
  let count = 0;
  let partial = 0;
  for (const path of paths) {
    const find = finds.get(path);
    if (find === undefined) {
      continue;
    }
    const { contentHash, matches } = find;
    partial += matches.partial ? 1 : 0;
    if (matches.trouble !== null) {
      givenUp.push({ path, reason: matches.trouble });
    }
    if (matches.count > 0) {
      const lines = matches.first.slice(0, Math.max(0, most - shown));
      files.push({ path, contentHash, count: matches.count, lines });
      shown += lines.length;
      count += matches.count;
    }
  }
  return { files, count, left: unread + givenUp.length, givenUp, partial };
}
