// Which files import one file, and by which imports.

import type { Snapshot } from "../../index/snapshot.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Steps } from "../../system/slices.ts";
import type { ImportFact } from "../../vocabulary/facts.ts";
import { documentsWith } from "../symbols/candidate-files.ts";
import type { EdgeScene } from "./edge-scene.ts";

export function* importersOf(snapshot: Snapshot, edges: EdgeScene, path: string): Steps<readonly string[]> {
  const found = new Set<string>();
  const family = semanticsOf(edges.lookup.language(path) ?? "")?.modules;
  for (const stem of edges.stems(path)) {
    for (const document of documentsWith(snapshot, stem)) {
      const isFamily = semanticsOf(document.language ?? "")?.modules === family;
      if (isFamily && !found.has(document.path) && importsOf(edges, document.path, path).length > 0) {
        found.add(document.path);
      }
      yield;
    }
  }
  return [...found];
}

/** A file's imports that bring in `path`, alone or with others. */
export const importsOf = (edges: EdgeScene, file: string, path: string): readonly ImportFact[] =>
  importsWith(edges, file, path).map(({ fact }) => fact);

/** A file's imports that no other file than `path` serves. */
export const importsOfAlone = (edges: EdgeScene, file: string, path: string): readonly ImportFact[] =>
  importsWith(edges, file, path).flatMap(({ fact, paths }) => (paths.length === 1 ? [fact] : []));

function importsWith({ lookup }: EdgeScene, file: string, path: string) {
  const modules = semanticsOf(lookup.language(file) ?? "")?.modules;
  return (lookup.facts(file)?.imports ?? []).flatMap((fact) => {
    const { specifier, imported } = fact;
    const submodule = imported === null ? [] : (modules?.submodule?.(specifier, imported, file, lookup) ?? []);
    const found = [modules?.resolve(specifier, file, lookup) ?? [], submodule].find((paths) => paths.includes(path));
    return found === undefined ? [] : [{ fact, paths: found }];
  });
}
