// The ancestors of a class in a language with open classes and mixins: the class itself, then all others in order of look-up.
import { EXTENSION } from "../vocabulary/facts.ts";
import { supersOf } from "./members.ts";
import { openMemory } from "./memory.ts";
import type { Place } from "./value.ts";
import { classOf, definedAs, definitionAt, type World } from "./world.ts";

/** Limit on the classes of one hierarchy. */
const CLASSES_MAX = 200;

/** Superclasses of those built-in classes of Ruby to which projects add methods. */
const OWN_SUPERS: Readonly<Record<string, readonly string[]>> = {
  Array: ["Enumerable"],
  Hash: ["Enumerable"],
  Range: ["Enumerable"],
  Set: ["Enumerable"],
  Struct: ["Enumerable"],
  Enumerator: ["Enumerable"],
  String: ["Comparable"],
  Integer: ["Numeric"],
  Float: ["Numeric"],
  Rational: ["Numeric"],
  Numeric: ["Comparable"],
  Class: ["Module"],
  DateTime: ["Date"],
  Date: ["Comparable"],
  Time: ["Comparable"],
};

const lines = openMemory<readonly Place[]>();

/** The class and all its ancestors, nearest first: one place for each, whose other parts are found elsewhere. */
export const lineOf = (world: World, place: Place): readonly Place[] =>
  place.path === "" ? [] : [place, ...supersInOrder(world, place)];

const supersInOrder = (world: World, place: Place): readonly Place[] =>
  lines(world, classOf(world, place), () => findSupers(world, place));

function findSupers(world: World, place: Place): readonly Place[] {
  const seen = new Set<string>();
  const order: Place[] = [];
  const visit = (one: Place): void => {
    const key = classOf(world, one);
    if (one.path === "" || seen.has(key) || seen.size >= CLASSES_MAX) {
      return;
    }
    seen.add(key);
    order.push(one);
    const supers = supersOf(world, one);
    // Included modules come before the superclass, whichever part of the class names them.
    const isModule = (other: Place): boolean => definitionAt(world, other)?.kind === "module";
    [...supers.filter(isModule), ...supers.filter((other) => !isModule(other)), ...ownSupers(world, one)].forEach(
      visit,
    );
  };
  visit(place);
  return order.slice(1);
}

function ownSupers(world: World, place: Place): Place[] {
  const { path = "", flags = 0 } = definitionAt(world, place) ?? {};
  const supers = (flags & EXTENSION) !== 0 && Object.hasOwn(OWN_SUPERS, path) ? OWN_SUPERS[path] : undefined;
  return (supers ?? []).flatMap((name) => definedAs(world, name, place.path).slice(0, 1));
}
