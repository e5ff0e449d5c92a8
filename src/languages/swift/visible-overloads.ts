// What else a member of a Swift type may be: of properties that two modules add the file's own, of functions the overloads in
// extensions of the type and in what it extends. Which of them the arguments choose is not known.
import { isFunction } from "../../linking/children.ts";
import { definitionAt, membersNamed, openMemo } from "../../linking/context.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { DeclarationSemantics, LinkContext } from "../../linking/semantics.ts";
import { typesAbove } from "../../linking/supertypes.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { extensionsOf } from "./extensions.ts";
import { areOfOneTarget, sees } from "./modules.ts";

/** Limit on the types of one hierarchy. */
const TYPES_MAX = 100;

const seenParts = openMemo<readonly Place[]>();

/** These places as the file sees them. */
export const seenDeclarations: DeclarationSemantics["seenDeclarations"] = (context, path, places) => {
  const [first] = places;
  const definition = first === undefined ? undefined : definitionAt(context, first);
  if (first === undefined || definition === undefined || definition.parent === FILE) {
    return places;
  }
  const owner = { path: first.path, at: definition.parent };
  return seenParts(context, `${path} ${keyOf(first)}`, () =>
    isFunction(definition)
      ? [...places, ...overloads(context, path, owner, places)]
      : ownProperty(context, path, owner, definition.name, places),
  );
};

function ownProperty(
  context: LinkContext,
  path: string,
  owner: Place,
  name: string,
  places: readonly Place[],
): readonly Place[] {
  if (places.some((place) => areOfOneTarget(path, place.path))) {
    return places;
  }
  const own = extensionsOf(context, owner)
    .filter((part) => areOfOneTarget(path, part.path))
    .flatMap((part) => membersNamed(context, part, name));
  return own.length > 0 ? own : places;
}

/** Of inherited functions, those with another number of parameters: the others are overridden. */
function overloads(context: LinkContext, path: string, owner: Place, places: readonly Place[]): Place[] {
  const name = `${definitionAt(context, places[0] ?? owner)?.name ?? ""}/`;
  const isSeen = (other: string): boolean => areOfOneTarget(path, other) || sees(path, other, context.lookup);
  const inPart = (part: Place): Place[] => {
    const members = membersNamed(context, part, name);
    return members.length > 0 && isSeen(part.path) ? members : [];
  };
  const found = extensionsOf(context, owner).flatMap(inPart);
  const counts = new Set([...places, ...found].map((place) => definitionAt(context, place)?.parameters));
  for (const place of typesAbove(context, owner, TYPES_MAX)) {
    const members = [place, ...extensionsOf(context, place)].flatMap(inPart);
    found.push(...members.filter((one) => !counts.has(definitionAt(context, one)?.parameters)));
  }
  return found;
}
