// Resolves `{=}`: the value of any member of what the chain before it resolved to, where the member's name is not known.

import { mapAlternatives } from "./each-alternative.ts";
import { membersOf } from "./members.ts";
import {
  asOneOf,
  atMost,
  definitionOf,
  isKnown,
  type Place,
  type Resolution,
  UNKNOWN,
  withTypeArguments,
} from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";
import { elementStep } from "./steps.ts";
import { ALIASES, typeOf, VALUES } from "./supertypes.ts";

/** Limit for a variable whose value is a variable, or an alias of an alias. */
const HOPS_MAX = 8;
/** With more members, what all of them may be says too little. */
const MEMBERS_MAX = 100;

export function anyMemberStep(context: LinkContext, resolution: Resolution, hops = 0): Resolution {
  if (hops > HOPS_MAX) {
    return UNKNOWN;
  }
  // What is computed for each member is a collection: then the members themselves are something else.
  const element = elementStep(context, resolution);
  return isKnown(element)
    ? atMost("constrained", element)
    : mapAlternatives(context, resolution, (one) => anyOfOne(context, one, hops));
}

function anyOfOne(context: LinkContext, { value }: Resolution, hops: number): Resolution {
  if (value.is !== "definition" && value.is !== "instance") {
    return UNKNOWN;
  }
  const own = allMembers(context, value.places);
  if (own.length > 0) {
    return own.length > MEMBERS_MAX
      ? UNKNOWN
      : asOneOf(withTypeArguments(definitionOf(own, "constrained"), value.typeArguments));
  }
  const declared = value.is === "definition" ? typeOf(context, value, VALUES) : UNKNOWN;
  const inner = isKnown(declared) ? declared : typeOf(context, value, ALIASES);
  return isKnown(inner) ? anyMemberStep(context, inner, hops + 1) : UNKNOWN;
}

/** Own and inherited ones. */
function allMembers(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const [first] = places;
  const types = first === undefined ? [] : [...context.semantics(first.path).ancestors(context, places)];
  return types.filter(({ path }) => path !== "").flatMap((type) => membersOf(context, type));
}
