// What a value becomes where it is given, assigned or returned: the interface that is expected there, its methods, and the types
// that the value is of. For languages in which a type implements an interface by having its methods.
import type { Chain, ConversionFact } from "../vocabulary/facts.ts";
import { supersOf } from "./members.ts";
import { implementing, type MethodSet, methodSetOf } from "./method-sets.ts";
import { isKnown, type Place, type Reached, type Value } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** An interface that something is declared to be. */
export interface Expected {
  /** Null for one of a library. */
  readonly place: Place | null;
  readonly name: string;
  readonly methods: MethodSet;
}

export interface Converted {
  /** Types of the value. */
  readonly from: readonly Place[];
  readonly to: readonly Expected[];
}

/** Null where either side is not known. */
export function convertedAt(world: World, path: string, { value, as }: ConversionFact): Converted | null {
  const from = typesGiven(world, path, value);
  const to = from.length === 0 ? [] : expectedBy(world, path, as);
  return to.length === 0 ? null : { from, to };
}

/**
 * Types of a value that is given to what a library declares, of whose interfaces nothing is known: it may ask for any method of
 * theirs. None where what is expected is known.
 */
export function givenToLibrary(world: World, path: string, { value, as }: ConversionFact): readonly Place[] {
  const [, called = as] = PLACE_OF_PARAMETER.exec(as) ?? [];
  const isOwn = world.reach(path, called).value.is === "definition";
  const name = isOwn ? null : libraryName(world, path, as);
  const isKnownLibrary = name === null || world.rules(path)?.methodSets?.isWhollyKnown(name) !== false;
  return isKnownLibrary ? [] : typesGiven(world, path, value);
}

/**
 * How surely a value of the type can become that; null where it cannot. A type that embeds a library's, of which the methods are not
 * known, may have from there what it lacks itself.
 */
export function fits(world: World, type: Place, { place, methods }: Expected): Reached["certainty"] | null {
  const { methodSets } = world.rules(type.path) ?? {};
  const isItself = place !== null && place.path === type.path && place.at === type.at;
  return isItself
    ? "exact"
    : methodSets === undefined
      ? null
      : implementing(methodSetOf(world, type), methods, methodSets, "may come from a library");
}

/** Types that a value is of; of a list or one of several, none: what they hold is not what they are. */
export const typesOf = ({ value }: Reached): readonly Place[] => (value.is === "instance" ? value.places : []);

const typesGiven = (world: World, path: string, value: Chain): readonly Place[] =>
  typesOf(heldAt(world, path, value)).flatMap((type) => standingFor(world, type));

/** An alias is the type that it represents. */
function standingFor(world: World, place: Place): readonly Place[] {
  const { kind, supers = [] } = definitionAt(world, place) ?? {};
  const places = kind === "type" && supers.length > 0 ? supersOf(world, place) : [];
  return places.length > 0 ? places : [place];
}

/** The same with those of which it holds many, or which it may be. */
export function typesWithin(value: Value): readonly Place[] {
  switch (value.is) {
    case "instance":
      return value.places;
    case "many":
      return typesWithin(value.of);
    case "several":
      return value.of.flatMap(typesWithin);
    default:
      return [];
  }
}

/** What a chain comes to as a value: of a variable, field or parameter what it holds. */
export function heldAt(world: World, path: string, chain: Chain): Reached {
  const reached = world.reach(path, chain);
  return reached.value.is === "definition" ? world.reach(path, `${chain}^`) : reached;
}

const PLACE_OF_PARAMETER = /^(.+)\.(\d+)$/s;

function expectedBy(world: World, path: string, as: Chain): readonly Expected[] {
  const [, called, place] = PLACE_OF_PARAMETER.exec(as) ?? [];
  if (called !== undefined && place !== undefined) {
    return expectedOfParameter(world, path, called, Number(place));
  }
  return interfacesOf(world, heldAt(world, path, as)) ?? ofLibrary(world, path, as);
}

/** A parameter, or what a type's name makes of its only argument: `Handler(x)`. */
function expectedOfParameter(world: World, path: string, called: Chain, place: number): readonly Expected[] {
  const { value } = world.reach(path, called);
  const types = value.is === "definition" ? value.places : [];
  if (types.some((one) => TYPES.has(definitionAt(world, one)?.kind ?? ""))) {
    return place === 0 ? expectedFrom(world, types) : [];
  }
  for (let at = place; at >= 0; at -= 1) {
    const chain = `${called}.${at}`;
    const reached = world.reach(path, chain);
    if (isKnown(reached)) {
      // Behind the last parameter stands what that takes more of.
      const held = heldAt(world, path, chain);
      const isMore = held.value.is === "many";
      const one = isMore ? { ...held, value: held.value.of } : held;
      return at === place || isMore ? (interfacesOf(world, one) ?? ofDeclared(world, reached)) : [];
    }
  }
  return ofLibrary(world, path, `${called}.${place}`);
}

const TYPES: ReadonlySet<string> = new Set(["interface", "type"]);

/** Null where it is no instance of the project's. */
const interfacesOf = (world: World, reached: Reached): readonly Expected[] | null =>
  reached.value.is === "instance" ? expectedFrom(world, reached.value.places) : null;

const expectedFrom = (world: World, places: readonly Place[]): Expected[] =>
  places
    .filter((place) => definitionAt(world, place)?.kind === "interface")
    .map((place) => ({ place, name: definitionAt(world, place)?.path ?? "", methods: methodSetOf(world, place) }));

/** What the library's type asks for that a variable, field or parameter is declared to be. */
function ofDeclared(world: World, { value }: Reached): readonly Expected[] {
  return (value.is === "definition" ? value.places : []).flatMap((place) => {
    const type = definitionAt(world, place)?.type ?? null;
    return type === null ? [] : ofLibrary(world, place.path, type);
  });
}

function ofLibrary(world: World, path: string, chain: Chain): readonly Expected[] {
  const rules = world.rules(path)?.methodSets;
  const name = rules === undefined ? null : libraryName(world, path, chain);
  const found = name === null ? null : rules?.libraryInterface(name);
  if (found === null || found === undefined) {
    return [];
  }
  const methods = new Map(
    Object.entries(found.methods).map(([method, signature]) => [method, { place: null, signature }]),
  );
  return [{ place: null, name: found.name, methods: { methods, isWhole: true } }];
}

const STEP = /^(.+?)(\.[^.()^*[\]]+|\(\)|\^|\*|\[\])$/s;
/** Variables that hold variables, and so on: no further than this. */
const HOPS_MAX = 6;

/** The whole name of a library's thing that a chain leads to: `%1.Server^.Handler` is `net/http.Server.Handler`. */
function libraryName(world: World, path: string, chain: Chain, hops = 0): string | null {
  const imported = /^%(\d+)$/.exec(chain)?.[1];
  if (imported !== undefined) {
    return world.lookup.facts(path)?.imports[Number(imported)]?.specifier ?? null;
  }
  if (chain.startsWith("!")) {
    return chain.length > 1 ? chain.slice(1).replace(/[\^*]+$/, "") : null;
  }
  const [, before, step = ""] = STEP.exec(chain) ?? [];
  const own = world.reach(path, step === "()" || step === "^" ? (before ?? chain) : chain).value;
  if (own.is === "definition") {
    const [place] = own.places;
    const type = place === undefined ? null : (definitionAt(world, place)?.type ?? null);
    return place === undefined || type === null || hops >= HOPS_MAX
      ? null
      : libraryName(world, place.path, type, hops + 1);
  }
  const of = before === undefined ? null : libraryName(world, path, before, hops);
  return of === null ? null : step.startsWith(".") ? of + step : step === "()" ? `${of}()` : of;
}
