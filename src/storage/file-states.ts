// The present states of a loaded result's files: compared by content hash, read through the project's admitted corpus and never
// by opening a stored path.
import { join } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import { rootsOf } from "../vocabulary/joined-path.ts";
import { pathBelow } from "./anchored-paths.ts";
import type { SavedFile, SavedResult } from "./saved-result.ts";

/**
 * `unchanged` and `changed` since it was saved; `missing`: deleted, or not among the files that the project admits
 * to search; `outside`: the stored path is not in the project, so it was not looked at; `unknown`: the document has no
 * hash for it, or its project, one of several, cannot be used now.
 */
export type FileState = "unchanged" | "changed" | "missing" | "outside" | "unknown";

export interface FileStatus {
  /** Name of its project, where several were searched. */
  readonly project?: string | undefined;
  /** Relative to its project and `/`-separated; as stored where the state is `outside`. */
  readonly path: string;
  readonly state: FileState;
}

/**
 * Reads a file's hash and text, or that its content is not searched; `CorpusSource.read` is one. Throws PATH_NOT_ADMITTED for a file that is not admitted.
 * Null if the project cannot be used now. `project`: its root, if the result is about several.
 */
export type ReadAdmitted = (
  path: string,
  project?: string,
) => Promise<{ readonly contentHash: string; readonly text?: string } | { readonly excluded: string } | null>;

async function stateOf(
  { path, project }: { readonly path: string; readonly project?: string | undefined },
  hash: string | undefined,
  readAdmitted: ReadAdmitted,
): Promise<FileState> {
  try {
    const now = await readAdmitted(path, project);
    if (now === null) {
      return "unknown";
    }
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

const hashAt = ({ content_hashes: hashes }: SavedResult, key: string): string | undefined =>
  Object.hasOwn(hashes, key) ? hashes[key] : undefined;

/**
 * Checks each file of a loaded document, and places its paths under `root`. If `root` joins several roots, the document is in the user's own home and
 * was written on this machine, so its paths stay.
 */
export async function anchorResult(
  stored: SavedResult,
  root: string,
  readAdmitted: ReadAdmitted,
): Promise<AnchoredResult> {
  const roots = rootsOf(root);
  const rootOf = roots.length === 1 ? () => stored.project_root : projectRoots(stored, roots);
  const files: SavedFile[] = [];
  const statuses: FileStatus[] = [];
  for (const file of stored.files) {
    const project = rootOf(file);
    const path = project === undefined ? null : pathBelow(project, file.path);
    if (path === null) {
      files.push(file);
      statuses.push({ path: file.path, state: "outside" });
    } else if (roots.length === 1) {
      files.push({ ...file, path: join(root, path) });
      statuses.push({ path, state: await stateOf({ path }, hashAt(stored, path), readAdmitted) });
    } else {
      files.push(file);
      const state = await stateOf({ path, project }, hashAt(stored, file.path), readAdmitted);
      statuses.push({ project: file.project, path, state });
    }
  }
  return { document: { ...stored, project_root: root, files }, statuses };
}

/** The root of a file's project, if that is one of `roots`. */
function projectRoots({ projects = [] }: SavedResult, roots: readonly string[]) {
  const byName = new Map(projects.flatMap(({ name, root }) => (roots.includes(root) ? [[name, root]] : [])));
  return ({ project = "" }: SavedFile): string | undefined => byName.get(project);
}
