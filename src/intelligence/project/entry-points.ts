// Where the programs and packages of a project start: files that their languages name, and functions at which a language starts.
import type { Snapshot } from "../../index/snapshot.ts";
import type { EntryPoint } from "../../languages/contract/project-layout.ts";
import { ENTRY_FILES, LANGUAGES, languageById } from "../../languages/registry.ts";
import { folderOf, nameOfPath } from "../../linking/lookup.ts";
import { lookupOf } from "../edges/edge-scene.ts";
import { type ImportGraph, isSourcePath } from "./import-graph.ts";

/** Names of functions at which programs begin, lower case, as names of definitions are looked up. */
const MAIN_NAMES: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ project }) => project?.main?.toLowerCase() ?? []));

/** Commands first, then packages, then functions; each in order of path. */
export function entryPoints(snapshot: Snapshot, graph: ImportGraph): EntryPoint[] {
  const lookup = lookupOf(snapshot);
  const [commands, packages]: [EntryPoint[], EntryPoint[]] = [[], []];
  for (const { path, config, isSource } of graph.files) {
    const pointsOf = ENTRY_FILES.get(nameOfPath(path));
    const isAmongSource = pointsOf !== undefined && isSourcePath(`${folderOf(path)}/x`);
    for (const point of pointsOf?.({ path, config, isSource, isAmongSource }, lookup) ?? []) {
      (point.kind === "package" ? packages : commands).push(point);
    }
  }
  return [commands, packages, mainFunctions(snapshot, graph)].flatMap((points) => points.sort(byPlace));
}

const byPlace = (a: EntryPoint, b: EntryPoint): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0);

function mainFunctions(snapshot: Snapshot, graph: ImportGraph): EntryPoint[] {
  const definitions = [...MAIN_NAMES].flatMap((name) => snapshot.definitions(name));
  return definitions.flatMap(({ document, name, path: symbol, kind, nameLine }) => {
    const file = graph.file(document);
    const { main, mayBegin } = languageById(file?.language ?? null)?.project ?? {};
    const isMain = main === name && (kind === "function" || kind === "method");
    return isMain && file?.isSource === true && mayBegin?.(file) !== false
      ? [{ path: file.path, line: nameLine, kind, name: symbol }]
      : [];
  });
}
