// How TypeScript and JavaScript find the file of a module: relative paths, mappings of tsconfig.json, packages of the project,
// and the package's own `imports`. Installed packages, and paths out of the project, resolve to nothing.
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";
import { fileAt } from "./module-files.ts";
import { entryOf, inImports, inPackages, ofPackageAt, packageOf } from "./module-packages.ts";
import { mapped } from "./module-paths.ts";

export const ecmascript: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const found = find(specifier, from, lookup);
    return found === null ? [] : [found];
  },
  stems(path, lookup) {
    const stem = nameOfPath(path).replace(/\..*$/, "");
    const folders = folderOf(path).split("/").reverse();
    // `./store` means store/index.ts; and so may `@app/store`, src/ left out.
    const own = /^(?:index|main|mod)$/.test(stem) ? folders.slice(0, isGeneric(folders[0]) ? 2 : 1) : [];
    const enclosing = packageOf(path, lookup);
    const isEntry = enclosing !== null && entryOf(enclosing, lookup) === path;
    const name = isEntry ? (enclosing.config.name?.split("/").at(-1) ?? "") : "";
    return [...new Set([stem, ...own, name])].filter((each) => each !== "");
  },
};

const isGeneric = (folder: string | undefined): boolean => folder === "src" || folder === "lib" || folder === "source";

function find(specifier: string, from: string, lookup: Lookup): string | null {
  const folder = folderOf(from);
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    const path = joined(folder, specifier);
    return path === null ? null : (fileAt(path, lookup) ?? ofPackageAt(path, lookup));
  }
  if (specifier.startsWith("#")) {
    const imported = inImports(specifier, from, lookup);
    if (imported !== null) {
      return imported;
    }
  }
  for (const path of mapped(specifier, folder, lookup)) {
    const found = fileAt(path, lookup);
    if (found !== null) {
      return found;
    }
  }
  return specifier.startsWith("/") ? null : inPackages(specifier, from, lookup);
}
