// Finds the files of Swift's modules: a target's folder (`Sources/Shop`, or `Tests` where that has no folders), or all of the project
// that stands in none. All files of a module see each other, and those of the modules that they import.
import { folderOf, type Lookup, type ModuleResolver, nameOfPath } from "../lookup.ts";

const TARGET = /^((?:.*\/)?(?:(?:Sources|Tests|Plugins)\/[^/]+(?=\/[^/])|Tests(?=\/[^/]+$)))/;

/** The folder of the target that the file stands in; "" for none. */
const targetOf = (path: string): string => TARGET.exec(path)?.[1] ?? "";

export const swift: ModuleResolver = {
  /** Those that stand in the target's own folder: files below it are found by what they define. */
  resolve: (specifier, _from, lookup) =>
    lookup
      .named("Package.swift")
      .flatMap((path) =>
        lookup.inFolder([folderOf(path), "Sources", specifier].filter((part) => part !== "").join("/")),
      )
      .filter((path) => path.endsWith(".swift")),
  sees(path, other, lookup) {
    const [own, target] = [targetOf(path), targetOf(other)];
    // What such tests are of has no folder that tells its name.
    const isTested = target === "" && nameOfPath(own) === "Tests";
    return own === target || isTested || (target !== "" && imports(path, nameOfPath(target), lookup));
  },
  unit: targetOf,
  isOwn: (path, other) => targetOf(path) === targetOf(other),
  stems: (path) => (targetOf(path) === "" ? [] : [nameOfPath(targetOf(path))]),
};

function imports(path: string, module: string, lookup: Lookup): boolean {
  return lookup.facts(path)?.imports.some(({ specifier }) => specifier === module) === true;
}
