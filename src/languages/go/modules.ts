// Finds the files of Go packages: folders below that of a go.mod, by its module path. All modules of the project see each
// other, as in a workspace. Downloaded modules, and those under vendor/ that are not indexed, resolve to nothing.

import { derivedFrom } from "../../linking/derived.ts";
import { folderOf, isBelow, joined, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";
import type { GoModConfig } from "./go-mod.ts";

interface GoModule {
  readonly path: string;
  readonly folder: string;
}

export const goModules: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const folder = folderOfPackage(specifier, from, lookup);
    return folder === null ? [] : importable(folder, lookup);
  },
  inPackage(path, lookup) {
    const own = lookup.facts(path)?.package ?? null;
    const beside = lookup.inFolder(folderOf(path)).filter((other) => other !== path && other.endsWith(".go"));
    return own === null ? [] : beside.filter((other) => lookup.facts(other)?.package === own);
  },
  stems(path, lookup) {
    const folder = folderOf(path);
    const enclosing = modulesOf(lookup).find((module) => module.folder === folder);
    const name = enclosing === undefined ? nameOfPath(folder) : nameOfPath(enclosing.path);
    return name === "" ? [] : [name];
  },
};

/** By the longest module path that is a prefix of the specifier; a `replace` in the nearest go.mod comes first. */
function folderOfPackage(specifier: string, from: string, lookup: Lookup): string | null {
  const longest = longestOf(specifier, [...replacedFor(from, lookup), ...modulesOf(lookup)]);
  return longest === undefined ? null : joined(longest.folder, specifier.slice(longest.path.length));
}

function longestOf(specifier: string, modules: readonly GoModule[]): GoModule | undefined {
  const enclosing = modules.filter(({ path }) => specifier === path || specifier.startsWith(`${path}/`));
  return enclosing.reduce<GoModule | undefined>(
    (best, one) => (best === undefined || one.path.length > best.path.length ? one : best),
    undefined,
  );
}

const configOf = (path: string, lookup: Lookup): GoModConfig | null => {
  const config = lookup.facts(path)?.config ?? null;
  return config !== null && typeof config["module"] === "string" ? (config as GoModConfig) : null;
};

export const modulesOf = derivedFrom((lookup: Lookup): readonly GoModule[] =>
  lookup.named("go.mod").flatMap((path) => {
    const config = configOf(path, lookup);
    return config === null ? [] : [{ path: config.module, folder: folderOf(path) }];
  }),
);

/** The nearest go.mod above a file; "" for none. */
function goModOf(from: string, lookup: Lookup): string {
  const above = lookup.named("go.mod").filter((path) => isBelow(from, folderOf(path)));
  return above.reduce((best, path) => (path.length > best.length ? path : best), "");
}

/**
 * Whether what the file uses is a published version of another module of the project, as its go.mod requires it: neither replaced
 * by the folder nor, by a go.work, in one workspace with it. `specifier`: of the import, null where none is known; `declaredIn`: the
 * file that declares it here.
 */
export function usesPublished(from: string, declaredIn: string, specifier: string | null, lookup: Lookup): boolean {
  const own = goModOf(from, lookup);
  const imported = specifier === null ? undefined : longestOf(specifier, modulesOf(lookup));
  const other = imported?.folder ?? folderOf(goModOf(declaredIn, lookup));
  const isReplaced = replacedFor(from, lookup).some(({ folder }) => folder === other);
  return own !== "" && other !== folderOf(own) && !isReplaced && lookup.named("go.work").length === 0;
}

function replacedFor(from: string, lookup: Lookup): GoModule[] {
  const nearest = goModOf(from, lookup);
  const config = nearest === "" ? null : configOf(nearest, lookup);
  return Object.entries(config?.replaced ?? {}).flatMap(([path, relative]) => {
    const folder = joined(folderOf(nearest), relative);
    return folder === null ? [] : [{ path, folder }];
  });
}

/** Files of the package that others can import: no tests, and of several packages in one folder the one with most files. */
function importable(folder: string, lookup: Lookup): readonly string[] {
  const files = lookup.inFolder(folder).filter((path) => path.endsWith(".go") && !path.endsWith("_test.go"));
  const byName = new Map<string, string[]>();
  for (const path of files) {
    const name = lookup.facts(path)?.package;
    if (typeof name === "string") {
      byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  return [...byName.values()].reduce((best, one) => (one.length > best.length ? one : best), []);
}
