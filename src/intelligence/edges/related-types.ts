// Finds the subtypes of a type, and its supertypes by their methods: by the names of the types that files extend, or by
// comparing methods if a type implements an interface by having them. Each result says whether everything was looked at.
import { isFunction } from "../../linking/children.ts";
import { inTime } from "../../linking/linker.ts";
import { classPlacesOf, keyOf, type Place, type Resolution } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionChain } from "../../vocabulary/chain.ts";
import { type DefinitionFact, EXTENSION, FILE, isNamed } from "../../vocabulary/facts.ts";
import { nodeOf, type SymbolNode } from "./calls.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";

export interface Relative {
  readonly node: SymbolNode;
  readonly kind: DefinitionFact["kind"];
  readonly certainty: Resolution["certainty"];
}

/** By the place that declares it. */
export type Found = Map<string, Relative & { readonly place: Place }>;

/** Types of one hierarchy. */
const TYPES_MAX = 2_000;

export const definitionOf = ({ lookup }: EdgeScene, { path, at }: Place): DefinitionFact | undefined =>
  lookup.facts(path)?.definitions[at];

/** The definition alone, by its own name. */
export const targetOf = (scene: EdgeScene, place: Place): Target => ({
  name: definitionOf(scene, place)?.name ?? "",
  places: [place],
});

/** Adds the type under the place that declares it. Returns whether it is new. */
export function add(scene: EdgeScene, found: Found, place: Place, certainty: Resolution["certainty"]): boolean {
  const parts = scene.linker.parts(place);
  const declaring = parts.find((one) => ((definitionOf(scene, one)?.flags ?? 0) & EXTENSION) === 0) ?? place;
  const facts = scene.lookup.facts(declaring.path);
  const definition = facts?.definitions[declaring.at];
  const key = keyOf(declaring);
  if (facts === null || definition === undefined || found.has(key)) {
    return false;
  }
  found.set(key, {
    place: declaring,
    node: nodeOf(declaring.path, facts, declaring.at),
    kind: definition.kind,
    certainty,
  });
  return true;
}

export const relatives = (found: Found): Relative[] =>
  [...found.values()]
    .sort((a, b) => (a.node.path === b.node.path ? a.node.line - b.node.line : a.node.path < b.node.path ? -1 : 1))
    .map(({ node, kind, certainty }) => ({ node, kind, certainty }));

/** All types that declare to extend it, directly or not. Returns whether everything was searched. */
export function* descendants(scene: EdgeScene, place: Place, found: Found): Steps<boolean> {
  const queue: { readonly place: Place; readonly certainty: Resolution["certainty"] }[] = [
    { place, certainty: "exact" },
  ];
  const seen = new Set(scene.linker.parts(place).map(keyOf));
  for (const { place: above, certainty: way } of queue) {
    const direct: Extender[] = [];
    if (found.size > TYPES_MAX || !(yield* extenders(scene, above, direct))) {
      return false;
    }
    for (const { place: below, certainty } of direct) {
      const surely = way === "exact" ? certainty : way;
      if (!seen.has(keyOf(below)) && add(scene, found, below, surely)) {
        queue.push({ place: below, certainty: surely });
      }
      seen.add(keyOf(below));
    }
  }
  return true;
}

interface Extender {
  readonly place: Place;
  readonly certainty: Resolution["certainty"];
}

/** Types that name it among their supertypes. Returns whether all files were searched. */
function* extenders(scene: EdgeScene, place: Place, found: Extender[]): Steps<boolean> {
  const { lookup, linker } = scene;
  const definition = definitionOf(scene, place);
  if (definition === undefined) {
    return true;
  }
  const parts = inTime(() => linker.parts(place));
  if (parts === null) {
    return false;
  }
  const keys = new Set(parts.value.map(keyOf));
  const files = new Set(parts.value.map(({ path }) => path));
  for (const named of namedAround(scene, place)) {
    for (const path of yield* namingFiles(scene, named, definitionOf(scene, named) ?? definition)) {
      files.add(path);
    }
  }
  for (const path of files) {
    const definitions = lookup.facts(path)?.definitions ?? [];
    const looked = scene.isOver() ? null : inTime(() => [...extendersIn(scene, path, definitions, keys)]);
    if (looked === null) {
      return false;
    }
    found.push(...looked.value);
    yield;
  }
  return true;
}

/** What code names to reach the type: itself, and the functions around it, which may give it to others: `Logged(Store)`. */
function namedAround(scene: EdgeScene, place: Place): Place[] {
  const found: Place[] = [];
  for (let at = place.at; at !== FILE; ) {
    const definition = definitionOf(scene, { path: place.path, at });
    if (definition === undefined || (at !== place.at && !isFunction(definition))) {
      break;
    }
    if (isNamed(definition)) {
      found.push({ path: place.path, at });
    }
    at = definition.parent;
  }
  return found;
}

function* extendersIn(
  { linker }: EdgeScene,
  path: string,
  definitions: readonly DefinitionFact[],
  keys: ReadonlySet<string>,
): Iterable<Extender> {
  for (const [at, { kind, supers }] of definitions.entries()) {
    // An alias is another name of a type, not a subtype.
    if (supers.length > 0 && kind !== "variable" && kind !== "type") {
      const extended = linker.supers({ path, at }).find(({ value }) => isOneOf(value, keys));
      if (extended !== undefined) {
        yield { place: { path, at }, certainty: extended.certainty };
      }
    }
  }
}

const isOneOf = (value: Resolution["value"], keys: ReadonlySet<string>): boolean =>
  (value.is === "definition" || value.is === "instance") && value.places.some((place) => keys.has(keyOf(place)));

/** Files that may name it: by its own name, and under any name if it is the default export of its file. */
function* namingFiles(scene: EdgeScene, place: Place, { name }: DefinitionFact): Steps<readonly string[]> {
  const named = yield* scene.candidates(name, name, place.path);
  const exports = scene.lookup.facts(place.path)?.exports ?? [];
  const isDefault = exports.some((one) => one.name === "default" && one.of === definitionChain(place.at));
  const others: string[] = [];
  for (const stem of isDefault ? scene.stems(place.path) : []) {
    others.push(...(yield* scene.candidates(stem, "default", place.path)));
  }
  return [...named, ...others];
}

/** Types that have all methods of an interface, also through what they embed. Returns whether everything was searched. */
export function* implementers(scene: EdgeScene, asked: Place, found: Found): Steps<boolean> {
  const { linker, lookup } = scene;
  const set = inTime(() => linker.methodSet(asked));
  // Methods of an embedded library type need no definition in the project.
  const [rarest] = [...(set?.value?.methods.keys() ?? [])]
    .filter((name) => lookup.defining(name).length > 0)
    .sort((a, b) => lookup.defining(a).length - lookup.defining(b).length);
  if (rarest === undefined) {
    return set !== null;
  }
  const candidates: Found = new Map();
  for (const owner of [asked, ...linker.owners(asked, rarest)]) {
    add(scene, candidates, owner, "exact");
  }
  yield;
  return yield* thoseThat(scene, candidates, found, (place) => linker.implements(place, asked), asked);
}

/** Interfaces of which a type has all methods. */
export function* implementedBy(scene: EdgeScene, place: Place, found: Found): Steps<boolean> {
  const { linker } = scene;
  const set = inTime(() => linker.methodSet(place));
  const candidates: Found = new Map();
  for (const name of set?.value?.methods.keys() ?? []) {
    for (const owner of linker.owners(place, name)) {
      if (definitionOf(scene, owner)?.kind === "interface") {
        add(scene, candidates, owner, "exact");
      }
    }
    yield;
  }
  const isInterface = (one: Place): boolean => definitionOf(scene, one)?.kind === "interface";
  const fits = (one: Place) => (isInterface(one) ? linker.implements(place, one) : null);
  return set !== null && (yield* thoseThat(scene, candidates, found, fits, place));
}

/** Of the candidates and the types that embed them, those with all methods. */
function* thoseThat(
  scene: EdgeScene,
  candidates: Found,
  found: Found,
  fits: (place: Place) => Resolution["certainty"] | null,
  itself: Place,
): Steps<boolean> {
  // The map grows during the loop.
  for (const { place } of candidates.values()) {
    const direct: Extender[] = [];
    if (candidates.size > TYPES_MAX || !(yield* extenders(scene, place, direct))) {
      return false;
    }
    for (const one of direct) {
      add(scene, candidates, one.place, "exact");
    }
    const certainty = inTime(() => fits(place));
    if (certainty === null) {
      return false;
    }
    if (certainty.value !== null && keyOf(place) !== keyOf(itself)) {
      add(scene, found, place, certainty.value);
    }
  }
  return true;
}

/** All types that one extends, directly or not, by their keys. */
export function typesAbove({ linker }: EdgeScene, type: Place): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  const addAbove = (one: Place): void => {
    for (const place of linker.supers(one).flatMap(classPlacesOf)) {
      found.set(keyOf(place), place);
    }
  };
  addAbove(type);
  // The map grows during the loop.
  for (const one of found.values()) {
    addAbove(one);
  }
  return found;
}
