// What the commit of a branch stores of a session's files: as HEAD stores them, and nothing that is not the session's.
import { dirname, join } from "node:path";
import { blobName, withLineFeeds } from "../../project/blob-name.ts";
import { localDisk } from "../../project/disk.ts";
import { type ListedEntry, SUBMODULE } from "../../project/git-listing.ts";
import { enclosingRepository } from "../../project/repository.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { FileContent, PlannedFile } from "./plan-changes.ts";

export interface BlobChange {
  readonly path: string;
  /** Null: the path is removed. */
  readonly entry: { readonly mode: string; readonly bytes: Buffer } | null;
}

/** The folders of the project that HEAD has files in, or below. */
type HeadFolders = ReadonlySet<string>;

/**
 * `tree`: HEAD's entries below `root`, by project-relative path. INVALID_INPUT for a file that has changes which are not the session's,
 * and for a path that HEAD has for something else, or that belongs to another repository.
 */
export function branchChanges(
  root: string,
  files: readonly PlannedFile[],
  tree: ReadonlyMap<string, ListedEntry>,
): readonly BlobChange[] {
  const folders = foldersOf(tree);
  for (const path of files.flatMap(({ path, to }) => (to === null ? [path] : [path, to]))) {
    checkRepository(root, path);
    checkPlace(path, tree, folders);
  }
  const stored = files.map((file) => storedForm(file, tree.get(file.path)));
  // A new file with CR LF is stored as its neighbours are.
  const converts = stored.some((form) => form?.converted === true);
  return files.flatMap((file, index) => {
    const { path, to, after } = file;
    const form = stored[index] ?? { mode: gitMode(after), converted: converts };
    for (const place of file.before === null ? [path] : to === null ? [] : [to]) {
      if (tree.has(place))
        throw invalid(`${place} is in HEAD already`, "commit its deletion first, or choose another path");
    }
    const entry = after && { mode: form.mode, bytes: form.converted ? withLineFeeds(after.bytes) : after.bytes };
    if (to !== null)
      return [
        { path, entry: null },
        { path: to, entry },
      ];
    return [{ path, entry }];
  });
}

function foldersOf(tree: ReadonlyMap<string, ListedEntry>): HeadFolders {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    for (let folder = dirname(path); folder !== "." && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

/** A submodule, or a repository that lies within: its files are its own, though git would store them here. */
function checkRepository(root: string, path: string): void {
  const [own, ofPath] = [root, dirname(join(root, path))].map((one) => enclosingRepository(one, localDisk));
  if (own?.top !== ofPath?.top) {
    throw invalid(
      `${path} is in another repository`,
      "commit the edits without a branch, or edit that repository by itself",
    );
  }
}

/** Git would make room for the path: what HEAD has there would be gone from the commit. */
function checkPlace(path: string, tree: ReadonlyMap<string, ListedEntry>, folders: HeadFolders): void {
  const hint = "commit its deletion first, or choose another path";
  if (folders.has(path)) throw invalid(`${path} is a folder in HEAD`, hint);
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const entry = tree.get(folder);
    if (entry !== undefined)
      throw invalid(`${folder} is a ${entry.mode === SUBMODULE ? "submodule" : "file"} in HEAD`, hint);
  }
}

interface StoredForm {
  readonly mode: string;
  /** Whether git stores LF for the CR LF on disk. */
  readonly converted: boolean;
}

/** How HEAD stores the file as it is on disk; null of a new file. */
function storedForm({ path, before }: PlannedFile, entry: ListedEntry | undefined): StoredForm | null {
  if (before === null) return null;
  if (entry === undefined) {
    throw invalid(
      `${path} is not in HEAD: all of it would be committed`,
      "add it to git first, or commit the edits without a branch",
    );
  }
  const { mode, id } = entry;
  if (blobName(before.bytes, id.length) === id) return { mode, converted: false };
  if (blobName(withLineFeeds(before.bytes), id.length) === id) return { mode, converted: true };
  const hint = "commit or stash these changes first, or commit the edits without a branch";
  throw invalid(
    `${path} differs from HEAD (uncommitted changes, or a filter such as LFS), which would be committed, too`,
    hint,
  );
}

const gitMode = (content: FileContent | null): string => (((content?.mode ?? 0) & 0o100) === 0 ? "100644" : "100755");

export const invalid = (message: string, hint: string): Failure =>
  new Failure("INVALID_INPUT", `branch: ${message}`, { hint });
