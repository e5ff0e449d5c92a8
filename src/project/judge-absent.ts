// What the rules say of a path where no file need be now, such as one of an older commit: as they would of a file there that
// git tracks. Asks the tree's folders as far as they exist, then goes on by names. Looks at no disk.
import type { Exclusion } from "./corpus.ts";
import { enterFolder, openScopeJudge } from "./folder-judge.ts";
import { surroundingsOf } from "./judge-folder.ts";
import { rulingOfFile, rulingOfFolder, type Surroundings } from "./policy.ts";
import type { FolderNode, Tree } from "./tree.ts";

/** Null for a path that is admitted as far as its name goes. */
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

/** What a folder that is not there would be given by the one around it. */
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
