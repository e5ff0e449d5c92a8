// Which files of the project a file imports, in one state of the project, with the lines of its import statements.
import type { EdgeScene } from "../intelligence/edges/edge-scene.ts";
import { semanticsOf } from "../languages/semantics.ts";
import { inTime } from "../linking/linker.ts";
import { keyOf } from "../linking/resolution.ts";
import { importChain } from "../vocabulary/chain.ts";
import type { ImportFact } from "../vocabulary/facts.ts";

export interface ImportEdge {
  readonly to: string;
  /** 1-based line on which the imported name stands. */
  readonly line: number;
  /** Null where the import binds no name. */
  readonly name: string | null;
  /** Whether all that is imported by this name are types. */
  readonly isOfTypes: boolean;
}

/** Itself left out. Null where its imports cannot be read, or not in time. */
export function importEdges(scene: EdgeScene, path: string): readonly ImportEdge[] | null {
  const facts = scene.lookup.facts(path);
  const found = facts === null ? null : inTime(() => facts.imports.flatMap((one, at) => edgesOf(scene, path, one, at)));
  return found?.value ?? null;
}

function edgesOf(scene: EdgeScene, path: string, { specifier, imported, line }: ImportFact, at: number): ImportEdge[] {
  const { modules, packages } = semanticsOf(scene.lookup.language(path) ?? "") ?? {};
  if (modules === undefined) {
    return [];
  }
  const { value } = scene.linker.resolve(path, importChain(at));
  const places = value.is === "definition" ? value.places : [];
  const submodules = imported === null ? [] : (modules.submodule?.(specifier, imported, path, scene.lookup) ?? []);
  const paths =
    packages !== null && packages !== undefined
      ? places.map((place) => place.path)
      : submodules.length > 0
        ? submodules
        : modules.resolve(specifier, path, scene.lookup);
  const kinds = places.map((place) => scene.lookup.facts(place.path)?.definitions[place.at]?.kind ?? keyOf(place));
  const isOfTypes = kinds.length > 0 && kinds.every((kind) => kind === "interface" || kind === "type");
  return [...new Set(paths)].flatMap((to) => (to === path ? [] : [{ to, line, name: imported, isOfTypes }]));
}
