// Finds the files that a `use` or an `include` in PHP refers to: a class is in a file of its name, in any folder. The linker
// decides which definitions are meant.
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";

const stemOf = (path: string): string => nameOfPath(path).replace(/\..*$/, "");

export const php: ModuleResolver = {
  resolve(specifier, from, lookup) {
    if (/[/.]/.test(specifier)) {
      return included(specifier, from, lookup);
    }
    const parts = specifier.split("\\");
    const space = parts.slice(0, -1).join("\\");
    const isIn = (wanted: string) => (path: string) => path !== from && (lookup.facts(path)?.package ?? "") === wanted;
    const found = lookup.named(`${parts.at(-1)}.php`).filter(isIn(space));
    // For functions, whose names begin in lower case, files with their usual names.
    return found.length > 0 || space === "" || !/^[a-z_]/.test(parts.at(-1) ?? "")
      ? found
      : ["functions.php", "helpers.php"].flatMap((name) => lookup.named(name)).filter(isIn(space));
  },
  stems: (path, lookup) => {
    const space = lookup.facts(path)?.package ?? "";
    return [...new Set([stemOf(path), ...(space === "" ? [] : [space.slice(space.lastIndexOf("\\") + 1)])])];
  },
};

/**
 * A path relative to the file's folder, or to the project if it does not start with a dot. An absolute path is not followed.
 */
function included(specifier: string, from: string, lookup: Lookup): readonly string[] {
  const isRelative = /^\.{1,2}\//.test(specifier);
  const paths = specifier.startsWith("/")
    ? []
    : [joined(folderOf(from), specifier), ...(isRelative ? [] : [specifier])];
  return paths.flatMap((path) => (path !== null && lookup.exists(path) ? [path] : [])).slice(0, 1);
}
