// What stands out in an import graph: the files that most others import, and what goes round in circles.
import { cyclesOf } from "./cycles.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";

export interface Hub {
  readonly file: GraphFile;
  /** Files that import it. */
  readonly importers: number;
}

/** Files that tests alone import are none. */
export function hubsAmong(graph: ImportGraph, files: readonly GraphFile[], most: number): Hub[] {
  const hubs = files.flatMap((file) => {
    const importers = graph.importersOf(file.id);
    return importers.length > 1 && importers.some(({ isTest }) => !isTest)
      ? [{ file, importers: importers.length }]
      : [];
  });
  return hubs.sort((a, b) => b.importers - a.importers || (a.file.path < b.file.path ? -1 : 1)).slice(0, most);
}

const cycles = new WeakMap<ImportGraph, readonly (readonly GraphFile[])[]>();

/** Files that import each other in a circle, the largest circles first. */
export function fileCycles(graph: ImportGraph): readonly (readonly GraphFile[])[] {
  const known = cycles.get(graph) ?? findCycles(graph);
  cycles.set(graph, known);
  return known;
}

function findCycles({ files }: ImportGraph): GraphFile[][] {
  const inOrder = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const places = new Map(inOrder.map(({ id }, at) => [id, at]));
  const found = cyclesOf(inOrder.length, (at) =>
    (inOrder[at]?.imports ?? []).flatMap((id) => {
      const place = places.get(id);
      return place === undefined ? [] : [place];
    }),
  );
  return found.map((members) => members.flatMap((at) => inOrder[at] ?? []));
}
