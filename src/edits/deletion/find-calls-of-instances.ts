// Calls of values of a type whose method for that is deleted: `store()` in Python, without the name of the method.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionChain } from "../../vocabulary/chain.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT } from "./deleted.ts";

export function* findCallsOfInstances(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { path, facts, outermost } = deleted;
  const callMethod = semanticsOf(edges.lookup.language(path) ?? "")?.callMethod ?? null;
  const definition = facts.definitions[outermost[0] ?? FILE];
  if (callMethod === null || definition?.name !== callMethod || definition.parent === FILE) {
    return NOTHING_LEFT;
  }
  const type: Place = { path, at: definition.parent };
  const types: Found = new Map();
  let isWhole = yield* descendants(edges, type, types);
  const places: LeftPlace[] = [];
  for (const value of yield* valuesOf(edges, [type, ...[...types.values()].map((one) => one.place)])) {
    const name = edges.lookup.facts(value.path)?.definitions[value.at]?.name ?? "";
    const found = yield* findReferences(edges, { name, places: [value] });
    isWhole &&= found.filesLeft.length === 0;
    const calls = found.references.filter(({ role }) => role === "call");
    places.push(...calls.map((one) => ({ ...one, why: `calls ${name}, whose ${definition.path} is deleted` })));
  }
  return { places, isWhole };
}

const VALUES: ReadonlySet<string> = new Set(["variable", "field"]);

/** Variables and fields of these types, in the files that name the types. */
function* valuesOf(edges: EdgeScene, types: readonly Place[]): Steps<Place[]> {
  const { lookup, linker } = edges;
  const keys = new Set(types.map(keyOf));
  const files = new Set<string>();
  for (const place of types) {
    files.add(place.path);
    const name = lookup.facts(place.path)?.definitions[place.at]?.name ?? "";
    const found = yield* findReferences(edges, { name, places: [place] });
    for (const { path } of found.references) {
      files.add(path);
    }
  }
  return [...files].flatMap((path) =>
    (lookup.facts(path)?.definitions ?? []).flatMap(({ kind }, at) => {
      const held = VALUES.has(kind) ? inTime(() => linker.typesWithin(path, definitionChain(at))) : null;
      return held?.value.some((type) => keys.has(keyOf(type))) === true ? [{ path, at }] : [];
    }),
  );
}
