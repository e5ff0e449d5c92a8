// Finds the files that C and C++ include: beside the file, else where a folder around it holds the path, else the only one of
// the project that ends in it. Headers of the system lead nowhere.
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../lookup.ts";

export const c: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const isSystem = specifier.startsWith("<");
    const path = specifier.replace(/^<|>$/g, "");
    const beside = isSystem ? null : there(folderOf(from), path, lookup);
    const found = beside ?? around(path, from, isSystem, lookup) ?? only(path, isSystem, lookup);
    return found === null || found === from ? [] : [found];
  },
  stems: (path) => [nameOfPath(path).replace(/\.[^.]*$/, "")],
};

function there(folder: string, path: string, lookup: Lookup): string | null {
  const file = joined(folder, path);
  return file !== null && lookup.exists(file) ? file : null;
}

/** Folders that a build mostly hands to the compiler, below any folder around. */
const INCLUDED = ["", "include", "src", "inc", "lib"] as const;
const FOLDERS_MAX = 20;

function around(path: string, from: string, isSystem: boolean, lookup: Lookup): string | null {
  let folder = folderOf(from);
  for (let left = FOLDERS_MAX; left > 0; left--) {
    for (const inner of INCLUDED) {
      // `<string.h>` is the system's, whatever lies about.
      const isLikely = !isSystem || path.includes("/") || inner === "include";
      const found = isLikely ? there(folder === "" ? inner : `${folder}/${inner}`, path, lookup) : null;
      if (found !== null) {
        return found;
      }
    }
    if (folder === "") {
      break;
    }
    folder = folderOf(folder);
  }
  return null;
}

function only(path: string, isSystem: boolean, lookup: Lookup): string | null {
  if (isSystem && !path.includes("/")) {
    return null;
  }
  const wanted = path.replace(/^(?:\.{1,2}\/)+/, "");
  const [first = null, ...others] = lookup
    .named(nameOfPath(path))
    .filter((file) => file === wanted || file.endsWith(`/${wanted}`));
  return others.length === 0 ? first : null;
}
