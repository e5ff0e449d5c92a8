// Finds the files of Rust modules: from a crate's root downwards, as `mod` places them. All packages of the project see each
// other, as in a workspace; other crates resolve to nothing.

import { derivedFrom } from "../../linking/derived.ts";
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { CargoConfig } from "./cargo.ts";

interface Crate extends CargoConfig {
  /** The folder of its Cargo.toml. */
  readonly folder: string;
}

export const rust: ModuleResolver = {
  /** Resolves a path such as `crate::store::sql` to the innermost of its modules that is a file; later names may be items or inline modules. */
  resolve(path, from, lookup) {
    if (path.endsWith(".rs")) {
      // As `#[path]` writes it.
      return there(joined(folderOf(from), path), lookup);
    }
    const [first = "", ...rest] = path.split("::").filter((name) => name !== "");
    let files = startOf(first, from, lookup);
    for (const name of rest) {
      const inner = files.flatMap((file) => below(name, file, lookup));
      if (inner.length === 0) {
        break;
      }
      files = inner;
    }
    return files;
  },
  submodule(path, name, from, lookup) {
    const files = path === "" ? [from] : rust.resolve(path, from, lookup);
    return files.flatMap((file) => below(name, file, lookup));
  },
  stems: (path) => [moduleNameOf(path)],
};

/** By which others name it: the folder's of `mod.rs`, and of a crate's root. */
function moduleNameOf(path: string): string {
  const stem = nameOfPath(path).replace(/\.rs$/, "");
  return stem === "mod" || stem === "lib" || stem === "main" ? nameOfPath(folderOf(path)) : stem;
}

export const areOfOneCrate = (path: string, other: string, lookup: Lookup): boolean =>
  crateOf(path, lookup) === crateOf(other, lookup);

/** What a path begins with: `crate`, `self`, `super`, a module of the file, or a crate of the project. */
function startOf(name: string, from: string, lookup: Lookup): readonly string[] {
  switch (name) {
    case "self":
      return [from];
    case "crate":
      return there(rootOf(from, lookup), lookup);
    case "super":
      return there(parentOf(from, lookup), lookup);
    default: {
      const inside = childOf(from, name, lookup);
      return inside.length > 0 ? inside : libraryOf(name, from, lookup);
    }
  }
}

const below = (name: string, from: string, lookup: Lookup): readonly string[] =>
  name === "super" ? there(parentOf(from, lookup), lookup) : childOf(from, name, lookup);

const there = (path: string | null, lookup: Lookup): readonly string[] =>
  path !== null && lookup.exists(path) ? [path] : [];

/** Where the submodules of a file are: next to a root or a `mod.rs`, otherwise in a folder of the file's name. */
function folderFor(path: string, lookup: Lookup): string {
  const name = nameOfPath(path);
  const isRoot =
    /^(?:mod|lib|main|build)\.rs$/.test(name) ||
    /(?:^|\/)(?:tests|examples|benches|bin)$/.test(folderOf(path)) ||
    crates(lookup).roots.has(path);
  return isRoot ? folderOf(path) : path.replace(/\.rs$/, "");
}

function childOf(path: string, name: string, lookup: Lookup): readonly string[] {
  const folder = folderFor(path, lookup);
  const base = folder === "" ? name : `${folder}/${name}`;
  return [`${base}.rs`, `${base}/mod.rs`].filter((file) => file !== path && lookup.exists(file)).slice(0, 1);
}

function parentOf(path: string, lookup: Lookup): string | null {
  // A library and a program may have their roots side by side.
  const { roots } = crates(lookup);
  if (/^(?:lib|main)\.rs$/.test(nameOfPath(path)) || roots.has(path)) {
    return null;
  }
  const folder = nameOfPath(path) === "mod.rs" ? folderOf(folderOf(path)) : folderOf(path);
  const inFolder = ["mod.rs", "lib.rs", "main.rs"].map((name) => (folder === "" ? name : `${folder}/${name}`));
  const named = [...roots].filter((file) => folderOf(file) === folder);
  const candidates = [...inFolder, `${folder}.rs`, ...(named.length === 1 ? named : [])];
  const there = candidates.filter((file) => file !== path && lookup.exists(file));
  const [first = null] = there;
  return there.length > 1 ? (there.find((file) => declaresModule(file, moduleNameOf(path), lookup)) ?? first) : first;
}

const declaresModule = (path: string, name: string, lookup: Lookup): boolean =>
  lookup.facts(path)?.definitions.some((one) => one.kind === "module" && one.parent === FILE && one.name === name) ===
  true;

function rootOf(path: string, lookup: Lookup): string | null {
  const folder = crateOf(path, lookup);
  if (folder === null) {
    return null;
  }
  if (crates(lookup).roots.has(path)) {
    return path;
  }
  const climbed = climb(path, lookup);
  if (climbed !== null) {
    return climbed;
  }
  const within = folder === "" ? path : path.slice(folder.length + 1);
  // Each test, example and program is a separate crate.
  const [area = "", ...rest] = within.split("/");
  if (/^(?:tests|examples|benches)$/.test(area) || (area === "src" && rest[0] === "bin")) {
    const first = rest[0] === "bin" ? rest.slice(0, 2) : rest.slice(0, 1);
    const file = [folder, area, ...first].filter((part) => part !== "").join("/");
    return file.endsWith(".rs") ? file : `${file}/main.rs`;
  }
  const library = crates(lookup).byFolder.get(folder)?.library ?? "src/lib.rs";
  const candidates = [library, "src/main.rs"].map((file) => joined(folder, file));
  return candidates.find((file) => file !== null && lookup.exists(file)) ?? null;
}

/** Goes up from module to module until the crate's root, by the names of roots. */
function climb(path: string, lookup: Lookup): string | null {
  let top = path;
  for (let left = DEPTH_MAX; left > 0; left--) {
    const parent = parentOf(top, lookup);
    if (parent === null) {
      break;
    }
    top = parent;
  }
  const isRoot = /^(?:lib|main)\.rs$/.test(nameOfPath(top)) || crates(lookup).roots.has(top);
  return top !== path && isRoot ? top : null;
}

const DEPTH_MAX = 30;

/** The folder of the nearest Cargo.toml above; null without one. */
function crateOf(path: string, lookup: Lookup): string | null {
  const { byFolder } = crates(lookup);
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (byFolder.has(folder)) {
      return folder;
    }
    if (folder === "") {
      return null;
    }
  }
}

/** The library that a path of the file begins with: a dependency as the manifest declares it, else the crate of that name. */
function libraryOf(name: string, from: string, lookup: Lookup): readonly string[] {
  const { byFolder, byName } = crates(lookup);
  const folder = crateOf(from, lookup);
  const own = folder === null ? undefined : byFolder.get(folder);
  if (own?.crate === name) {
    return libraryAt(own, lookup);
  }
  const declared = declaredFor(name, folder, lookup);
  const inFolder = declared?.path == null ? null : joined(declared.folder, declared.path);
  const placed = inFolder === null ? undefined : byFolder.get(inFolder);
  const named = placed === undefined ? (byName.get(declared?.package ?? name) ?? []) : [placed];
  const [only] = named;
  return only === undefined || named.length > 1 ? [] : libraryAt(only, lookup);
}

const libraryAt = ({ folder, library }: Crate, lookup: Lookup): readonly string[] =>
  there(joined(folder, library), lookup);

/** What the manifest of the crate, or of its workspace, says of a dependency. */
function declaredFor(name: string, folder: string | null, lookup: Lookup) {
  const { byFolder } = crates(lookup);
  for (let at = folder; at !== null; at = at === "" ? null : folderOf(at)) {
    const found = byFolder.get(at)?.dependencies.find((one) => one.name === name);
    if (found !== undefined) {
      return { ...found, folder: at };
    }
  }
  return null;
}

interface Crates {
  readonly byFolder: ReadonlyMap<string, Crate>;
  readonly byName: ReadonlyMap<string, readonly Crate[]>;
  /** Files that manifests name as the first of a library, a program, a test. */
  readonly roots: ReadonlySet<string>;
}

const crates = derivedFrom((lookup: Lookup): Crates => {
  const byFolder = new Map<string, Crate>();
  const byName = new Map<string, Crate[]>();
  const roots = new Set<string>();
  for (const path of lookup.named("Cargo.toml")) {
    const config = lookup.facts(path)?.config ?? null;
    if (config !== null && Array.isArray(config["dependencies"])) {
      const crate: Crate = { ...(config as CargoConfig), folder: folderOf(path) };
      byFolder.set(crate.folder, crate);
      if (crate.crate !== null) {
        byName.set(crate.crate, [...(byName.get(crate.crate) ?? []), crate]);
      }
      const { library, programs, others } = crate;
      for (const file of [library, ...programs.map(([, one]) => one), ...others]) {
        roots.add(joined(crate.folder, file) ?? "");
      }
    }
  }
  return { byFolder, byName, roots };
});
