// The result of calling a value whose type is an alias: of `type Hook<S> = { (): S } & Store`, which the alias stands for, not itself.
import { definitionAt, type LinkContext } from "../../linking/context.ts";
import { ALIASES, typeOf, valueOfVariable } from "../../linking/declared-types.ts";
import { atMost, mapUnion, type Resolution, UNKNOWN } from "../../linking/resolution.ts";
import type { CallLookup } from "../../linking/semantics.ts";
import { callOfOne } from "../../linking/steps.ts";
import { CALLED } from "../../vocabulary/facts.ts";

/** Limit on aliases of aliases. */
const HOPS_MAX = 8;

export const calledAlias: CallLookup = (context, { callee }) => {
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

/** Whether it is an instance of what only stands for another type. */
const isAlias = (context: LinkContext, { value }: Resolution): boolean =>
  value.is === "instance" &&
  value.places.every((place) => {
    const { kind, flags = 0, type } = definitionAt(context, place) ?? {};
    return kind === "type" && (flags & CALLED) === 0 && type !== null;
  });
