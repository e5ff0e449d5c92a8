// Chooses between a field and a method of the same name, since a type may have both (`arg.long` and `arg.long()`): a call means the
// method, an access without a call the field.

import { isFunction } from "../../linking/children.ts";
import { definitionAt } from "../../linking/context.ts";
import type { Place } from "../../linking/resolution.ts";
import type { DeclarationSemantics, LinkContext, ValueSemantics } from "../../linking/semantics.ts";
import { parseMember } from "../../vocabulary/chain.ts";

const isMethod = (context: LinkContext, place: Place): boolean => {
  const definition = definitionAt(context, place);
  return definition !== undefined && isFunction(definition);
};

/** The methods among these places, or the others; all of them if that leaves none. */
function some(context: LinkContext, places: readonly Place[], wantsMethods: boolean): readonly Place[] {
  const meant = places.filter((place) => isMethod(context, place) === wantsMethods);
  return meant.length > 0 ? meant : places;
}

/** Methods before fields. */
export const callable: ValueSemantics["callable"] = (context, places) =>
  places.length < 2 ? places : some(context, places, true);

/** What the references of a group mean if a field and a method have the name; both, if some are calls and some are not. */
export const meantByUse: DeclarationSemantics["meant"] = (context, path, { of, roles }, resolution) => {
  const { value } = resolution;
  const calls = roles.filter((role) => role === "call").length;
  if (value.is !== "definition" || value.places.length < 2 || (calls > 0 && calls < roles.length)) {
    return resolution;
  }
  const member = of === null ? null : parseMember(of);
  // `map(Arg::long)` names a method.
  const isOfType = member !== null && context.resolve(path, member.owner).value.is === "definition";
  return { ...resolution, value: { ...value, places: some(context, value.places, calls > 0 || isOfType) } };
};
