// Finds the files that a `use` or an `include` of PHP brings in: a class stands in a file of its name, whatever folders stand for its
// namespace. What is defined where is the linker's business.
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../lookup.ts";

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
    // Of functions, which begin small, the files that are mostly called so.
    return found.length > 0 || space === "" || !/^[a-z_]/.test(parts.at(-1) ?? "")
      ? found
      : ["functions.php", "helpers.php"].flatMap((name) => lookup.named(name)).filter(isIn(space));
  },
  stems: (path, lookup) => {
    const space = lookup.facts(path)?.package ?? "";
    return [...new Set([stemOf(path), ...(space === "" ? [] : [space.slice(space.lastIndexOf("\\") + 1)])])];
  },
};

/** A path from the file's folder; one that does not say so may be from the project's, too. One from the disk's root is not followed. */
function included(specifier: string, from: string, lookup: Lookup): readonly string[] {
  const isRelative = /^\.{1,2}\//.test(specifier);
  const paths = specifier.startsWith("/")
    ? []
    : [joined(folderOf(from), specifier), ...(isRelative ? [] : [specifier])];
  return paths.flatMap((path) => (path !== null && lookup.exists(path) ? [path] : [])).slice(0, 1);
}
