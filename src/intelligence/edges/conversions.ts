// Where a type is used as an interface because of a method: a value of it is passed, assigned or returned where the interface is
// expected. Nothing names the method there, and yet such a place no longer compiles when the method changes. Pure over facts.

import { roleOf } from "../../languages/file-role.ts";
import type { Converted, Expected } from "../../linking/conversions.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { BUILT_IN_ROOT } from "../../vocabulary/chain.ts";
import { type ConversionFact, type DefinitionFact, EXPORTED, FILE, isNamed, LOCAL } from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";
import { add, definitionOf, descendants, type Found } from "./related-types.ts";

export interface Conversion {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The interface that is expected there: `Router`, `net/http.Handler`. */
  readonly name: string;
  /** Its place; null for a library's. */
  readonly expected: Place | null;
  /** The type that becomes it; null where it is passed to a library. */
  readonly type: Place | null;
  readonly fact: ConversionFact;
}

export interface Conversions {
  readonly conversions: readonly Conversion[];
  /** Files that were not looked into in time. */
  readonly filesLeft: readonly string[];
}

const NONE: Conversions = { conversions: [], filesLeft: [] };

/** Conversions to find: from one of these types to an interface that requires the method, or to one of these interfaces. */
interface Search {
  readonly scene: EdgeScene;
  /** The types that have the method, or the interface with those that embed it. */
  readonly types: ReadonlySet<string>;
  /** Null where the interface as a whole is asked about. */
  readonly method: string | null;
  /** Places of the method, if it is known. */
  readonly places: ReadonlySet<string>;
  readonly isInterface: boolean;
  /** Instead: places where it is passed to libraries whose interfaces are unknown. */
  readonly toLibraries?: boolean;
}

/**
 * Of a method all places that rest on its type having it; of an interface, or a method of one, all places where another type
 * becomes it. None of anything else, and in languages where a type says what it implements. A step a file.
 */
export function* conversionsOf(scene: EdgeScene, target: Target): Steps<Conversions> {
  const [place] = target.places;
  const definition = place === undefined ? undefined : definitionOf(scene, place);
  if (place === undefined || definition === undefined || !scene.linker.comparesMethods(place)) {
    return NONE;
  }
  const late: Conversions = { conversions: [], filesLeft: [place.path] };
  const owners = definition.kind === "interface" ? [place] : ownersInTime(scene, place, definition);
  if (owners === null) {
    return late;
  }
  if (definition.kind !== "interface" && !isInInterface(scene, place, definition.name)) {
    return NONE;
  }
  const types: Found = new Map();
  for (const owner of owners) {
    add(scene, types, owner, "exact");
  }
  if (types.size === 0) {
    return NONE;
  }
  let isWhole = true;
  for (const owner of owners) {
    isWhole = (yield* descendants(scene, owner, types)) && isWhole;
  }
  const method = definition.kind === "interface" ? null : definition.name;
  const places = new Set(target.places.map(keyOf));
  const looked = inTime(() =>
    [...types.values()].filter(
      (one) =>
        method === null || places.has(keyOf(scene.linker.methodSet(one.place)?.methods.get(method)?.place ?? NOWHERE)),
    ),
  );
  if (looked === null) {
    return late;
  }
  const having = looked.value;
  const search: Search = {
    scene,
    types: new Set(having.map((one) => keyOf(one.place))),
    method,
    places,
    isInterface: owners.some((owner) => definitionOf(scene, owner)?.kind === "interface"),
  };
  const found = yield* inFiles(
    search,
    having.map((one) => one.place),
  );
  return isWhole ? found : { ...found, filesLeft: [...new Set([...found.filesLeft, place.path])] };
}

/**
 * Whether a value of a type that has the method, an exported one, is passed to a library whose interfaces are unknown, in source
 * and not in tests: one of them may require the method. True if time was up first.
 */
export function* isPassedToLibraries(scene: EdgeScene, target: Target): Steps<boolean> {
  const [place] = target.places;
  const definition = place === undefined ? undefined : definitionOf(scene, place);
  if (place === undefined || definition === undefined || (definition.flags & EXPORTED) === 0) {
    return false;
  }
  const owners = ownersInTime(scene, place, definition);
  if (owners === null) {
    return true;
  }
  const types: Found = new Map();
  for (const owner of owners) {
    add(scene, types, owner, "exact");
  }
  const search: Search = {
    scene,
    types: new Set(types.keys()),
    method: definition.name,
    places: new Set(target.places.map(keyOf)),
    isInterface: false,
    toLibraries: true,
  };
  const having = [...types.values()].map((one) => one.place);
  const { conversions, filesLeft } = having.length === 0 ? NONE : yield* inFiles(search, having);
  return conversions.some(({ path }) => roleOf(path)?.role !== "test") || filesLeft.length > 0;
}

/** Whether any interface has a method of this name. Most methods have none, so that nothing has to be searched. */
const isInInterface = (scene: EdgeScene, place: Place, name: string): boolean =>
  scene.linker.isLibraryMethod(place, name) ||
  scene.linker.owners(place, name).some((owner) => definitionOf(scene, owner)?.kind === "interface");

const NOWHERE: Place = { path: "", at: FILE };

/** Types that declare the method themselves; null if time was up first. */
function ownersInTime(scene: EdgeScene, place: Place, { kind, name, path }: DefinitionFact): readonly Place[] | null {
  if (kind !== "method" || path === name) {
    return [];
  }
  const looked = inTime(() =>
    scene.linker.owners(place, name).filter((owner) => {
      const own = scene.linker.methodSet(owner)?.methods.get(name)?.place ?? null;
      return own !== null && keyOf(own) === keyOf(place);
    }),
  );
  return looked?.value ?? null;
}

/** Searches the files that name the types, and those that name a variable or function with a value of them. */
function* inFiles(search: Search, types: readonly Place[]): Steps<Conversions> {
  const { scene } = search;
  const names = new Map<string, Place>();
  for (const type of types) {
    names.set(definitionOf(scene, type)?.name ?? "", type);
  }
  const looked = new Set<string>();
  const left = new Set<string>();
  const conversions: Conversion[] = [];
  // A map that grows while it is walked.
  for (const [name, like] of names) {
    const own = types.map(({ path }) => path).filter((path) => scene.lookup.facts(path) !== null);
    for (const path of new Set([...own, ...(yield* scene.candidates(name, name, like.path))])) {
      if (looked.has(path)) {
        continue;
      }
      const found = scene.isOver() ? null : inTime(() => lookInto(search, path));
      if (found === null) {
        left.add(path);
        continue;
      }
      looked.add(path);
      conversions.push(...found.value.conversions);
      for (const name of found.value.named) {
        if (!names.has(name)) {
          names.set(name, { path, at: FILE });
        }
      }
      yield;
    }
  }
  return { conversions, filesLeft: [...left] };
}

function lookInto(search: Search, path: string): { conversions: Conversion[]; named: ReadonlySet<string> } {
  const { scene, types } = search;
  const facts = scene.lookup.facts(path);
  const conversions = (facts?.conversions ?? []).flatMap((fact): Conversion[] => {
    const found = search.toLibraries === true ? passedOn(search, path, fact) : requiredThere(search, path, fact);
    return found === null ? [] : [{ path, line: fact.line, ...found, fact }];
  });
  const named = new Set<string>();
  const definitions = facts?.definitions ?? [];
  for (const definition of definitions) {
    const { type, flags } = definition;
    const hasType = type !== null && (flags & LOCAL) === 0 && !type.startsWith(BUILT_IN_ROOT);
    if (hasType && scene.linker.typesWithin(path, type).some((place) => types.has(keyOf(place)))) {
      // An argument for a parameter is passed where its function is named.
      const bearer = isNamed(definition) ? definition : definitions[definition.parent];
      named.add(bearer?.name ?? definition.name);
    }
  }
  return { conversions, named };
}

/** What a conversion is from and to. */
type Sides = Pick<Conversion, "name" | "expected" | "type">;

function requiredThere(search: Search, path: string, fact: ConversionFact): Sides | null {
  const converted = search.scene.linker.converted(path, fact);
  return converted === null ? null : dependingInterface(search, converted);
}

function passedOn({ scene, types }: Search, path: string, fact: ConversionFact): Sides | null {
  const passed = scene.linker.passedToLibrary(path, fact);
  return passed.some((type) => types.has(keyOf(type))) ? { name: fact.as, expected: null, type: null } : null;
}

/** The interface that a value of a type would no longer satisfy; null if the conversion does not depend on the method or types. */
function dependingInterface(
  { scene, types, method, places, isInterface }: Search,
  { from, to }: Converted,
): Sides | null {
  const { linker } = scene;
  const hasItself = (type: Place): boolean => {
    const own = method === null ? null : linker.methodSet(type)?.methods.get(method)?.place;
    return types.has(keyOf(type)) || (own !== null && own !== undefined && places.has(keyOf(own)));
  };
  const isRequired = (type: Place, { place, methods }: Expected): boolean =>
    isInterface && place !== null && types.has(keyOf(place))
      ? !hasItself(type)
      : types.has(keyOf(type)) && method !== null && methods.methods.has(method);
  for (const type of from) {
    const found = to.find((expected) => isRequired(type, expected) && linker.fits(type, expected) !== null);
    if (found !== undefined) {
      return { name: found.name, expected: found.place, type };
    }
  }
  return null;
}
