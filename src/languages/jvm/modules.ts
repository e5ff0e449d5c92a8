// Finds the files that an import in Java or Kotlin refers to, by file names and declared packages only: a class is in a file of
// its name. The linker decides which definitions are meant.
import { folderOf, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";

const ENDINGS = [".java", ".kt", ".kts", ".groovy", ".scala"];

export const java: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const parts = specifier.split(".");
    for (let at = 1; at < parts.length; at += 1) {
      const inside = parts.slice(0, at).join(".");
      const files = ENDINGS.flatMap((ending) => lookup.named(`${parts[at]}${ending}`));
      const found = files.filter((path) => lookup.facts(path)?.package === inside);
      if (found.length > 0) {
        return found;
      }
    }
    return wholePackage(specifier, from, lookup);
  },
  stems: (path) => [nameOfPath(path).replace(/\..*$/, "")],
};

/**
 * All files of a package, in the folder that corresponds to it relative to the package of `from`; source roots are not declared
 * anywhere.
 */
function wholePackage(name: string, from: string, lookup: Lookup): readonly string[] {
  const own = (lookup.facts(from)?.package ?? "").replaceAll(".", "/");
  const folder = folderOf(from);
  if (own === "" || !(folder === own || folder.endsWith(`/${own}`))) {
    return [];
  }
  const root = folder.slice(0, folder.length - own.length);
  const roots = [root, root.replace("/test/", "/main/")];
  const files = [...new Set(roots)].flatMap((each) => lookup.inFolder(`${each}${name.replaceAll(".", "/")}`));
  return files.filter((path) => lookup.facts(path)?.package === name);
}
