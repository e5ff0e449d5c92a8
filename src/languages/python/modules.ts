// Finds the files of Python modules: relative ones by their dots, others below the folders that Python would search. Those
// folders are not declared reliably; the root of the file's own package is one, and the folders above the file are tried.
import { derivedFrom } from "../../linking/derived.ts";
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";
import { STANDARD_MODULES } from "./standard-library.ts";

const INIT = "__init__.py";
/** Folders that may contain a project's packages. */
const SOURCE_FOLDERS = ["", "src", "lib"];
const TESTS = /^(?:test_.*|.*_test|conftest)\.py$/;
/** Limit on the folders above a file that are tried. */
const FOLDERS_MAX = 20;

export const python: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(specifier) ?? [];
    const parts = rest === "" ? [] : rest.split(".");
    if (dots !== "") {
      const folder = joined(folderOf(from), "../".repeat(dots.length - 1));
      return folder === null ? [] : moduleAt(folder, parts, lookup);
    }
    const found = rootsOf(from, lookup).find((root) => moduleAt(root, parts, lookup).length > 0);
    const root = found ?? elsewhere(parts, lookup);
    return root === null ? [] : moduleAt(root, parts, lookup);
  },
  submodule(specifier, name, from, lookup) {
    if (specifier !== "") {
      return python.resolve(specifier.endsWith(".") ? specifier + name : `${specifier}.${name}`, from, lookup);
    }
    return /^__init__\.pyi?$/.test(nameOfPath(from)) ? moduleAt(folderOf(from), [name], lookup) : [];
  },
  /** Pytest fixtures, which tests name as parameters: those of every conftest.py in the folders above, nearest first. */
  inPackage(path, lookup) {
    const found: string[] = [];
    for (let folder = folderOf(path); TESTS.test(nameOfPath(path)); folder = folderOf(folder)) {
      const other = below(folder, "conftest.py");
      found.push(...(other !== path && lookup.exists(other) ? [other] : []));
      if (folder === "") {
        break;
      }
    }
    return found;
  },
  stems(path) {
    const folder = nameOfPath(folderOf(path));
    const stem = nameOfPath(path).replace(/\.pyi?$/, "");
    return stem === "__init__" ? [folder].filter((name) => name !== "") : [stem];
  },
};

const below = (folder: string, path: string): string =>
  folder === "" ? path : path === "" ? folder : `${folder}/${path}`;

/** A package or a module; a stub file only if there is nothing else. */
function moduleAt(root: string, parts: readonly string[], { exists }: Lookup): readonly string[] {
  const path = below(root, parts.join("/"));
  const files = [below(path, INIT), below(path, `${INIT}i`)];
  const candidates = parts.length === 0 ? files : [files[0] ?? "", `${path}.py`, files[1] ?? "", `${path}.pyi`];
  return candidates.filter(exists).slice(0, 1);
}

/** Where the modules that a file imports may be, nearest first: the folder of its package and those above, and source folders in them. */
function rootsOf(from: string, { exists }: Lookup): string[] {
  let folder = folderOf(from);
  while (folder !== "" && exists(below(folder, INIT))) {
    folder = folderOf(folder);
  }
  const roots: string[] = [];
  for (let count = 0; count < FOLDERS_MAX; count += 1) {
    roots.push(...SOURCE_FOLDERS.map((source) => below(folder, source)));
    if (folder === "") {
      break;
    }
    folder = folderOf(folder);
  }
  return roots;
}

/** Root of the only package of this name, anywhere in the project. */
function elsewhere([top = ""]: readonly string[], lookup: Lookup): string | null {
  if (STANDARD_MODULES.has(top)) {
    return null;
  }
  const roots = packagesOf(lookup).get(top);
  return roots?.length === 1 ? (roots[0] ?? null) : null;
}

/** Roots of each top-level package by its name. */
const packagesOf = derivedFrom((lookup: Lookup): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const path of lookup.named(INIT)) {
    const folder = folderOf(path);
    const root = folderOf(folder);
    if (folder !== "" && !lookup.exists(below(root, INIT))) {
      const name = nameOfPath(folder);
      found.set(name, [...(found.get(name) ?? []), root]);
    }
  }
  return found;
});
