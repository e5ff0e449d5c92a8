// What the index has of a project or a folder: files, symbols, and which files it lacks.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Snapshot } from "../index/snapshot.ts";
import type { Corpus } from "../project/corpus.ts";
import { type Problem, throwIfCancelled } from "../vocabulary/failure.ts";
import { requestedPath } from "./requested-path.ts";

/** `""` is the whole project; else it ends with a slash. */
export type FolderPrefix = string;

export const folderPrefix = (folder: string | undefined): FolderPrefix => {
  const path = requestedPath(folder ?? "");
  return path === "" ? "" : `${path}/`;
};

/** Content hashes of the indexed files of the folder, by path: what a later look compares with. */
export function indexedHashes(snapshot: Snapshot, prefix: FolderPrefix): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const { path, contentHash } of snapshot.documents()) {
    if (path.startsWith(prefix)) {
      hashes.set(path, contentHash);
    }
  }
  return hashes;
}

export interface IndexedCounts {
  /** Files of the folder that the project admits. */
  readonly files: number;
  /** Those not indexed at all. */
  readonly missing: number;
  /** Indexed since the last count, again or for the first time. */
  readonly updated: number;
  /** No longer there since then. */
  readonly removed: number;
  readonly symbols: number;
}

export interface CountScene {
  readonly corpus: Pick<Corpus, "files">;
  readonly signal: AbortSignal;
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
}

/** Documents whose symbols are counted between two yields to other work. */
const DOCUMENTS_PER_SLICE = 256;

export async function countIndexed(
  { corpus, signal, withSnapshot }: CountScene,
  prefix: FolderPrefix,
  before: ReadonlyMap<string, string>,
): Promise<IndexedCounts> {
  const now = withSnapshot((snapshot) => indexedHashes(snapshot, prefix));
  const files = [...corpus.files.keys()].filter((path) => path.startsWith(prefix));
  const indexed = [...now.keys()];
  let symbols = 0;
  for (let at = 0; at < indexed.length; at += DOCUMENTS_PER_SLICE) {
    await yieldToEvents();
    throwIfCancelled(signal);
    symbols += withSnapshot((snapshot) => countSymbols(snapshot, indexed.slice(at, at + DOCUMENTS_PER_SLICE)));
  }
  return {
    files: files.length,
    missing: files.filter((path) => !now.has(path)).length,
    updated: indexed.filter((path) => before.get(path) !== now.get(path)).length,
    removed: [...before.keys()].filter((path) => !now.has(path)).length,
    symbols,
  };
}

const countSymbols = (snapshot: Snapshot, paths: readonly string[]): number =>
  paths.reduce((sum, path) => {
    const document = snapshot.documentAt(path);
    return document === undefined ? sum : sum + snapshot.symbols(document.id).length;
  }, 0);

/** Those of files in the folder, and those of no file. */
export const problemsIn = (problems: readonly Problem[], prefix: FolderPrefix): Problem[] =>
  problems.filter(({ path }) => path === undefined || path.startsWith(prefix));
