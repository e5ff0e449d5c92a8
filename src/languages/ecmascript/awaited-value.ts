// What a value gives when it is awaited: of a promise with members of its own, what that promises; of anything else, the value itself.
import { hasFlag } from "../../linking/context.ts";
import { mapAlternatives } from "../../linking/each-alternative.ts";
import { memberStep } from "../../linking/member-step.ts";
import { atMost, isKnown, type Resolution } from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup } from "../../linking/semantics.ts";
import { ALIASES, typeOf, VALUES } from "../../linking/supertypes.ts";
import { AWAITED, PROMISED } from "../../vocabulary/chain.ts";
import { INTERSECTION } from "../../vocabulary/facts.ts";

/** Limit for a variable whose value is a variable, or an alias of an alias. */
const HOPS_MAX = 8;

export const awaitedValue: MissingMemberLookup = (context, { on, name }) =>
  name === AWAITED ? eachAwaited(context, on, 0) : null;

/** Of a union, each part on its own: some may be no promises. */
const eachAwaited = (context: LinkContext, resolution: Resolution, hops: number): Resolution =>
  mapAlternatives(context, resolution, (one) => awaitedOf(context, one, hops));

function awaitedOf(context: LinkContext, one: Resolution, hops: number): Resolution {
  const { value } = one;
  const promised = memberStep(context, one, PROMISED);
  if (!isKnown(promised) || (value.is !== "definition" && value.is !== "instance")) {
    return one;
  }
  // An intersection gives what its promise gives, and nothing of its other parts.
  if (hops > HOPS_MAX || value.places.some((place) => hasFlag(context, place, INTERSECTION))) {
    return promised;
  }
  const declared = typeOf(context, value, value.is === "definition" ? VALUES : ALIASES);
  return isKnown(declared) ? atMost("constrained", eachAwaited(context, declared, hops + 1)) : promised;
}
