// Where the programs and packages of a project begin: what manifests name, and functions that languages begin at.
import type { Snapshot } from "../../index/snapshot.ts";
import { folderOf, joined, type Lookup, nameOfPath } from "../../linking/lookup.ts";
import { rulesOf } from "../../linking/rules-of.ts";
import { roleOf } from "../../search/query/file-role.ts";
import type { PackageConfig } from "../../vocabulary/module-config.ts";
import { lookupOf } from "../edges/snapshot-lookup.ts";
import type { ImportGraph } from "./import-graph.ts";

export interface EntryPoint {
  readonly path: string;
  /** 1-based; null for the file as a whole. */
  readonly line: number | null;
  /** For a person: `command vue`, `main of shop`, `function main`. */
  readonly what: string;
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

const isSource = (path: string): boolean => {
  const role = roleOf(path)?.role;
  return role === undefined || role === "declaration";
};

/** Commands first, then packages, then functions; each in order of path. */
export function entryPoints(snapshot: Snapshot, graph: ImportGraph): EntryPoint[] {
  const lookup = lookupOf(snapshot);
  const [commands, packages]: [EntryPoint[], EntryPoint[]] = [[], []];
  for (const { path, config } of graph.files) {
    if (!isSource(`${folderOf(path)}/x`)) {
      continue;
    }
    if (MAIN_FILES.has(nameOfPath(path))) {
      commands.push({ path, line: null, what: "program" });
    } else if (nameOfPath(path) === "package.json" && config !== null) {
      const manifest = config as unknown as PackageConfig;
      commands.push(...commandsOf(manifest, path, lookup));
      packages.push(...packageOf(manifest, path, lookup));
    }
  }
  return [commands, packages, mainFunctions(snapshot)].flatMap((points) => points.sort(byPlace));
}

const byPlace = (a: EntryPoint, b: EntryPoint): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0);

function commandsOf({ name, bin }: PackageConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  const commands = typeof bin === "string" ? { [name ?? folderOf(manifest)]: bin } : (bin ?? {});
  return Object.entries(commands).map(([command, file]) => ({
    path: fileOf(file, manifest, lookup) ?? manifest,
    line: null,
    what: `command ${command}`,
  }));
}

/** Null for a file that is only built. */
function fileOf(named: unknown, manifest: string, lookup: Lookup): string | null {
  const path = typeof named === "string" ? joined(folderOf(manifest), named) : null;
  return [path, `${path}.js`, `${path}/index.js`].find((one) => one !== null && lookup.exists(one)) ?? null;
}

/** What stands for the package where it is imported; the source of what is built. */
function packageOf({ name, entries }: PackageConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  const imported = name === null ? undefined : rulesOf("typescript")?.modules.resolve(name, manifest, lookup)[0];
  const named = entries.map((entry) => fileOf(entry, manifest, lookup)).find((path) => path !== null);
  const path = imported ?? named;
  return path === undefined ? [] : [{ path, line: null, what: `package ${name ?? folderOf(manifest)}` }];
}

function mainFunctions(snapshot: Snapshot): EntryPoint[] {
  return snapshot.definitions("main").flatMap(({ document, name, path: symbol, kind, nameLine }) => {
    const { path, language } = snapshot.document(document);
    const isMain = language !== null && MAIN[language] === name && (kind === "function" || kind === "method");
    return isMain && isSource(path) ? [{ path, line: nameLine, what: `${kind} ${symbol}` }] : [];
  });
}
