// The present states of a loaded result's files: compared by content hash, read through the project's admitted corpus and never
// by opening a stored path.
import { join } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import { pathBelow } from "./anchored-paths.ts";
import type { SavedFile, SavedResult } from "./saved-result.ts";

/**
 * `unchanged` and `changed` since it was saved; `missing`: deleted, or not among the files that the project admits
 * to search; `outside`: the stored path is not in the project, so it was not looked at; `unknown`: the document has no
 * hash for it.
 */
export type FileState = "unchanged" | "changed" | "missing" | "outside" | "unknown";

export interface FileStatus {
  /** Relative to the project and `/`-separated; as stored where the state is `outside`. */
  readonly path: string;
  readonly state: FileState;
}

/** `CorpusSource.read` fits: a hash, or that the content is not searched; PATH_NOT_ADMITTED for any other file. */
export type ReadAdmitted = (path: string) => Promise<{ readonly contentHash: string } | { readonly excluded: string }>;

async function stateOf(path: string, hash: string | undefined, readAdmitted: ReadAdmitted): Promise<FileState> {
  try {
    const now = await readAdmitted(path);
    if ("excluded" in now) {
      return now.excluded === "unreadable" ? "missing" : "changed";
    }
    return hash === undefined ? "unknown" : now.contentHash === hash ? "unchanged" : "changed";
  } catch (error) {
    if (error instanceof Failure && error.code === "PATH_NOT_ADMITTED") {
      return "missing";
    }
    throw error;
  }
}

export interface AnchoredResult {
  /** The document with the root and paths of this machine; a file `outside` keeps its stored path. */
  readonly document: SavedResult;
  /** In the order of `document.files`. */
  readonly statuses: readonly FileStatus[];
}

/** Moves a loaded document's paths under `root` and checks each of its files. */
export async function anchorResult(
  stored: SavedResult,
  root: string,
  readAdmitted: ReadAdmitted,
): Promise<AnchoredResult> {
  const files: SavedFile[] = [];
  const statuses: FileStatus[] = [];
  for (const file of stored.files) {
    const path = pathBelow(stored.project_root, file.path);
    if (path === null) {
      files.push(file);
      statuses.push({ path: file.path, state: "outside" });
    } else {
      const hash = Object.hasOwn(stored.content_hashes, path) ? stored.content_hashes[path] : undefined;
      files.push({ ...file, path: join(root, path) });
      statuses.push({ path, state: await stateOf(path, hash, readAdmitted) });
    }
  }
  return { document: { ...stored, project_root: root, files }, statuses };
}
