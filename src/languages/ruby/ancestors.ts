// The ancestors of a Ruby class (its linearization): the class itself, then modules and superclasses in order of look-up.
import { classKey, definedAs, definitionAt, openMemo } from "../../linking/context.ts";
import type { Place } from "../../linking/resolution.ts";
import type { LinkContext } from "../../linking/semantics.ts";
import { supersOf } from "../../linking/supertypes.ts";
import { EXTENSION } from "../../vocabulary/facts.ts";

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

const lines = openMemo<readonly Place[]>();

/** The class and all its ancestors, nearest first: one place for each, whose other parts are found elsewhere. */
export const ancestorsOf = (context: LinkContext, place: Place): readonly Place[] =>
  place.path === "" ? [] : [place, ...supersInOrder(context, place)];

const supersInOrder = (context: LinkContext, place: Place): readonly Place[] =>
  lines(context, classKey(context, place), () => findSupers(context, place));

function findSupers(context: LinkContext, place: Place): readonly Place[] {
  const seen = new Set<string>();
  const order: Place[] = [];
  const visit = (one: Place): void => {
    const key = classKey(context, one);
    if (one.path === "" || seen.has(key) || seen.size >= CLASSES_MAX) {
      return;
    }
    seen.add(key);
    order.push(one);
    const supers = supersOf(context, one);
    // Included modules come before the superclass, whichever part of the class names them.
    const isModule = (other: Place): boolean => definitionAt(context, other)?.kind === "module";
    [...supers.filter(isModule), ...supers.filter((other) => !isModule(other)), ...ownSupers(context, one)].forEach(
      visit,
    );
  };
  visit(place);
  return order.slice(1);
}

function ownSupers(context: LinkContext, place: Place): Place[] {
  const { path = "", flags = 0 } = definitionAt(context, place) ?? {};
  const supers = (flags & EXTENSION) !== 0 && Object.hasOwn(OWN_SUPERS, path) ? OWN_SUPERS[path] : undefined;
  return (supers ?? []).flatMap((name) => definedAs(context, name, place.path).slice(0, 1));
}
