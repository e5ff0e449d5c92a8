// Where the programs and packages of a project begin: what manifests name, and functions that languages begin at.
import type { Snapshot } from "../../index/snapshot.ts";
import { folderOf, joined, nameOfPath } from "../../linking/lookup.ts";
import { roleOf } from "../../search/query/file-role.ts";
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

/** Fields of a package.json that name a file of its own; of several that name one file, the first is told. */
const FILE_FIELDS = ["source", "main", "module", "browser", "types"] as const;

const isSource = (path: string): boolean => {
  const role = roleOf(path)?.role;
  return role === undefined || role === "declaration";
};

/** Commands first, then packages, then functions; each in order of path. */
export function entryPoints(snapshot: Snapshot, graph: ImportGraph): EntryPoint[] {
  const [commands, packages]: [EntryPoint[], EntryPoint[]] = [[], []];
  for (const { path, config } of graph.files) {
    if (nameOfPath(path) === "package.json" && config !== null && isSource(`${folderOf(path)}/x`)) {
      const named = typeof config["name"] === "string" ? config["name"] : folderOf(path);
      commands.push(...commandsOf(config["bin"], named, path, snapshot));
      packages.push(...filesOf(config, named, path, snapshot));
    } else if (MAIN_FILES.has(nameOfPath(path)) && isSource(path)) {
      commands.push({ path, line: null, what: "program" });
    }
  }
  return [commands, packages, mainFunctions(snapshot)].flatMap((points) => points.sort(byPlace));
}

const byPlace = (a: EntryPoint, b: EntryPoint): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0);

/** The file as the manifest means it; one that is only built is told by the manifest itself. */
function placeOf(named: unknown, manifest: string, snapshot: Snapshot): string | null {
  if (typeof named !== "string") {
    return null;
  }
  const path = joined(folderOf(manifest), named);
  const found = [path, `${path}.js`, `${path}/index.js`].find(
    (one) => one !== null && snapshot.documentAt(one) !== undefined,
  );
  return found ?? null;
}

function commandsOf(bin: unknown, name: string, manifest: string, snapshot: Snapshot): EntryPoint[] {
  const commands = typeof bin === "string" ? { [name]: bin } : typeof bin === "object" && bin !== null ? bin : {};
  return Object.entries(commands).map(([command, file]) => ({
    path: placeOf(file, manifest, snapshot) ?? manifest,
    line: null,
    what: `command ${command}`,
  }));
}

function filesOf(
  config: Readonly<Record<string, unknown>>,
  name: string,
  manifest: string,
  snapshot: Snapshot,
): EntryPoint[] {
  const places = FILE_FIELDS.map((field) => placeOf(config[field], manifest, snapshot)).filter((path) => path !== null);
  const [first] = places;
  return first === undefined ? [] : [{ path: first, line: null, what: `package ${name}` }];
}

function mainFunctions(snapshot: Snapshot): EntryPoint[] {
  return snapshot.definitions("main").flatMap(({ document, name, path: symbol, kind, nameLine }) => {
    const { path, language } = snapshot.document(document);
    const isMain = language !== null && MAIN[language] === name && (kind === "function" || kind === "method");
    return isMain && isSource(path) ? [{ path, line: nameLine, what: `${kind} ${symbol}` }] : [];
  });
}
