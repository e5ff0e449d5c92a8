// What the rules say of a path at which no file need exist now, such as one of an older commit, or that of a file to be made. Uses the
// tree's folders as far as they exist, then the names alone. Reads nothing from disk.
import type { Exclusion } from "../vocabulary/exclusion.ts";
import { enterFolder, openScopeJudge } from "./folder-judge.ts";
import { contextOf } from "./judge-folder.ts";
import { type FolderContext, rulingOfFile, rulingOfFolder } from "./policy.ts";
import type { FolderNode, Tree } from "./tree.ts";

/** Null for a path whose name is admitted. `isTracked`: as if git tracked it; otherwise as git's index has it. */
export function judgeAbsent(tree: Tree, path: string, isTracked: boolean): Exclusion | null {
  const names = path.split("/");
  const file = names.pop() ?? "";
  let folder: FolderNode | undefined = tree.top;
  const contextIn = (known: FolderNode): FolderContext | null => {
    const context = known.rules === null ? null : contextOf(known, known.rules);
    return isTracked ? tracked(context) : context;
  };
  let context = contextIn(folder);
  let at = "";
  for (const name of names) {
    if (context === null) {
      return "unreadable";
    }
    at = at === "" ? name : `${at}/${name}`;
    const ruling = rulingOfFolder(tree.policy, at, name, context);
    if (!ruling.enter) {
      return ruling.exclusion ?? "ignored";
    }
    folder = folder?.folders.find((child) => child.name === name);
    if (folder !== undefined && folder.exclusion !== null) {
      return folder.exclusion;
    }
    context = folder === undefined ? below(context, name, at, ruling.within) : contextIn(folder);
  }
  return context === null ? "unreadable" : rulingOfFile(tree.policy, path, file, context);
}

const tracked = (context: FolderContext | null): FolderContext | null =>
  context === null ? null : { ...context, tracks: () => "itself" };

/** What a folder that does not exist would inherit from its parent. */
function below(context: FolderContext, name: string, path: string, within: Exclusion | null): FolderContext {
  const scope = within === null ? enterFolder(context.rules, name, path) : context.rules.scope;
  return {
    rules: openScopeJudge(scope, path, within === null),
    folderName: name,
    siblings: new Set(),
    within,
    tracks: context.tracks,
  };
}
