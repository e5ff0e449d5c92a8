// Which of a field and a method of one name is meant, where a type may have both (Rust's `arg.long` and `arg.long()`): what is
// called is the method, what an instance is asked without a call is the field. Knows no single language.
import type { MentionGroup } from "../vocabulary/facts.ts";
import type { Place, Reached } from "./value.ts";
import { definitionAt, isFunction, type World } from "./world.ts";

const isMethod = (world: World, place: Place): boolean => {
  const definition = definitionAt(world, place);
  return definition !== undefined && isFunction(definition);
};

/** Of these the methods, or the others; all, where that leaves none or the language tells them apart by itself. */
function some(world: World, places: readonly Place[], wantsMethods: boolean): readonly Place[] {
  const [first] = places;
  if (first === undefined || places.length < 2 || world.rules(first.path)?.fieldsApart !== true) {
    return places;
  }
  const meant = places.filter((place) => isMethod(world, place) === wantsMethods);
  return meant.length > 0 ? meant : places;
}

/** Of what a call may call, what it does call. */
export const calledOf = (world: World, places: readonly Place[]): readonly Place[] => some(world, places, true);

const OWNER = /^(.+)\.[^.()^*[\]]+$/su;

/** What a group's mentions mean by a name that both have; both, where some are calls and some are not. */
export function meantBy(world: World, path: string, { of, roles }: MentionGroup, reached: Reached): Reached {
  const { value } = reached;
  const calls = roles.filter((role) => role === "call").length;
  if (value.is !== "definition" || value.places.length < 2 || (calls > 0 && calls < roles.length)) {
    return reached;
  }
  const [, owner = ""] = OWNER.exec(of ?? "") ?? [];
  // `map(Arg::long)` names a method.
  const isOfType = owner !== "" && world.reach(path, owner).value.is === "definition";
  return { ...reached, value: { ...value, places: some(world, value.places, calls > 0 || isOfType) } };
}
