// Results of calls that differ from what the callee declares. Languages put their `calls` together from these.
import { selfChain, unmarked } from "../vocabulary/chain.ts";
import { FUNCTION_KINDS } from "../vocabulary/chunk.ts";
import { wordSet } from "../vocabulary/text.ts";
import { definitionAt } from "./context.ts";
import { atMost, EXTERNAL, isKnown, placesOf, UNKNOWN } from "./resolution.ts";
import type { CallLookup } from "./semantics.ts";
import { instanceStep } from "./steps.ts";
import { valueOfVariable } from "./supertypes.ts";

/** Built-in methods of these names return their receiver, unless its class has one of that name. */
export const returningReceiver =
  (names: ReadonlySet<string>): CallLookup =>
  (context, { callee, receiver, name }) => {
    const value = names.has(name) ? valueOfVariable(context, receiver) : UNKNOWN;
    return value.value.is === "instance" && !isKnown(callee) ? value : null;
  };

/** A built-in method of functions that returns the function itself: `bind` in `store.open.bind(store)`. */
export const returningFunction =
  (method: string): CallLookup =>
  (context, { callee, receiver, name }) => {
    const isFunction = placesOf(receiver).some((place) => FUNCTION_KINDS.has(definitionAt(context, place)?.kind ?? ""));
    return name === method && isFunction && !isKnown(callee) ? receiver : null;
  };

/** Methods of a language's own collections: their names, with white space between them. */
export interface CollectionMethods {
  /** They return one element. */
  readonly one: string;
  /** They return a collection of elements. */
  readonly many: string;
  /** They return the elements of each element, if that is a collection too. */
  readonly flattening?: string;
}

/** Calls of methods of collections. The result of any other method is external. */
export function ofCollection(methods: CollectionMethods): CallLookup {
  const [one, many, flattening] = [wordSet(methods.one), wordSet(methods.many), wordSet(methods.flattening ?? "")];
  return (context, { receiver, name: marked }) => {
    const { value, certainty } = valueOfVariable(context, receiver);
    const name = unmarked(marked);
    if (value.is !== "collection") {
      return null;
    }
    if (value.of.is === "collection" && flattening.has(name)) {
      return atMost("constrained", { value: value.of, certainty });
    }
    return one.has(name) || many.has(name)
      ? atMost("constrained", { value: one.has(name) ? value.of : value, certainty })
      : EXTERNAL;
  };
}

/**
 * A method that returns its receiver (`self`): the result is of the receiver's class, not of the class that declares the
 * method.
 */
export const returningSelf: CallLookup = (context, { callee, receiver }) => {
  const [place] = placesOf(callee);
  const method = place === undefined ? undefined : definitionAt(context, place);
  if (method?.kind !== "method" || method.type !== selfChain(method.parent)) {
    return null;
  }
  const on = valueOfVariable(context, receiver);
  const made = on.value.is === "definition" ? instanceStep(context, on) : on;
  return made.value.is === "instance" ? atMost(callee.certainty, made) : null;
};
