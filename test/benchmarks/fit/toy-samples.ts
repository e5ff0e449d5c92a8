// Samples for tests, written as short as a question can be: files with a few values, and which of them are right.
import type { SignalName } from "../../../src/search/ranking/weights.ts";
import { type Column, coveredBy, type Sample, SIGNALS } from "./samples.ts";

export type ToyValues = Readonly<Partial<Record<SignalName, number>>>;

export interface ToyQuestion {
  readonly repo: string;
  /**
   * By path: the values of each chunk, which are of ten lines each, one after the other. As in rank.ts, a name,
   * a line or a phrase is a chunk's own; of all else, the highest is the file's. Words choose among its chunks.
   */
  readonly files: Readonly<Record<string, readonly ToyValues[]>>;
  /** Paths, or `path:line` for lines. */
  readonly targets: readonly string[];
  readonly column?: Column;
}

const CHUNK_LINES = 10;
const OWN: readonly SignalName[] = ["definition", "namedLine", "phrase"];

function valuesOf(chunk: ToyValues, chunks: readonly ToyValues[]): number[] {
  return SIGNALS.map((signal) => {
    const all = OWN.includes(signal) ? [chunk] : chunks;
    return Math.max(...all.map((values) => values[signal] ?? 0));
  });
}

export function toySample({ repo, files, targets, column = "words" }: ToyQuestion): Sample {
  const wanted = targets.map((target) => {
    const [path = "", line] = target.split(":");
    return line === undefined ? { path } : { path, lines: { start: Number(line), end: Number(line) } };
  });
  return {
    set: 0,
    repo,
    arm: "words only",
    column,
    weight: 1,
    targets: wanted,
    chunksPerFile: 3,
    files: Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, chunks]) => ({
        path,
        chunks: chunks.map((chunk, at) => {
          const [startLine, endLine] = [at * CHUNK_LINES + 1, (at + 1) * CHUNK_LINES];
          return {
            startLine,
            endLine,
            values: valuesOf(chunk, chunks),
            choice: chunk.chunkWords ?? 0,
            covers: coveredBy({ path, startLine, endLine }, wanted),
          };
        }),
      })),
  };
}
