// Finds the files that a C# `using` imports, by names of folders and files and by declared namespaces. The linker decides which
// definitions are meant.
import { folderOf, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";

const lastOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
const stemOf = (path: string): string => nameOfPath(path).replace(/\..*$/, "");

export const csharp: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const folder = folderOf(from);
    const own = lookup.facts(from)?.package ?? "";
    const files = foldersOf(specifier, own, folder).flatMap((each) => lookup.inFolder(each));
    const found = files.filter((path) => path.endsWith(".cs") && lookup.facts(path)?.package === specifier);
    return found.length > 0 ? [...new Set(found)] : ofType(specifier, lookup);
  },
  stems: (path, lookup) => {
    const space = lookup.facts(path)?.package ?? "";
    return [...new Set([stemOf(path), ...(space === "" ? [] : [lastOf(space)])])];
  },
};

/** `using static A.B.Store;`: the file with the type's name. */
function ofType(specifier: string, lookup: Lookup): readonly string[] {
  const space = specifier.slice(0, Math.max(0, specifier.lastIndexOf(".")));
  return lookup.named(`${lastOf(specifier)}.cs`).filter((path) => lookup.facts(path)?.package === space);
}

/**
 * Where a namespace's files may be: beside or below the folder that represents the first names of the asking file's namespace.
 * Folders repeat the last parts of the namespace; the project's own folder represents the rest.
 */
function foldersOf(wanted: string, own: string, folder: string): string[] {
  const [parts, folders] = [own.split("."), folder.split("/")];
  let shared = 0;
  while (shared < parts.length && parts.at(-1 - shared) === folders.at(-1 - shared)) {
    shared += 1;
  }
  const roots: string[] = [];
  for (let up = 0; up <= shared; up += 1) {
    const space = parts.slice(0, parts.length - up).join(".");
    const root = folders.slice(0, folders.length - up).join("/");
    if (wanted === space) {
      roots.push(root);
    } else if (space !== "" && wanted.startsWith(`${space}.`)) {
      const below = wanted.slice(space.length + 1);
      roots.push(...[below, below.replaceAll(".", "/")].map((rest) => (root === "" ? rest : `${root}/${rest}`)));
    }
  }
  return roots;
}
