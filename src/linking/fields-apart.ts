// Chooses between a field and a method of the same name in languages where a type may have both (Rust's `arg.long` and
// `arg.long()`): a call means the method, an access without a call the field. Independent of a single language.
import { parseMember } from "../vocabulary/chain.ts";
import type { MentionGroup } from "../vocabulary/facts.ts";
import { definitionAt, isFunction, type LinkContext } from "./context.ts";
import type { Place, Resolution } from "./resolution.ts";

const isMethod = (context: LinkContext, place: Place): boolean => {
  const definition = definitionAt(context, place);
  return definition !== undefined && isFunction(definition);
};

/** The methods among these places, or the others; all of them if that leaves none or the language does not mix the two. */
function some(context: LinkContext, places: readonly Place[], wantsMethods: boolean): readonly Place[] {
  const [first] = places;
  if (first === undefined || places.length < 2 || context.semantics(first.path)?.fieldsApart !== true) {
    return places;
  }
  const meant = places.filter((place) => isMethod(context, place) === wantsMethods);
  return meant.length > 0 ? meant : places;
}

/** The places that a call refers to. */
export const calledOf = (context: LinkContext, places: readonly Place[]): readonly Place[] =>
  some(context, places, true);

/**
 * What the mentions of a group refer to if a field and a method have the name; both, if some mentions are calls and some are
 * not.
 */
export function meantBy(
  context: LinkContext,
  path: string,
  { of, roles }: MentionGroup,
  resolution: Resolution,
): Resolution {
  const { value } = resolution;
  const calls = roles.filter((role) => role === "call").length;
  if (value.is !== "definition" || value.places.length < 2 || (calls > 0 && calls < roles.length)) {
    return resolution;
  }
  const member = of === null ? null : parseMember(of);
  // `map(Arg::long)` names a method.
  const isOfType = member !== null && context.resolve(path, member.owner).value.is === "definition";
  return { ...resolution, value: { ...value, places: some(context, value.places, calls > 0 || isOfType) } };
}
