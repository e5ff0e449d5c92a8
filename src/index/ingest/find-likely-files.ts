// Finds the files that most likely matter to a request, before they are indexed: by their paths, then by their raw bytes as long as
// time allows. It only changes the order of work; what it reads is never part of an answer.
import type { CorpusFile } from "../../project/corpus.ts";
import type { FileHints } from "../project-index.ts";
import { type PeekOptions, peekFiles } from "./peek-files.ts";
import { countNeedles, type MatchCounts, rankLikelyFiles } from "./rank-likely-files.ts";

export interface LikelyFilesSearch extends Omit<PeekOptions, "bytesMax"> {
  readonly hints: FileHints;
  readonly files: readonly CorpusFile[];
  /** Called with the likely files so far, best first: after some files are read, and then from time to time. */
  readonly onFound: (paths: readonly string[]) => void;
}

/** Bytes that are read of a file: a long file contains every word somewhere, and its beginning shows what it is about. */
const PEEK_BYTES = 65_536;
/**
 * The order is reported after this many files, then after twice as many, and so on, since each report costs time in proportion
 * to the files read.
 */
const FIRST_REPORT = 400;

/** Returns the likely files, best first, when all were examined or time is up. CANCELLED if the signal is aborted. */
export async function findLikelyFiles(search: LikelyFilesSearch): Promise<readonly string[]> {
  const { hints, files, onFound } = search;
  const examined = new Map<string, MatchCounts>(files.map(({ path, size }) => [path, { path, size, counts: null }]));
  const rank = () => {
    const likely = rankLikelyFiles(hints, [...examined.values()]);
    onFound(likely);
    return likely;
  };
  if (hints.needles.length === 0) {
    return rank();
  }
  // One character a byte, of the texts too: characters beyond ASCII match in their own case only.
  const needles = hints.needles.map((needle) => Buffer.from(needle).toString("latin1").toLowerCase());
  let read = 0;
  let reportAt = FIRST_REPORT;
  const paths = readingOrder(hints, [...examined.values()]);
  await peekFiles(paths, { ...search, bytesMax: PEEK_BYTES }, (path, bytes) => {
    const size = examined.get(path)?.size ?? 0;
    if (bytes !== null) {
      examined.set(path, { path, size, counts: countNeedles(bytes.toString("latin1").toLowerCase(), needles) });
    }
    read += 1;
    if (read >= reportAt) {
      reportAt *= 2;
      rank();
    }
    return true;
  });
  return rank();
}

/** Files whose path matches, then source, then side files; only what the filter admits. */
function* readingOrder(hints: FileHints, counted: readonly MatchCounts[]): Iterable<string> {
  const first = rankLikelyFiles(hints, counted);
  yield* first;
  const isFirst = new Set(first);
  const later: string[] = [];
  for (const { path } of counted) {
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
