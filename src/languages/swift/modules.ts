// Finds the files of Swift modules: a target's folder (`Sources/Shop`, or `Tests` if that has no folders), or all files of the
// project outside of such folders. All files of a module see each other, and those of imported modules.
import { folderOf, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";

const TARGET = /^((?:.*\/)?(?:(?:Sources|Tests|Plugins)\/[^/]+(?=\/[^/])|Tests(?=\/[^/]+$)))/;

/** The folder of the target that contains the file; "" for none. */
export const targetOf = (path: string): string => TARGET.exec(path)?.[1] ?? "";

export const swift: ModuleResolver = {
  /** Files directly in the target's folder; files below it are found by what they define. */
  resolve: (specifier, _from, lookup) =>
    lookup
      .named("Package.swift")
      .flatMap((path) =>
        lookup.inFolder([folderOf(path), "Sources", specifier].filter((part) => part !== "").join("/")),
      )
      .filter((path) => path.endsWith(".swift")),
  unit: targetOf,
  stems: (path) => (targetOf(path) === "" ? [] : [nameOfPath(targetOf(path))]),
};

/** Whether a file sees the names at the top of the other: both are of one target, or it imports the other's. */
export function sees(path: string, other: string, lookup: Lookup): boolean {
  const [own, target] = [targetOf(path), targetOf(other)];
  // The code under such tests has no folder with its name.
  const isTested = target === "" && nameOfPath(own) === "Tests";
  return own === target || isTested || (target !== "" && imports(path, nameOfPath(target), lookup));
}

export const areOfOneTarget = (path: string, other: string): boolean => targetOf(path) === targetOf(other);

const imports = (path: string, module: string, lookup: Lookup): boolean =>
  lookup.facts(path)?.imports.some(({ specifier }) => specifier === module) === true;
