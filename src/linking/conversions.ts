// What a value becomes where it is passed, assigned or returned: the interface that is expected there, its methods, and the types
// of the value. For languages in which a type implements an interface by having its methods.

import { BUILT_IN_ROOT, CALL, type Chain, INSTANCE, importIn, lastStep, typeIn } from "../vocabulary/chain.ts";
import type { ConversionFact } from "../vocabulary/facts.ts";
import { definitionAt } from "./context.ts";
import { implementing, type MethodSet, methodSetOf } from "./method-sets.ts";
import { isKnown, type Place, placesOf, type Resolution, type Value } from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";
import { supersOf } from "./supertypes.ts";

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

/** Null if the types of the value or what is expected are unknown. */
export function convertedAt(context: LinkContext, path: string, { value, as }: ConversionFact): Converted | null {
  const from = typesOfValue(context, path, value);
  const to = from.length === 0 ? [] : expectedBy(context, path, as);
  return to.length === 0 ? null : { from, to };
}

/**
 * Types of a value that is passed to a library whose interfaces are unknown: the library may call any of their methods. Empty where
 * the expected interface is known.
 */
export function passedToLibrary(context: LinkContext, path: string, { value, as }: ConversionFact): readonly Place[] {
  const [, called = as] = PLACE_OF_PARAMETER.exec(as) ?? [];
  const isOwn = context.resolve(path, called).value.is === "definition";
  const name = isOwn ? null : libraryName(context, path, as);
  const isKnownLibrary = name === null || context.semantics(path).methodSets?.isWhollyKnown(name) !== false;
  return isKnownLibrary ? [] : typesOfValue(context, path, value);
}

/**
 * How certain it is that a value of the type has what is expected; null if it has not. A type that embeds a library's type may
 * inherit methods that it lacks from there.
 */
export function fits(context: LinkContext, type: Place, { place, methods }: Expected): Resolution["certainty"] | null {
  const { methodSets } = context.semantics(type.path);
  const isItself = place !== null && place.path === type.path && place.at === type.at;
  return isItself
    ? "exact"
    : methodSets === null
      ? null
      : implementing(methodSetOf(context, type), methods, methodSets, "may come from a library");
}

/** Types of a value; none for a collection or a union. */
const typesOf = ({ value }: Resolution): readonly Place[] => (value.is === "instance" ? value.places : []);

const typesOfValue = (context: LinkContext, path: string, value: Chain): readonly Place[] =>
  typesOf(valueAt(context, path, value)).flatMap((type) => standingFor(context, type));

/** An alias is the type that it represents. */
function standingFor(context: LinkContext, place: Place): readonly Place[] {
  const { kind, supers = [] } = definitionAt(context, place) ?? {};
  const places = kind === "type" && supers.length > 0 ? supersOf(context, place) : [];
  return places.length > 0 ? places : [place];
}

/** Types of a value, of the elements of a collection, and of the parts of a union. */
export function typesWithin(value: Value): readonly Place[] {
  switch (value.is) {
    case "instance":
      return value.places;
    case "collection":
      return typesWithin(value.of);
    case "union":
      return value.of.flatMap(typesWithin);
    default:
      return [];
  }
}

/** What a chain resolves to as a value: for a variable, field or parameter, its value. */
export function valueAt(context: LinkContext, path: string, chain: Chain): Resolution {
  const resolution = context.resolve(path, chain);
  return resolution.value.is === "definition" ? context.resolve(path, `${chain}^`) : resolution;
}

const PLACE_OF_PARAMETER = /^(.+)\.(\d+)$/s;

function expectedBy(context: LinkContext, path: string, as: Chain): readonly Expected[] {
  const [, called, place] = PLACE_OF_PARAMETER.exec(as) ?? [];
  if (called !== undefined && place !== undefined) {
    return expectedOfParameter(context, path, called, Number(place));
  }
  return interfacesOf(context, valueAt(context, path, as)) ?? ofLibrary(context, path, as);
}

/** Of a parameter, or of the only argument of a conversion: `Handler(x)`. */
function expectedOfParameter(context: LinkContext, path: string, called: Chain, place: number): readonly Expected[] {
  const types = placesOf(context.resolve(path, called));
  if (types.some((one) => TYPES.has(definitionAt(context, one)?.kind ?? ""))) {
    return place === 0 ? expectedFrom(context, types) : [];
  }
  for (let at = place; at >= 0; at -= 1) {
    const chain = `${called}.${at}`;
    const resolution = context.resolve(path, chain);
    if (isKnown(resolution)) {
      // Further arguments belong to the last parameter, if it is variadic.
      const declared = valueAt(context, path, chain);
      const isMore = declared.value.is === "collection";
      const one = isMore ? { ...declared, value: declared.value.of } : declared;
      return at === place || isMore ? (interfacesOf(context, one) ?? ofDeclared(context, resolution)) : [];
    }
  }
  return ofLibrary(context, path, `${called}.${place}`);
}

const TYPES: ReadonlySet<string> = new Set(["interface", "type"]);

/** Null if it is not an instance of a type of the project. */
const interfacesOf = (context: LinkContext, resolution: Resolution): readonly Expected[] | null =>
  resolution.value.is === "instance" ? expectedFrom(context, resolution.value.places) : null;

const expectedFrom = (context: LinkContext, places: readonly Place[]): Expected[] =>
  places
    .filter((place) => definitionAt(context, place)?.kind === "interface")
    .map((place) => ({ place, name: definitionAt(context, place)?.path ?? "", methods: methodSetOf(context, place) }));

/** The interface of a library that a variable, field or parameter is declared with. */
const ofDeclared = (context: LinkContext, resolution: Resolution): readonly Expected[] =>
  placesOf(resolution).flatMap((place) => {
    const type = definitionAt(context, place)?.type ?? null;
    return type === null ? [] : ofLibrary(context, place.path, type);
  });

function ofLibrary(context: LinkContext, path: string, chain: Chain): readonly Expected[] {
  const { methodSets } = context.semantics(path);
  const name = methodSets === null ? null : libraryName(context, path, chain);
  const found = name === null ? null : (methodSets?.libraryInterface(name) ?? null);
  if (found === null) {
    return [];
  }
  const methods = new Map(
    Object.entries(found.methods).map(([method, signature]) => [method, { place: null, signature }]),
  );
  return [{ place: null, name: found.name, methods: { methods, isWhole: true } }];
}

/** Limit on declared types that are followed to find the name. */
const HOPS_MAX = 6;

/** The whole name of what a chain leads to in a library: `%1.Server^.Handler` is `net/http.Server.Handler`. */
function libraryName(context: LinkContext, path: string, chain: Chain, hops = 0): string | null {
  const imported = importIn(chain);
  if (imported !== null) {
    return context.lookup.facts(path)?.imports[imported]?.specifier ?? null;
  }
  if (chain.startsWith(BUILT_IN_ROOT)) {
    return chain === BUILT_IN_ROOT ? null : typeIn(chain).slice(BUILT_IN_ROOT.length);
  }
  const { before = null, step = "" } = lastStep(chain) ?? {};
  const own = context.resolve(path, step === CALL || step === INSTANCE ? (before ?? chain) : chain).value;
  if (own.is === "definition") {
    const [place] = own.places;
    const type = place === undefined ? null : (definitionAt(context, place)?.type ?? null);
    return place === undefined || type === null || hops >= HOPS_MAX
      ? null
      : libraryName(context, place.path, type, hops + 1);
  }
  const of = before === null ? null : libraryName(context, path, before, hops);
  return of === null ? null : step.startsWith(".") || step === CALL ? of + step : of;
}
