// The methods of a type, promoted ones included, in languages where a type implements an interface by having its methods; and
// whether it implements one. Each language compares signatures.

import { INSTANCE } from "../vocabulary/chain.ts";
import { type DefinitionFact, FILE } from "../vocabulary/facts.ts";
import { definitionAt, openMemo, outermostNamed } from "./context.ts";
import { openIndexOf } from "./derived.ts";
import { classPlacesOf, keyOf, type Place } from "./resolution.ts";
import type { LinkContext, MethodSets } from "./semantics.ts";
import { outsideOfClass } from "./supertypes.ts";

export interface Method {
  /** Null for a method of a type outside of the project. */
  readonly place: Place | null;
  /** Comparable across files; null if unknown. */
  readonly signature: string | null;
}

export interface MethodSet {
  readonly methods: ReadonlyMap<string, Method>;
  /** False if it embeds a type whose methods are unknown. */
  readonly isWhole: boolean;
}

const EMPTY: MethodSet = { methods: new Map(), isWhole: true };
const sets = openMemo<MethodSet>(EMPTY);

export const methodSetOf = (context: LinkContext, place: Place): MethodSet =>
  sets(context, keyOf(place), () => findMethods(context, place));

/** Methods by the path of their type. */
const byOwner = openIndexOf<DefinitionFact>(({ kind, path, name }) =>
  kind === "method" && path !== name ? [path.slice(0, -1 - name.length)] : [],
);

function findMethods(context: LinkContext, place: Place): MethodSet {
  const definition = definitionAt(context, place);
  const { methodSets: compared, modules } = context.semantics(place.path);
  if (definition === undefined || compared === null) {
    return EMPTY;
  }
  const methods = new Map<string, Method>();
  const isLocal = definition.parent !== FILE;
  const files = [place.path, ...(isLocal ? [] : (modules.inPackage?.(place.path, context.lookup) ?? []))];
  for (const path of files) {
    const definitions = context.lookup.facts(path)?.definitions ?? [];
    for (const at of byOwner(definitions, definition.path)) {
      const { name, signature = null } = definitions[at] ?? {};
      if (name !== undefined) {
        const known = signature === null ? null : compared.absolute(signature, path, context.lookup);
        methods.set(name, { place: { path, at }, signature: known });
      }
    }
  }
  const isWhole = addEmbedded(context, place, definition, compared, methods);
  return { methods, isWhole };
}

/** Adds the methods of embedded types; answers whether all of them are known. */
function addEmbedded(
  context: LinkContext,
  place: Place,
  { supers, parent, kind, type }: DefinitionFact,
  compared: MethodSets,
  methods: Map<string, Method>,
): boolean {
  let isWhole = true;
  const add = (more: Iterable<readonly [string, Method]>): void => {
    for (const [name, method] of more) {
      if (!methods.has(name)) {
        methods.set(name, method);
      }
    }
  };
  // A type defined as an interface has its methods: `type Store io.Reader`.
  const isAlias = kind === "type" && supers.length > 0;
  const chains = kind === "type" && !isAlias && type?.endsWith(INSTANCE) === true ? [type.slice(0, -1)] : supers;
  for (const chain of chains) {
    const places = classPlacesOf(context.resolve(place.path, outsideOfClass(chain, place.at, parent)));
    const isPromoted =
      kind !== "type" || isAlias || places.every((one) => definitionAt(context, one)?.kind === "interface");
    const library = places.length > 0 ? null : compared.library(chain, place.path, context.lookup);
    for (const one of isPromoted ? places : []) {
      const set = methodSetOf(context, one);
      isWhole &&= set.isWhole;
      add(set.methods);
    }
    add(Object.entries(library ?? {}).map(([name, signature]) => [name, { place: null, signature }]));
    isWhole &&= places.length > 0 || library !== null || kind === "type";
  }
  return isWhole;
}

/**
 * How certain it is that a type with the methods `has` implements an interface with the methods `asked`; null if it does not. `lacking`:
 * what is assumed about missing methods of a type that embeds a type whose methods are unknown.
 */
export function implementing(
  has: MethodSet,
  asked: MethodSet,
  { isSame }: MethodSets,
  lacking: "missing" | "may come from a library" = "missing",
): "exact" | "constrained" | null {
  const mayHaveMore = !has.isWhole && lacking === "may come from a library";
  let isSure = asked.isWhole;
  let isAnyOwn = false;
  for (const [name, { signature }] of asked.methods) {
    const own = has.methods.get(name);
    const differs =
      own !== undefined && own.signature !== null && signature !== null && !isSame(own.signature, signature);
    if (differs || (own === undefined && !mayHaveMore)) {
      return null;
    }
    isAnyOwn ||= own !== undefined;
    isSure &&= isWholeSignature(own?.signature ?? null) && isWholeSignature(signature);
  }
  return !isAnyOwn ? null : isSure ? "exact" : "constrained";
}

/** Whether all types of a signature are known. */
const isWholeSignature = (signature: string | null): boolean => signature !== null && !signature.includes("?");

/** Types that declare a method of this name themselves. */
export function ownersOf(context: LinkContext, from: Place, name: string): Place[] {
  const { lookup } = context;
  const semantics = context.semantics(from.path);
  const found = new Map<string, Place>();
  for (const path of lookup.defining(name).filter((other) => context.semantics(other) === semantics)) {
    const definitions = lookup.facts(path)?.definitions ?? [];
    for (const { kind, name: own, path: symbol, parent } of definitions) {
      if (kind !== "method" || own !== name || symbol === own) {
        continue;
      }
      const owners =
        parent === FILE ? typesIn(context, path, symbol.slice(0, -1 - name.length)) : [{ path, at: parent }];
      for (const owner of owners) {
        found.set(keyOf(owner), owner);
      }
    }
  }
  return [...found.values()];
}

/** A type of the file's package. */
function typesIn(context: LinkContext, path: string, name: string): Place[] {
  const files = [path, ...(context.semantics(path).modules.inPackage?.(path, context.lookup) ?? [])];
  return files.flatMap((other) => outermostNamed(context, other, name));
}
