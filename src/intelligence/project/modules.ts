// Which module each file of a project belongs to, and how modules use each other. A module is what the language calls a
// package; without one, a folder of the second level.

import { roleOf } from "../../languages/file-role.ts";
import { isPackageManifest } from "../../languages/read-manifests.ts";
import { languageById } from "../../languages/registry.ts";
import { derivedFrom } from "../../linking/derived.ts";
import { folderOf, nameOfPath } from "../../linking/lookup.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";

export type ModuleKind = "package" | "folder";

export interface Module {
  /** A folder, "." for the project's own; where files declare their package, its name. */
  readonly name: string;
  readonly kind: ModuleKind;
  readonly files: readonly GraphFile[];
  readonly tests: number;
  readonly symbols: number;
  /** How many of its files import another module, by that module's name. */
  readonly uses: ReadonlyMap<string, number>;
  /** How many files of another module import it. */
  readonly usedBy: ReadonlyMap<string, number>;
}

const FOLDER_LEVELS = 2;

export interface Membership {
  readonly name: string;
  readonly kind: ModuleKind;
}

interface MutableModule extends Module {
  readonly files: GraphFile[];
  tests: number;
  symbols: number;
  readonly uses: Map<string, number>;
  readonly usedBy: Map<string, number>;
}

export interface Modules {
  /** The most symbols first. */
  readonly all: readonly Module[];
  of(file: GraphFile): Module | undefined;
}

/** A graph is good until it changes, and so are its modules. */
export const modulesOf: (graph: ImportGraph) => Modules = derivedFrom(makeModules);

function makeModules(graph: ImportGraph): Modules {
  const membership = openMembership(graph.files);
  const byName = new Map<string, MutableModule>();
  const byFile = new Map<GraphFile, MutableModule>();
  for (const file of graph.files) {
    const { name, kind } = membership(file);
    const module: MutableModule = byName.get(name) ?? emptyModule(name, kind);
    byName.set(name, module);
    byFile.set(file, module);
    module.files.push(file);
    module.tests += file.isTest ? 1 : 0;
    module.symbols += file.symbols;
  }
  for (const [file, from] of byFile) {
    const targets = file.imports.map((id) => graph.file(id)).filter((target) => target !== undefined);
    for (const to of new Set(targets.map((target) => byFile.get(target)))) {
      if (to !== undefined && to !== from) {
        from.uses.set(to.name, (from.uses.get(to.name) ?? 0) + 1);
        to.usedBy.set(from.name, (to.usedBy.get(from.name) ?? 0) + 1);
      }
    }
  }
  const all = [...byName.values()].sort(
    (a, b) => b.symbols - a.symbols || b.files.length - a.files.length || (a.name < b.name ? -1 : 1),
  );
  return { all, of: (file) => byFile.get(file) };
}

const emptyModule = (name: string, kind: ModuleKind): MutableModule => ({
  name,
  kind,
  files: [],
  tests: 0,
  symbols: 0,
  uses: new Map(),
  usedBy: new Map(),
});

type Belonging = Pick<GraphFile, "path" | "language" | "package">;

/** Which module a file is of, in a project of these files. */
export function openMembership(files: Iterable<Pick<GraphFile, "path">>): (file: Belonging) => Membership {
  const packages = new Set<string>();
  const paths = new Set<string>();
  for (const { path } of files) {
    paths.add(path);
    if (isPackageManifest(nameOfPath(path)) && !isBeside(path)) {
      packages.add(folderOf(path));
    }
  }
  const ofFolder = new Map<string, Membership>();
  const within = (folder: string): Membership => {
    const known = ofFolder.get(folder) ?? membershipOf(folder, packages);
    ofFolder.set(folder, known);
    return known;
  };
  const has = (path: string): boolean => paths.has(path);
  return (file) => {
    const name = languageById(file.language)?.project?.moduleOf?.(file, has) ?? null;
    return name === null ? within(folderOf(file.path)) : { name, kind: "package" };
  };
}

/** A manifest among tests, fixtures and examples is an input of theirs. */
const isBeside = (path: string): boolean =>
  ["test", "fixture", "example", "vendored"].includes(roleOf(`${folderOf(path)}/x`)?.role ?? "");

function membershipOf(folder: string, packages: ReadonlySet<string>): Membership {
  for (let outer = folder; outer !== ""; outer = folderOf(outer)) {
    if (packages.has(outer)) {
      return { name: outer, kind: "package" };
    }
  }
  const levels = folder.split("/").slice(0, FOLDER_LEVELS).join("/");
  return { name: levels === "" ? "." : levels, kind: "folder" };
}
