// Scala's `items(0)` and `Store("x")`: a call of `apply` on a value or an object.
import { definitionAt } from "../../linking/context.ts";
import { declaredType, VARIABLES_AND_FIELDS } from "../../linking/declared-types.ts";
import { memberOf } from "../../linking/members.ts";
import { atMost } from "../../linking/resolution.ts";
import type { ValueSemantics } from "../../linking/semantics.ts";
import { callOfOne, declaredResult, elementOfInstance } from "../../linking/steps.ts";
import { STATIC } from "../../vocabulary/facts.ts";

export const APPLY = "apply";

/** What the call of `apply` gives; null for a function, and for a class without an object that has it. */
export const applied: ValueSemantics["calledType"] = (context, { value: { places }, certainty }) => {
  const [first] = places;
  const kind = first === undefined ? undefined : definitionAt(context, first)?.kind;
  if (kind === "function" || kind === "method") {
    return null;
  }
  if (kind === "variable" || kind === "field") {
    const declared = declaredType(context, places, VARIABLES_AND_FIELDS);
    return atMost(
      certainty,
      declared.value.is === "collection" ? elementOfInstance(context, declared) : callOfOne(context, declared),
    );
  }
  const { value } = memberOf(context, places, APPLY);
  const own = value.is === "definition" ? value.places : [];
  const isObjects = own.some((place) => ((definitionAt(context, place)?.flags ?? 0) & STATIC) !== 0);
  return isObjects ? atMost(certainty, declaredResult(context, own)) : null;
};
