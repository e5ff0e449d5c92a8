// Resolves a `.name` step on what the chain before it resolved to.

import { isParameter } from "../vocabulary/chain.ts";
import { FUNCTION_KINDS } from "../vocabulary/chunk.ts";
import { definitionAt } from "./context.ts";
import { mapAlternatives } from "./each-alternative.ts";
import { memberOf } from "./members.ts";
import { filesOfModule, moduleMember } from "./module-members.ts";
import {
  atMost,
  EXTERNAL,
  isKnown,
  type Place,
  type Resolution,
  UNKNOWN,
  unionOf,
  withTypeArguments,
} from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";
import { ALIASES, supersOf, typeOf, VALUES } from "./supertypes.ts";

/** Limit for a variable whose value is a variable, or an alias of an alias; some refer to themselves. */
const HOPS_MAX = 12;

/** `.name` */
export const memberStep = (context: LinkContext, resolution: Resolution, name: string, hops = 0): Resolution =>
  hops > HOPS_MAX ? UNKNOWN : mapAlternatives(context, resolution, (one) => memberOfOne(context, one, name, hops));

function memberOfOne(context: LinkContext, { value, certainty }: Resolution, name: string, hops: number): Resolution {
  switch (value.is) {
    case "module": {
      const found = moduleMember(context, value.paths, name);
      return atMost(certainty, isKnown(found) ? found : submoduleOf(context, value.paths, name));
    }
    case "definition": {
      const own = isParameter(name)
        ? parameterOf(context, value.places, name)
        : memberOf(context, value.places, name, "class");
      if (isKnown(own)) {
        return atMost(certainty, withTypeArguments(own, value.typeArguments));
      }
      const inModule = ofModule(context, value.places, name);
      const known = isKnown(inModule) ? inModule : reexported(context, value.places, name, hops);
      if (isKnown(known)) {
        return atMost(certainty, known);
      }
      // A variable has the members of its value; a method accessed without a call is a property.
      const declared = typeOf(context, value, VALUES);
      // An alias has the members of its type.
      const inner = hasMembers(declared) ? declared : typeOf(context, value, ALIASES);
      return hasMembers(inner)
        ? atMost(certainty, memberStep(context, atMost("constrained", inner), name, hops + 1))
        : own;
    }
    case "instance": {
      if (name === classAttributeOf(context, value.places)) {
        return { value: { is: "definition", places: value.places }, certainty };
      }
      const found = memberOf(context, value.places, name, "instance");
      const least = value.own ? found : atMost("constrained", found);
      const sure = atMost(certainty, withTypeArguments(least, value.typeArguments));
      if (isKnown(found)) {
        return sure;
      }
      const alias = typeOf(context, value, ALIASES);
      return hasMembers(alias)
        ? atMost(certainty, memberStep(context, atMost("constrained", alias), name, hops + 1))
        : sure;
    }
    case "collection":
    case "keys":
    case "external":
      return EXTERNAL;
    default:
      return UNKNOWN;
  }
}

/** A function is called as its declared type says (`const open: Opener = (path: string) => …`), if that is known. */
function parameterOf(context: LinkContext, places: readonly Place[], name: string): Resolution {
  const isFunction = places.every((place) => FUNCTION_KINDS.has(definitionAt(context, place)?.kind ?? ""));
  const types = isFunction ? places.flatMap((place) => supersOf(context, place)) : [];
  const declared = memberOf(context, types, name, "class");
  // What is passed may be for any overload.
  return isKnown(declared) ? declared : unionOf(places.map((place) => memberOf(context, [place], name, "class")));
}

const classAttributeOf = (context: LinkContext, [first]: readonly Place[]): string | null =>
  context.semantics(first?.path ?? "").classAttribute;

/** The value of one of our definitions may be external; its members are then external too. */
const hasMembers = ({ value }: Resolution): boolean => value.is !== "unknown";

/** Members of a module that this file only declares and that has a file of its own. */
function ofModule(context: LinkContext, places: readonly Place[], name: string): Resolution {
  for (const place of places) {
    const files = filesOfModule(context, place);
    if (files.length > 0) {
      const found = moduleMember(context, files, name);
      return isKnown(found) ? found : submoduleOf(context, files, name);
    }
  }
  return UNKNOWN;
}

/** What an inline module re-exports from other modules (`mod prelude { pub use … }`). */
function reexported(context: LinkContext, places: readonly Place[], name: string, hops: number): Resolution {
  for (const place of places) {
    const definition = definitionAt(context, place);
    const exports = definition?.kind === "module" ? (context.lookup.facts(place.path)?.exports ?? []) : [];
    const named = exports.find((one) => one.name === `${definition?.path}.${name}`);
    if (named !== undefined) {
      return context.resolve(place.path, named.of);
    }
    for (const { of } of exports.filter((one) => one.name === `${definition?.path}.*`)) {
      const found = memberStep(context, context.resolve(place.path, of), name, hops + 1);
      if (isKnown(found)) {
        return found;
      }
    }
  }
  return UNKNOWN;
}

function submoduleOf(context: LinkContext, paths: readonly string[], name: string): Resolution {
  for (const path of paths) {
    const found = context.semantics(path).modules.submodule?.("", name, path, context.lookup) ?? [];
    if (found.length > 0) {
      return { value: { is: "module", paths: found }, certainty: "exact" };
    }
  }
  return UNKNOWN;
}
