// Scala's `items(0)` and `Store("x")`: a call of `apply` on a value or an object.
import { definitionAt, hasFlag } from "../../linking/context.ts";
import { memberOf } from "../../linking/members.ts";
import { atMost, placesOf } from "../../linking/resolution.ts";
import type { ValueSemantics } from "../../linking/semantics.ts";
import { callOfOne, declaredResult, elementOfInstance } from "../../linking/steps.ts";
import { declaredType, VARIABLES_AND_FIELDS } from "../../linking/supertypes.ts";
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
  const own = placesOf(memberOf(context, places, APPLY));
  return own.some((place) => hasFlag(context, place, STATIC)) ? atMost(certainty, declaredResult(context, own)) : null;
};
