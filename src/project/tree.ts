// The remembered state of a project's files: folders that were entered, files that may be admitted, and entries that are
// excluded. Data only; walk.ts changes it, assemble.ts reads it.

import { pathBelow } from "../system/platform/below.ts";
import type { Exclusion } from "../vocabulary/exclusion.ts";
import type { Problem } from "../vocabulary/failure.ts";
import type { CorpusFile } from "./corpus.ts";
import type { Disk, Stamp } from "./disk.ts";
import type { FolderRules } from "./folder-rules.ts";
import type { Policy } from "./policy.ts";
import type { UserExcludes } from "./repository.ts";
import type { RuleScope } from "./rule-scope.ts";
import type { Tracked } from "./tracked.ts";

/** A file whose name is admitted; its size and content may still exclude it. */
export interface FileNode {
  readonly name: string;
  /** Named by `include`: neither its size (up to the hard limit) nor its content's class excludes it. */
  readonly included: boolean;
  /** Null until the file is examined, and after it has vanished. */
  file: CorpusFile | null;
  exclusion: Exclusion | null;
  problem: Problem | null;
}

/** An excluded entry; it is not examined again until its folder changes. */
export interface LeftOut {
  readonly name: string;
  readonly isFolder: boolean;
  /** Null if it is not counted. */
  readonly exclusion: Exclusion | null;
  readonly problem: Problem | null;
}

/** A symbolic link; never followed, and judged again at each refresh since its target may change. */
export interface LinkNode {
  readonly name: string;
  problem: Problem | null;
}

/** What a folder inherits from its parent. */
export interface Inheritance {
  /** The parent's rules. If they are replaced, everything below is judged again. */
  readonly from: FolderRules | null;
  readonly scope: RuleScope;
  readonly tracked: Tracked | null;
  readonly within: Exclusion | null;
  /** Whether tracked files are admitted `within` a class. */
  readonly honoursGit: boolean;
}

export interface FolderNode {
  /** Project-relative, "" for the root. */
  readonly path: string;
  readonly name: string;
  /** The root's is 0. */
  readonly depth: number;
  readonly inherited: Inheritance;
  /** The folder's state when it was last listed; null forces a listing. */
  stamp: Stamp | null;
  listedAtMs: number;
  /** Names and kinds as last listed, as one string. */
  listing: string;
  names: ReadonlySet<string>;
  /** The listing and the rules by which the entries below were judged. */
  judgedListing: string | null;
  rules: FolderRules | null;
  /** A class that the folder's own entries put it in; it is then treated as not entered. */
  exclusion: Exclusion | null;
  problem: Problem | null;
  /** Sorted by name in code-unit order, as all lists here. */
  files: readonly FileNode[];
  folders: readonly FolderNode[];
  links: readonly LinkNode[];
  leftOut: readonly LeftOut[];
}

/** A content verdict holds as long as the file's state does. */
export interface ContentVerdict {
  readonly exclusion: Exclusion;
  readonly file: CorpusFile;
  readonly problem: Problem | null;
}

export interface Tree {
  /** Absolute, real path. */
  readonly root: string;
  readonly policy: Policy;
  readonly disk: Disk;
  readonly top: FolderNode;
  /** Asked until git has answered once: a later change of the user's git settings is seen by the next process only. */
  readonly userExcludes: () => Promise<UserExcludes>;
  /** By path; recorded by `read`, respected by the walk. */
  readonly verdicts: Map<string, ContentVerdict>;
  /** True while something has changed since the last corpus was assembled. */
  changed: boolean;
  /** Files by path, in their new state, that were admitted before and after a change, if nothing else changed. */
  readonly edited: Map<string, CorpusFile>;
  /** Folders that had events or are new, and have not been verified since. */
  readonly marked: Set<string>;
  /** Folders with something whose changes cause no event in a watched folder. */
  readonly eventless: Set<string>;
  /** Null while folders are not watched. */
  watches: Follower | null;
}

/** Watches the folders of the tree. */
export interface Follower {
  /** Makes sure that the folder in this state is watched; true if it was not, so that it must be examined again. */
  follow(path: string, stamp: Stamp): boolean;
}

export function newFolder(path: string, name: string, depth: number, inherited: Inheritance): FolderNode {
  return {
    path,
    name,
    depth,
    inherited,
    stamp: null,
    listedAtMs: 0,
    listing: "",
    names: new Set(),
    judgedListing: null,
    rules: null,
    exclusion: null,
    problem: null,
    files: [],
    folders: [],
    links: [],
    leftOut: [],
  };
}

/** The absolute path of something in the tree. */
export function absolutePath(tree: Tree, path: string): string {
  return pathBelow(tree.root, path);
}

export function childPath(folder: FolderNode, name: string): string {
  return folder.path === "" ? name : `${folder.path}/${name}`;
}

/** Whether size and times show that nothing was written between the two states. */
export function isSameState(
  a: Pick<CorpusFile, "size" | "mtimeMs" | "ctimeMs">,
  b: Pick<CorpusFile, "size" | "mtimeMs" | "ctimeMs">,
): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size && a.ctimeMs === b.ctimeMs;
}

/** Records the verdict that reading a file gave; the next corpus respects it. */
export function recordVerdict(tree: Tree, path: string, verdict: ContentVerdict): void {
  tree.verdicts.set(path, verdict);
  const node = findFile(tree, path);
  if (node?.file == null || !isSameState(node.file, verdict.file)) return;
  node.exclusion = verdict.exclusion;
  node.problem = verdict.problem;
  tree.changed = true;
}

/** Forgets the verdicts on files that are no longer there. */
export function pruneVerdicts(tree: Tree): void {
  for (const path of tree.verdicts.keys()) {
    if (findFile(tree, path) === null) tree.verdicts.delete(path);
  }
}

export function findFolder(tree: Tree, path: string): FolderNode | null {
  let folder: FolderNode | null = tree.top;
  for (const name of path === "" ? [] : path.split("/")) {
    if (folder !== null) folder = findNamed(folder.folders, name);
  }
  return folder;
}

export function findFile(tree: Tree, path: string): FileNode | null {
  const slash = path.lastIndexOf("/");
  const folder = findFolder(tree, path.slice(0, Math.max(slash, 0)));
  return folder === null ? null : findNamed(folder.files, path.slice(slash + 1));
}

function findNamed<Node extends { readonly name: string }>(sorted: readonly Node[], name: string): Node | null {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const node = sorted[middle];
    if (node === undefined || node.name === name) return node ?? null;
    if (node.name < name) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
