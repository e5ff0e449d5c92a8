// The result of calling a value whose type is an alias: of `type Hook<S> = { (): S } & Store`, which the alias stands for, not itself.
// And of calling a parameter, whose type need not be a function's: of `open(options: Options)`, where another overload takes one.
import { definitionAt, hasFlag } from "../../linking/context.ts";
import { mapAlternatives } from "../../linking/each-alternative.ts";
import { atMost, mapUnion, type Resolution, UNKNOWN } from "../../linking/resolution.ts";
import type { CallLookup, LinkContext } from "../../linking/semantics.ts";
import { callOfOne } from "../../linking/steps.ts";
import { ALIASES, typeOf, VARIABLES_AND_FIELDS, valueOfVariable } from "../../linking/supertypes.ts";
import { isParameter } from "../../vocabulary/chain.ts";
import { CALLED } from "../../vocabulary/facts.ts";

/** Limit on aliases of aliases. */
const HOPS_MAX = 8;

export const calledAlias: CallLookup = (context, { callee }) => {
  if (isOtherParameter(context, callee)) {
    return mapAlternatives(context, callee, (one) => callOfParameter(context, one));
  }
  const value = valueOfVariable(context, callee);
  return isAlias(context, value) ? atMost("constrained", callOf(context, value, 0)) : null;
};

function callOf(context: LinkContext, resolution: Resolution, hops: number): Resolution {
  const { value } = resolution;
  if (!isAlias(context, resolution) || value.is !== "instance") {
    return callOfOne(context, resolution);
  }
  return hops > HOPS_MAX ? UNKNOWN : mapUnion(typeOf(context, value, ALIASES), (one) => callOf(context, one, hops + 1));
}

/** Whether it is a parameter, or one of several, that is not declared as a function itself. */
const isOtherParameter = (context: LinkContext, { value }: Resolution): boolean =>
  value.is === "definition" &&
  value.places.some(
    (place) => isParameter(definitionAt(context, place)?.name ?? "") && !hasFlag(context, place, CALLED),
  );

function callOfParameter(context: LinkContext, resolution: Resolution): Resolution {
  const { value } = resolution;
  if (value.is !== "definition" || !isOtherParameter(context, resolution)) {
    return callOfOne(context, resolution);
  }
  const declared = typeOf(context, value, VARIABLES_AND_FIELDS);
  return mapUnion(declared, (one) => atMost("constrained", callOf(context, one, 0)));
}

/** Whether it is an instance of what only stands for another type. */
const isAlias = (context: LinkContext, { value }: Resolution): boolean =>
  value.is === "instance" &&
  value.places.every((place) => {
    const { kind, flags = 0, type } = definitionAt(context, place) ?? {};
    return kind === "type" && (flags & CALLED) === 0 && type !== null;
  });
