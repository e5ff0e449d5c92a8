// Finds the files that hold what a request looks for, before any is indexed: by their paths, then by their raw bytes for
// as long as there is time. Decides an order of work and nothing else; what it sees is never part of an answer.
import type { CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { openPace } from "../../project/pace.ts";
import { countNeedles, mostPromising, type Sighting, type Sought } from "./sought.ts";

export interface Search {
  readonly sought: Sought;
  readonly files: readonly CorpusFile[];
  readonly source: Pick<CorpusSource, "peek">;
  /** By performance.now(): the bytes of no further file are read. */
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
  /** The most promising so far, best first: when some texts are read, then now and then. */
  readonly onFound: (paths: readonly string[]) => void;
}

/** A longer file has everything somewhere; its beginning tells what it is about. Bytes. */
const PEEK_BYTES = 65_536;
/** Files between two looks at the clock. */
const FILES_PER_LOOK = 16;
/** The order is told after so many files, then after twice as many, and so on: each telling costs as much as is known. */
const FIRST_TELLING = 400;

/** Answers the most promising files when all were looked at, or time is up. CANCELLED where the signal says so. */
export async function findPromising(search: Search): Promise<readonly string[]> {
  const { sought, files, source, untilMs, signal, onFound } = search;
  const pace = openPace(signal);
  const byPath: Sighting[] = files.map(({ path, size }) => ({ path, size, counts: null }));
  if (sought.needles.length === 0) {
    return told(mostPromising(sought, byPath), onFound);
  }
  // One character a byte, of the texts too: what is no ASCII is found in its own case.
  const needles = sought.needles.map((needle) => Buffer.from(needle).toString("latin1").toLowerCase());
  const seen = new Map(byPath.map((sighting) => [sighting.path, sighting]));
  let read = 0;
  let tellAt = FIRST_TELLING;
  for (const path of readingOrder(sought, byPath)) {
    if (read % FILES_PER_LOOK === 0) {
      await pace.breathe();
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
    if (read >= tellAt) {
      tellAt *= 2;
      onFound(mostPromising(sought, [...seen.values()]));
    }
  }
  return told(mostPromising(sought, [...seen.values()]), onFound);
}

function told(paths: readonly string[], onFound: Search["onFound"]): readonly string[] {
  onFound(paths);
  return paths;
}

/** What its path promises, then source, then what lies beside it, as long as the filter lets it in. */
function* readingOrder(sought: Sought, sightings: readonly Sighting[]): Iterable<string> {
  const first = mostPromising(sought, sightings);
  yield* first;
  const taken = new Set(first);
  const later: string[] = [];
  for (const { path } of sightings) {
    if (!taken.has(path) && sought.admits(path)) {
      if (sought.beside(path) > 0) {
        later.push(path);
      } else {
        yield path;
      }
    }
  }
  yield* later;
}
