// Judges the entries of one listed folder and stores the outcome in the tree, keeping what is known of entries that remain.
// Asks the policy; does not look at the files themselves.

import type { Slicer } from "../system/slices.ts";
import type { Entry } from "./disk.ts";
import { enterFolder, openScopeJudge } from "./folder-judge.ts";
import type { FolderRules } from "./folder-rules.ts";
import { type FolderContext, isIncluded, isMetadata, rulingOfFile, rulingOfFolder } from "./policy.ts";
import { pathProblem } from "./problems.ts";
import { MAX_DEPTH } from "./rules.ts";
import { isTracked } from "./tracked.ts";
import {
  childPath,
  type FileNode,
  type FolderNode,
  type LeftOut,
  type LinkNode,
  newFolder,
  type Tree,
} from "./tree.ts";

interface Judged {
  readonly files: FileNode[];
  readonly folders: FolderNode[];
  readonly links: LinkNode[];
  readonly leftOut: LeftOut[];
}

const NOT_UTF8 = "left out: its name is not valid UTF-8";
const TOO_DEEP = `folders nested deeper than ${MAX_DEPTH} levels are not searched`;

/** Entries between two looks at the clock. */
const ENTRIES_PER_LOOK = 256;

/** `entries` are sorted by name. */
export async function judgeFolder(
  tree: Tree,
  folder: FolderNode,
  entries: readonly Entry[],
  rules: FolderRules,
  slicer: Slicer,
): Promise<void> {
  const context = contextOf(folder, rules);
  const knownFiles = new Map(folder.files.map((file) => [file.name, file]));
  const knownFolders = new Map(folder.folders.map((child) => [child.name, child]));
  const judged: Judged = { files: [], folders: [], links: [], leftOut: [] };
  let untilLook = ENTRIES_PER_LOOK;
  for (const entry of entries) {
    judgeEntry(tree, folder, entry, { rules, context, knownFiles, knownFolders, judged });
    untilLook -= 1;
    if (untilLook > 0) continue;
    untilLook = ENTRIES_PER_LOOK;
    await slicer.yieldIfDue();
  }
  Object.assign(folder, judged);
  tree.changed = true;
}

interface Judging {
  readonly rules: FolderRules;
  readonly context: FolderContext;
  readonly knownFiles: ReadonlyMap<string, FileNode>;
  readonly knownFolders: ReadonlyMap<string, FolderNode>;
  readonly judged: Judged;
}

function judgeEntry(tree: Tree, folder: FolderNode, entry: Entry, judging: Judging): void {
  const { judged } = judging;
  const path = childPath(folder, entry.name);
  if (isMetadata(entry.name, entry.kind === "folder")) return;
  if (entry.kind === "file") judgeFile(tree, path, entry.name, judging);
  else if (entry.kind === "folder") judgeChildFolder(tree, folder, path, entry.name, judging);
  else if (entry.kind === "link") judged.links.push({ name: entry.name, problem: null });
  else {
    const problem = entry.kind === "unnameable" ? pathProblem("FILE_NAME_NOT_UTF8", path, NOT_UTF8) : null;
    judged.leftOut.push({ name: entry.name, isFolder: false, exclusion: "unreadable", problem });
  }
}

function judgeFile(tree: Tree, path: string, name: string, judging: Judging): void {
  const exclusion = rulingOfFile(tree.policy, path, name, judging.context);
  if (exclusion !== null) {
    judging.judged.leftOut.push({ name, isFolder: false, exclusion, problem: null });
    return;
  }
  const known = judging.knownFiles.get(name);
  judging.judged.files.push(
    known ?? { name, included: isIncluded(tree.policy, path), file: null, exclusion: null, problem: null },
  );
}

function judgeChildFolder(tree: Tree, folder: FolderNode, path: string, name: string, judging: Judging): void {
  const { rules, context, judged, knownFolders } = judging;
  const ruling = rulingOfFolder(tree.policy, path, name, context);
  if (!ruling.enter) {
    judged.leftOut.push({ name, isFolder: true, exclusion: ruling.exclusion, problem: null });
    return;
  }
  if (folder.depth >= MAX_DEPTH) {
    judged.leftOut.push({
      name,
      isFolder: true,
      exclusion: "unreadable",
      problem: pathProblem("FOLDER_UNREADABLE", path, TOO_DEEP),
    });
    return;
  }
  const known = knownFolders.get(name)?.inherited;
  const same = known?.from === rules && known.within === ruling.within && known.honoursGit === ruling.honoursGit;
  const kept = same ? knownFolders.get(name) : undefined;
  const inherit = () => ({
    from: rules,
    scope: ruling.within === null ? enterFolder(context.rules, name, path) : rules.scope,
    tracked: rules.tracked,
    within: ruling.within,
    honoursGit: ruling.honoursGit,
  });
  if (kept === undefined) tree.marked.add(path);
  judged.folders.push(kept ?? newFolder(path, name, folder.depth + 1, inherit()));
}

export function contextOf(folder: FolderNode, rules: FolderRules): FolderContext {
  const { within, honoursGit } = folder.inherited;
  const tracked = within === null || honoursGit ? rules.tracked : null;
  return {
    rules: openScopeJudge(rules.scope, folder.path, within === null),
    folderName: folder.name,
    siblings: folder.names,
    within,
    tracks: (path) => (tracked === null ? null : isTracked(tracked, path)),
  };
}
