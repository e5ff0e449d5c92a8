// What else a member may be, where types are open: of properties that two modules add the file's own, of functions the
// overloads in other parts of the type and in what it extends. Which of them the arguments choose is not known.
import { FILE } from "../vocabulary/facts.ts";
import { definitionAt, isFunction, type LinkContext, membersNamed } from "./context.ts";
import { typesAbove } from "./members.ts";
import { openMemo } from "./memo.ts";
import { openPartsOf } from "./open-types.ts";
import { keyOf, type Place } from "./resolution.ts";

/** Types of one hierarchy that are looked into for overloads. */
const TYPES_MAX = 100;

const seenParts = openMemo<readonly Place[]>();

/** These places as the file sees them; the same where its language has its types in one piece. */
export function partsSeen(context: LinkContext, path: string, places: readonly Place[]): readonly Place[] {
  const [first] = places;
  const definition = first === undefined ? undefined : definitionAt(context, first);
  const isOpen = context.semantics(path)?.openTypes === true;
  if (!isOpen || first === undefined || definition === undefined || definition.parent === FILE) {
    return places;
  }
  const owner = { path: first.path, at: definition.parent };
  return seenParts(context, `${path} ${keyOf(first)}`, () =>
    isFunction(definition)
      ? [...places, ...overloads(context, path, owner, places)]
      : ownProperty(context, path, owner, definition.name, places),
  );
}

const isOwn = (context: LinkContext, path: string, other: string): boolean =>
  context.semantics(path)?.modules.isOwn?.(path, other) !== false;

function ownProperty(
  context: LinkContext,
  path: string,
  owner: Place,
  name: string,
  places: readonly Place[],
): readonly Place[] {
  if (places.some((place) => isOwn(context, path, place.path))) {
    return places;
  }
  const own = openPartsOf(context, owner)
    .filter((part) => isOwn(context, path, part.path))
    .flatMap((part) => membersNamed(context, part, name));
  return own.length > 0 ? own : places;
}

/** In what the type extends, those that take another number of things: others are overridden. */
function overloads(context: LinkContext, path: string, owner: Place, places: readonly Place[]): Place[] {
  const name = `${definitionAt(context, places[0] ?? owner)?.name ?? ""}/`;
  const { modules } = context.semantics(path) ?? {};
  const isSeen = (other: string): boolean =>
    isOwn(context, path, other) || modules?.sees?.(path, other, context.lookup) === true;
  const inPart = (part: Place): Place[] => {
    const members = membersNamed(context, part, name);
    return members.length > 0 && isSeen(part.path) ? members : [];
  };
  const found = openPartsOf(context, owner).flatMap(inPart);
  const counts = new Set([...places, ...found].map((place) => definitionAt(context, place)?.parameters));
  for (const place of typesAbove(context, owner, TYPES_MAX)) {
    const members = [place, ...openPartsOf(context, place)].flatMap(inPart);
    found.push(...members.filter((one) => !counts.has(definitionAt(context, one)?.parameters)));
  }
  return found;
}
