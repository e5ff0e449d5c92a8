// What else a member may be, where types are open: of properties that two modules add the file's own, of functions the
// overloads in other parts of the type and in what it extends. Which of them the arguments choose is not known.
import { FILE } from "../vocabulary/facts.ts";
import { typesAbove } from "./members.ts";
import { openMemory } from "./memory.ts";
import { openPartsOf } from "./open-types.ts";
import { keyOf, type Place } from "./value.ts";
import { definitionAt, isFunction, membersNamed, type World } from "./world.ts";

/** Types of one hierarchy that are looked into for overloads. */
const TYPES_MAX = 100;

const seenParts = openMemory<readonly Place[]>();

/** These places as the file sees them; the same where its language has its types in one piece. */
export function partsSeen(world: World, path: string, places: readonly Place[]): readonly Place[] {
  const [first] = places;
  const definition = first === undefined ? undefined : definitionAt(world, first);
  const isOpen = world.rules(path)?.openTypes === true;
  if (!isOpen || first === undefined || definition === undefined || definition.parent === FILE) {
    return places;
  }
  const owner = { path: first.path, at: definition.parent };
  return seenParts(world, `${path} ${keyOf(first)}`, () =>
    isFunction(definition)
      ? [...places, ...overloads(world, path, owner, places)]
      : ownProperty(world, path, owner, definition.name, places),
  );
}

const isOwn = (world: World, path: string, other: string): boolean =>
  world.rules(path)?.modules.isOwn?.(path, other) !== false;

function ownProperty(
  world: World,
  path: string,
  owner: Place,
  name: string,
  places: readonly Place[],
): readonly Place[] {
  if (places.some((place) => isOwn(world, path, place.path))) {
    return places;
  }
  const own = openPartsOf(world, owner)
    .filter((part) => isOwn(world, path, part.path))
    .flatMap((part) => membersNamed(world, part, name));
  return own.length > 0 ? own : places;
}

/** In what the type extends, those that take another number of things: others are overridden. */
function overloads(world: World, path: string, owner: Place, places: readonly Place[]): Place[] {
  const name = `${definitionAt(world, places[0] ?? owner)?.name ?? ""}/`;
  const { modules } = world.rules(path) ?? {};
  const isSeen = (other: string): boolean =>
    isOwn(world, path, other) || modules?.sees?.(path, other, world.lookup) === true;
  const inPart = (part: Place): Place[] => {
    const members = membersNamed(world, part, name);
    return members.length > 0 && isSeen(part.path) ? members : [];
  };
  const found = openPartsOf(world, owner).flatMap(inPart);
  const counts = new Set([...places, ...found].map((place) => definitionAt(world, place)?.parameters));
  for (const place of typesAbove(world, owner, TYPES_MAX)) {
    const members = [place, ...openPartsOf(world, place)].flatMap(inPart);
    found.push(...members.filter((one) => !counts.has(definitionAt(world, one)?.parameters)));
  }
  return found;
}
