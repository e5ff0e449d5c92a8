// Types whose parts stand apart: what extensions add, in any file that sees the type. Knows no single language.
import { EXTENSION, LOCAL } from "../vocabulary/facts.ts";
import { keyOf, type Place } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** A type of more parts is generated. */
const PARTS_MAX = 100;

export const isExtension = (world: World, place: Place): boolean =>
  ((definitionAt(world, place)?.flags ?? 0) & EXTENSION) !== 0;

const NONE: readonly Place[] = [];
const known = new WeakMap<World, Map<string, readonly Place[]>>();

/** What else declares the type's path or adds to it; nothing in languages whose types are in one piece. */
export function openPartsOf(world: World, place: Place): readonly Place[] {
  const { modules, openTypes = false } = world.rules(place.path) ?? {};
  const definition = definitionAt(world, place);
  if (!openTypes || definition === undefined || (definition.flags & LOCAL) !== 0) {
    return NONE;
  }
  const ofWorld = known.get(world) ?? new Map<string, readonly Place[]>();
  known.set(world, ofWorld);
  const before = ofWorld.get(keyOf(place));
  if (before !== undefined) {
    return before;
  }
  const { lookup } = world;
  const { name, path } = definition;
  const own = path.slice(path.lastIndexOf(".") + 1);
  const files = new Set([name, path, own].flatMap((one) => [...lookup.defining(one)]));
  // Either sees the other: what a test adds to a type is a member of it there.
  const seen = [...files].filter(
    (other) =>
      other !== place.path &&
      (modules?.sees?.(place.path, other, lookup) === true || modules?.sees?.(other, place.path, lookup) === true),
  );
  const parts = [place.path, ...seen].flatMap((file) =>
    (lookup.facts(file)?.definitions ?? []).flatMap((one, at) =>
      one.path === path && isType(one.kind) ? [{ path: file, at }] : [],
    ),
  );
  const all = parts.filter((part) => keyOf(part) !== keyOf(place)).slice(0, PARTS_MAX);
  ofWorld.set(keyOf(place), all);
  return all;
}

const isType = (kind: string): boolean => kind === "class" || kind === "interface" || kind === "enum";

/** Whether the type itself is of no file: a library's, to which the project adds. */
export const isOnlyExtended = (world: World, place: Place): boolean =>
  isExtension(world, place) && openPartsOf(world, place).every((part) => isExtension(world, part));
