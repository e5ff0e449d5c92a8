// Notable files of an import graph: those that most others import, and import cycles.
import { languageById } from "../../languages/registry.ts";
import { derivedFrom } from "../../linking/derived.ts";
import { folderOf } from "../../linking/lookup.ts";
import { cyclesOf } from "../cycles.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";

export interface Hub {
  /** The file; of packages that are imported as a whole the first one. */
  readonly file: GraphFile;
  /** Its path; for such packages their folder's, with a trailing `/`. */
  readonly path: string;
  /** Files that import it. */
  readonly importers: number;
}

/** The files that most others import. A file that only tests import is not a hub. */
export function hubsAmong(graph: ImportGraph, files: readonly GraphFile[], most: number): Hub[] {
  const hubs = new Map<string, Hub>();
  for (const file of files) {
    const importers = graph.importersOf(file.id);
    if (importers.length > 1 && importers.some(({ isTest }) => !isTest)) {
      const isFolder = languageById(file.language)?.project?.importsFolders === true;
      const path = isFolder ? `${folderOf(file.path) || "."}/` : file.path;
      if ((hubs.get(path)?.importers ?? 0) < importers.length) {
        hubs.set(path, { file, path, importers: importers.length });
      }
    }
  }
  return [...hubs.values()].sort((a, b) => b.importers - a.importers || (a.path < b.path ? -1 : 1)).slice(0, most);
}

/** Files that import each other in a circle, the largest circles first. */
export const fileCycles: (graph: ImportGraph) => readonly (readonly GraphFile[])[] = derivedFrom(findCycles);

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
