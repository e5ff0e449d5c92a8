// Where the programs and packages of a project start: files that manifests name, and functions at which a language starts.
import type { Snapshot } from "../../index/snapshot.ts";
import { rulesOf } from "../../languages/registry.ts";
import { folderOf, joined, type Lookup, nameOfPath } from "../../linking/lookup.ts";
import type { CargoConfig, PackageConfig } from "../../vocabulary/module-config.ts";
import { lookupOf } from "../edges/snapshot-lookup.ts";
import { type GraphFile, type ImportGraph, isSourcePath } from "./import-graph.ts";

export interface EntryPoint {
  readonly path: string;
  /** 1-based; null for the file as a whole. */
  readonly line: number | null;
  /** `command`, `package`, `program`, or the kind of the symbol: `function`. */
  readonly kind: string;
  /** Null for a program without one, and for the package of the project as a whole. */
  readonly name: string | null;
}

/** Languages where a program begins at the outermost function, or the static method, of this name. */
const MAIN: Readonly<Record<string, string>> = {
  go: "main",
  rust: "main",
  c: "main",
  cpp: "main",
  java: "main",
  kotlin: "main",
  scala: "main",
  swift: "main",
  zig: "main",
  dart: "main",
  haskell: "main",
  csharp: "Main",
};
/** Files that an interpreter begins at. */
const MAIN_FILES: ReadonlySet<string> = new Set(["__main__.py", "manage.py"]);

/** Commands first, then packages, then functions; each in order of path. */
export function entryPoints(snapshot: Snapshot, graph: ImportGraph): EntryPoint[] {
  const lookup = lookupOf(snapshot);
  const [commands, packages]: [EntryPoint[], EntryPoint[]] = [[], []];
  for (const { path, config, isSource } of graph.files) {
    const name = nameOfPath(path);
    if (name === "package.json" && config !== null && isPackage(path)) {
      const manifest = config as unknown as PackageConfig;
      commands.push(...commandsOf(manifest, path, lookup));
      packages.push(...packageOf(manifest, path, lookup));
    } else if (name === "Cargo.toml" && config !== null) {
      commands.push(...programsOf(config as unknown as CargoConfig, path, lookup));
    } else if (isSource && MAIN_FILES.has(name)) {
      commands.push({ path, line: null, kind: "program", name: null });
    } else if (isSource && standsForPackage(path, lookup)) {
      const folder = folderOf(path);
      const of = name === RUST_LIBRARY ? folderOf(folder) : folder;
      packages.push({ path, line: null, kind: "package", name: nameOfPath(of) || null });
    }
  }
  return [commands, packages, mainFunctions(snapshot, graph)].flatMap((points) => points.sort(byPlace));
}

const byPlace = (a: EntryPoint, b: EntryPoint): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0);

/** A manifest among tests and examples is an input of theirs. */
const isPackage = (path: string): boolean => isSourcePath(`${folderOf(path)}/x`);

const RUST_LIBRARY = "lib.rs";

/** A package of Python that is in no other one; the library of a crate. */
function standsForPackage(path: string, lookup: Lookup): boolean {
  const folder = folderOf(path);
  const outer = folderOf(folder);
  switch (nameOfPath(path)) {
    case "__init__.py":
      return folder !== "" && !lookup.exists(outer === "" ? "__init__.py" : `${outer}/__init__.py`);
    case RUST_LIBRARY:
      return nameOfPath(folder) === "src" && lookup.exists(outer === "" ? "Cargo.toml" : `${outer}/Cargo.toml`);
    default:
      return false;
  }
}

function commandsOf({ name, bin }: PackageConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  const commands = typeof bin === "string" ? { [name ?? folderOf(manifest)]: bin } : (bin ?? {});
  return Object.entries(commands).map(([command, file]) => ({
    path: fileOf(file, manifest, lookup) ?? manifest,
    line: null,
    kind: "command",
    name: command,
  }));
}

/** Programs of a crate whose file its manifest names; those in their usual places are found by their main function. */
function programsOf({ programs = [] }: CargoConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  return programs.flatMap(([command, file]) => {
    const path = joined(folderOf(manifest), file);
    return path !== null && lookup.exists(path) ? [{ path, line: null, kind: "command", name: command }] : [];
  });
}

/** Null for a file that is only built. */
function fileOf(named: unknown, manifest: string, lookup: Lookup): string | null {
  const path = typeof named === "string" ? joined(folderOf(manifest), named) : null;
  return [path, `${path}.js`, `${path}/index.js`].find((one) => one !== null && lookup.exists(one)) ?? null;
}

/** The file that represents the package when it is imported; for built files, their source. */
function packageOf({ name, entries }: PackageConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  const imported = name === null ? undefined : rulesOf("typescript")?.modules.resolve(name, manifest, lookup)[0];
  const named = entries.map((entry) => fileOf(entry, manifest, lookup)).find((path) => path !== null);
  const path = imported ?? named;
  return path === undefined ? [] : [{ path, line: null, kind: "package", name: name ?? folderOf(manifest) }];
}

/** Whether a program can begin in the file, where the language says in which. */
function mayBegin({ path, language, package: name }: GraphFile): boolean {
  switch (language) {
    case "go":
      return name === "main" || name === null;
    case "rust":
      return /(?:^|\/)(?:main|build)\.rs$|(?:^|\/)bin\//.test(path);
    default:
      return true;
  }
}

function mainFunctions(snapshot: Snapshot, graph: ImportGraph): EntryPoint[] {
  return snapshot.definitions("main").flatMap(({ document, name, path: symbol, kind, nameLine }) => {
    const file = graph.file(document);
    const isMain = MAIN[file?.language ?? ""] === name && (kind === "function" || kind === "method");
    return isMain && file?.isSource === true && mayBegin(file)
      ? [{ path: file.path, line: nameLine, kind, name: symbol }]
      : [];
  });
}
