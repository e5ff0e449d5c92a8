// The remembered state of a project's files: folders that were entered, files that may be admitted, and what was left
// out. Data only; walk.ts changes it, assemble.ts reads it.
import type { Problem } from "../vocabulary/problem.ts";
import type { CorpusFile, Exclusion } from "./corpus.ts";
import type { Disk, Stamp } from "./disk.ts";
import type { FolderRules } from "./folder-rules.ts";
import type { Policy } from "./policy.ts";
import type { UserExcludes } from "./repository.ts";
import type { RuleScope } from "./rule-scope.ts";
import type { Tracked } from "./tracked.ts";

/** A file that its name admits; its size and content may yet exclude it. */
export interface FileNode {
  readonly name: string;
  /** Named by `include`: neither its size (up to the hard limit) nor its content's class excludes it. */
  readonly included: boolean;
  /** Null until it was looked at, and after it vanished. */
  file: CorpusFile | null;
  exclusion: Exclusion | null;
  problem: Problem | null;
}

/** An entry that is not looked at again until its folder changes. */
export interface LeftOut {
  readonly name: string;
  readonly isFolder: boolean;
  /** Null where nothing is to be counted. */
  readonly exclusion: Exclusion | null;
  readonly problem: Problem | null;
}

/** A symbolic link; never followed, judged again at each refresh since its target may change. */
export interface LinkNode {
  readonly name: string;
  problem: Problem | null;
}

/** What a folder is given by its parent. */
export interface Inheritance {
  /** The parent's rules; others mean that everything below is judged anew. */
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
  /** The state in which the folder was last listed; null forces listing. */
  stamp: Stamp | null;
  listedAtMs: number;
  /** Names and kinds as last listed, as one string. */
  listing: string;
  names: ReadonlySet<string>;
  /** The listing and the rules that the entries below were judged by. */
  judgedListing: string | null;
  rules: FolderRules | null;
  /** A class that the folder turned out to be of by what it holds; it is then treated as not entered. */
  exclusion: Exclusion | null;
  problem: Problem | null;
  /** By name in code-unit order, as all lists here. */
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
  /** Asked until git has answered: a later change of the user's own git settings is seen by the next process. */
  readonly userExcludes: () => Promise<UserExcludes>;
  /** By path; kept by `read`, honoured by the walk. */
  readonly verdicts: Map<string, ContentVerdict>;
  /** True while something has changed since the last corpus was assembled. */
  changed: boolean;
  /** Files admitted before and after a change of their state, which is all that changed, by path; in their new state. */
  readonly edited: Map<string, CorpusFile>;
  /** Paths of folders that were told of or are new, and have not been verified since. */
  readonly marked: Set<string>;
  /** Paths of folders that hold something whose changes no event of a watched folder tells. */
  readonly untold: Set<string>;
  /** Null while folders are not watched. */
  watches: Follower | null;
}

/** What watches the folders of the tree. */
export interface Follower {
  /** Sees to it that the folder in this state is watched; true when it was not, so that it must be looked at again. */
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
  return path === "" ? tree.root : tree.root === "/" ? `/${path}` : `${tree.root}/${path}`;
}

export function childPath(folder: FolderNode, name: string): string {
  return folder.path === "" ? name : `${folder.path}/${name}`;
}

/** Whether size and times say that nothing was written between two looks. */
export function isSameState(
  a: Pick<CorpusFile, "size" | "mtimeMs" | "ctimeMs">,
  b: Pick<CorpusFile, "size" | "mtimeMs" | "ctimeMs">,
): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size && a.ctimeMs === b.ctimeMs;
}

/** Keeps what reading a file showed; the next corpus honours it. */
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

function findFile(tree: Tree, path: string): FileNode | null {
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
