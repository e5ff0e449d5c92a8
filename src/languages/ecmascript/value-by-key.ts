// A member of an object that holds values by key may be one of these values: `orders.first` of a `Record<string, Order>`. An element that
// is named by its place, where there is no tuple, is any element or, of an object, any member. Where no type says what `this` is in the
// functions of an object, it is that object.
import { anyMemberStep } from "../../linking/any-member.ts";
import { isKnown, mapUnion, orNull, UNKNOWN } from "../../linking/resolution.ts";
import type { MissingMemberLookup } from "../../linking/semantics.ts";
import { elementStep } from "../../linking/steps.ts";
import { valueOfVariable } from "../../linking/supertypes.ts";
import { isTuplePart, THIS_MEMBER } from "../../vocabulary/chain.ts";

/** Members of JavaScript's own collections: a key of the same name cannot be distinguished from them. */
const OF_COLLECTIONS: ReadonlySet<string> = new Set([
  ...[Object, Array, Map, Set].flatMap((collection) => Object.getOwnPropertyNames(collection.prototype)),
  ...["next", "return", "throw"],
]);

export const valueByKey: MissingMemberLookup = (context, { on, name }) =>
  OF_COLLECTIONS.has(name)
    ? null
    : orNull(
        mapUnion(valueOfVariable(context, on), (one) =>
          one.value.is === "collection" ? elementStep(context, one) : UNKNOWN,
        ),
      );

export const elementByPlace: MissingMemberLookup = (context, { on, name }) => {
  if (!isTuplePart(name)) {
    return null;
  }
  const element = elementStep(context, on);
  const value = isKnown(element) ? element : anyMemberStep(context, on);
  return isKnown(value) ? value : element;
};

export const objectAsThis: MissingMemberLookup = (_context, { on, name }) => (name === THIS_MEMBER ? on : null);
