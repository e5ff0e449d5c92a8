// What the rules say of a path at which no file need exist now, such as one of an older commit: the same as for a tracked file
// there. Uses the tree's folders as far as they exist, then the names alone. Reads nothing from disk.
import type { Exclusion } from "./corpus.ts";
import { enterFolder, openScopeJudge } from "./folder-judge.ts";
import { surroundingsOf } from "./judge-folder.ts";
import { rulingOfFile, rulingOfFolder, type Surroundings } from "./policy.ts";
import type { FolderNode, Tree } from "./tree.ts";

/** Null for a path whose name is admitted. */
export function judgeAbsent(tree: Tree, path: string): Exclusion | null {
  const names = path.split("/");
  const file = names.pop() ?? "";
  let folder: FolderNode | undefined = tree.top;
  let around = tracked(folder.rules === null ? null : surroundingsOf(folder, folder.rules));
  let at = "";
  for (const name of names) {
    if (around === null) {
      return "unreadable";
    }
    at = at === "" ? name : `${at}/${name}`;
    const ruling = rulingOfFolder(tree.policy, at, name, around);
    if (!ruling.enter) {
      return ruling.exclusion ?? "ignored";
    }
    folder = folder?.folders.find((child) => child.name === name);
    if (folder !== undefined && folder.exclusion !== null) {
      return folder.exclusion;
    }
    around =
      folder === undefined
        ? below(around, name, at, ruling.within)
        : tracked(folder.rules === null ? null : surroundingsOf(folder, folder.rules));
  }
  return around === null ? "unreadable" : rulingOfFile(tree.policy, path, file, around);
}

const tracked = (around: Surroundings | null): Surroundings | null =>
  around === null ? null : { ...around, tracks: () => "itself" };

/** What a folder that does not exist would inherit from its parent. */
function below(around: Surroundings, name: string, path: string, within: Exclusion | null): Surroundings {
  const scope = within === null ? enterFolder(around.rules, name, path) : around.rules.scope;
  return {
    rules: openScopeJudge(scope, path, within === null),
    folderName: name,
    siblings: new Set(),
    within,
    tracks: around.tracks,
  };
}
