// Packages of the project itself, by the name in their package.json, and what can be imported from each.

import { derivedFrom } from "../../linking/derived.ts";
import { folderOf, joined, type Lookup } from "../../linking/lookup.ts";
import { DECLARATION } from "./file-names.ts";
import { fileAt, sourceOf } from "./module-files.ts";
import { bestMatch } from "./module-paths.ts";
import type { PackageConfig } from "./package-json.ts";

export interface Package {
  /** "" for the project's root. */
  readonly folder: string;
  readonly config: PackageConfig;
}

/** Packages by name; of one name there may be several, among fixtures. */
const packagesOf = derivedFrom((lookup: Lookup): ReadonlyMap<string, readonly Package[]> => {
  const byName = new Map<string, Package[]>();
  for (const path of lookup.named("package.json")) {
    const config = configAt(path, lookup);
    const name = config?.name ?? null;
    if (config !== null && name !== null) {
      const copies = byName.get(name) ?? [];
      copies.push({ folder: folderOf(path), config });
      byName.set(name, copies);
    }
  }
  return byName;
});

const configAt = (path: string, lookup: Lookup): PackageConfig | null =>
  (lookup.facts(path)?.config ?? null) as PackageConfig | null;

/** The package that contains a file. */
export function packageOf(path: string, lookup: Lookup): Package | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const config = configAt(folder === "" ? "package.json" : `${folder}/package.json`, lookup);
    if (config !== null) {
      return { folder, config };
    }
    if (folder === "") {
      return null;
    }
  }
}

/** The entry of the package whose folder is imported by its path, as its tests do by `..`. Null for any other folder. */
export function ofPackageAt(folder: string, lookup: Lookup): string | null {
  const config = configAt(folder === "" ? "package.json" : `${folder}/package.json`, lookup);
  return config === null ? null : entryOf({ folder, config }, lookup);
}

/** Resolves `@scope/name/rest` in the project's packages; null if there is no such package, or it has no such file. */
export function inPackages(specifier: string, from: string, lookup: Lookup): string | null {
  const [, name = "", rest = ""] = /^(@[^/]+\/[^/]+|[^@/][^/]*)(?:\/(.*))?$/.exec(specifier) ?? [];
  const found = nearest(packagesOf(lookup).get(name) ?? [], from);
  return found === null ? null : rest === "" ? entryOf(found, lookup) : subpathOf(found, rest, lookup);
}

/** More packages of one name than these are generated copies, which no import means. */
const COPIES_MAX = 100;

/** Of several packages with one name, the one that shares most folders with the file; null if two share equally many. */
function nearest(packages: readonly Package[], from: string): Package | null {
  const shared = ({ folder }: Package): number => {
    const parts = folder.split("/");
    const other = from.split("/");
    const differs = parts.findIndex((part, at) => part !== other[at]);
    return differs < 0 ? parts.length : differs;
  };
  const [best, next] = packages
    .slice(0, packages.length > COPIES_MAX ? 0 : COPIES_MAX)
    .toSorted((a, b) => shared(b) - shared(a));
  return best === undefined || (next !== undefined && shared(next) === shared(best)) ? null : best;
}

/** Where a package has no entry field, or the field names a built file. */
const ENTRIES = ["src/index", "index", "src/main", "lib/index", "source/index"];

/** The file that the package's bare name means. */
export function entryOf({ folder, config }: Package, lookup: Lookup): string | null {
  const targets = [...targetsOf(".", config.exports), ...config.entries];
  // An index.js next to a folder of sources usually selects one of several builds.
  const isChooser = (path: string): boolean => /^\/?index\.[cm]?js$/.test(path.slice(folder.length));
  const found = targets
    .map((target) => sourceOf(folder, target, lookup))
    .find((path) => path !== null && !isChooser(path));
  return found ?? inFolder(folder, ENTRIES, lookup) ?? firstThere(folder, targets, lookup);
}

/** The file of declarations by which compilers read the package, where it has one: `typings/index.d.ts`. */
export function declarationFileOf({ folder, config }: Package, lookup: Lookup): string | null {
  const targets = [...targetsOf(".", config.exports), ...config.entries];
  const named = targets.flatMap((target) => (DECLARATION.test(target) ? (joined(folder, target) ?? []) : []));
  return named.find((path) => lookup.exists(path)) ?? null;
}

const firstThere = (folder: string, targets: readonly string[], lookup: Lookup): string | null =>
  targets.map((target) => sourceOf(folder, target, lookup)).find((found) => found !== null) ?? null;

function inFolder(folder: string, paths: readonly string[], lookup: Lookup): string | null {
  for (const path of paths) {
    const found = fileAt(folder === "" ? path : `${folder}/${path}`, lookup);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function subpathOf({ folder, config }: Package, rest: string, lookup: Lookup): string | null {
  const targets = targetsOf(`./${rest}`, config.exports);
  const found = firstThere(folder, targets, lookup);
  return found ?? sourceOf(folder, `./${rest}`, lookup) ?? inFolder(folder, [`src/${rest}`], lookup);
}

/** Resolves `#name` in the package that contains the file. */
export function inImports(specifier: string, from: string, lookup: Lookup): string | null {
  const found = packageOf(from, lookup);
  return found === null ? null : firstThere(found.folder, targetsOf(specifier, found.config.imports), lookup);
}

/** Sources and types before runtime files; other conditions in the order written. */
const CONDITIONS = ["source", "development", "types", "import", "module", "default"];
const DEPTH_MAX = 10;

/** Paths that a field such as `exports` gives for a subpath. */
function targetsOf(subpath: string, field: unknown): string[] {
  const isObject = typeof field === "object" && field !== null && !Array.isArray(field);
  const entries = isObject ? Object.entries(field) : [];
  if (!entries.some(([key]) => key.startsWith(".") || key.startsWith("#"))) {
    return subpath === "." ? leavesOf(field) : [];
  }
  const targets = entries.map(([key, value]) => [key, leavesOf(value)] as const);
  return bestMatch(subpath, targets);
}

function leavesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) {
    return [];
  }
  const rank = (key: string): number => {
    const at = CONDITIONS.indexOf(key);
    return at < 0 ? CONDITIONS.length : at;
  };
  return Object.entries(value)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([, inside]) => leavesOf(inside, depth + 1));
}
