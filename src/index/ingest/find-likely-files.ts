// Finds the files that most likely matter to a request, before they are indexed: by their paths, then by their raw bytes as long as
// time allows. It only changes the order of work; what it reads is never part of an answer.
import type { CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { openSlicer } from "../../system/slices.ts";
import type { FileHints } from "../project-index.ts";
import { countNeedles, type MatchCounts, rankLikelyFiles } from "./rank-likely-files.ts";

export interface LikelyFilesSearch {
  readonly hints: FileHints;
  readonly files: readonly CorpusFile[];
  readonly source: Pick<CorpusSource, "peek">;
  /** On the clock of performance.now(): no file is read after this. */
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the likely files so far, best first: after some files are read, and then from time to time. */
  readonly onFound: (paths: readonly string[]) => void;
}

/** Bytes that are read of a file: a long file contains every word somewhere, and its beginning shows what it is about. */
const PEEK_BYTES = 65_536;
/** Files between two checks of the clock. */
const FILES_PER_LOOK = 16;
/**
 * The order is reported after this many files, then after twice as many, and so on, since each report costs time in proportion
 * to the files read.
 */
const FIRST_REPORT = 400;

/** Returns the likely files, best first, when all were examined or time is up. CANCELLED if the signal is aborted. */
export async function findLikelyFiles(search: LikelyFilesSearch): Promise<readonly string[]> {
  const { hints, files, source, untilMs, signal, onFound } = search;
  const slicer = openSlicer(signal);
  const byPath: MatchCounts[] = files.map(({ path, size }) => ({ path, size, counts: null }));
  if (hints.needles.length === 0) {
    return reported(rankLikelyFiles(hints, byPath), onFound);
  }
  // One character a byte, of the texts too: characters beyond ASCII match in their own case only.
  const needles = hints.needles.map((needle) => Buffer.from(needle).toString("latin1").toLowerCase());
  const seen = new Map(byPath.map((sighting) => [sighting.path, sighting]));
  let read = 0;
  let reportAt = FIRST_REPORT;
  for (const path of readingOrder(hints, byPath)) {
    if (read % FILES_PER_LOOK === 0) {
      await slicer.yieldIfDue();
      if (performance.now() >= untilMs) {
        break;
      }
    }
    const bytes = source.peek(path, PEEK_BYTES);
    const size = seen.get(path)?.size ?? 0;
    if (bytes !== null) {
      seen.set(path, { path, size, counts: countNeedles(bytes.toString("latin1").toLowerCase(), needles) });
    }
    read += 1;
    if (read >= reportAt) {
      reportAt *= 2;
      onFound(rankLikelyFiles(hints, [...seen.values()]));
    }
  }
  return reported(rankLikelyFiles(hints, [...seen.values()]), onFound);
}

function reported(paths: readonly string[], onFound: LikelyFilesSearch["onFound"]): readonly string[] {
  onFound(paths);
  return paths;
}

/** Files whose path matches, then source, then side files; only what the filter admits. */
function* readingOrder(hints: FileHints, sightings: readonly MatchCounts[]): Iterable<string> {
  const first = rankLikelyFiles(hints, sightings);
  yield* first;
  const isFirst = new Set(first);
  const later: string[] = [];
  for (const { path } of sightings) {
    if (!isFirst.has(path) && hints.admits(path)) {
      if (hints.sideDistance(path) > 0) {
        later.push(path);
      } else {
        yield path;
      }
    }
  }
  yield* later;
}
