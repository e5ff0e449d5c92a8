// Ruby's members, with open classes and mixins: instances and their class have different members, and a module's methods may call
// methods that only its includers have.

import { canBeNamed } from "../../linking/children.ts";
import { classKey, definedAs, definitionAt, membersNamed, openingsOf, openMemo } from "../../linking/context.ts";
import { inheritedMember } from "../../linking/members.ts";
import {
  definitionOf,
  firstOf,
  isKnown,
  oneOfFew,
  orNull,
  type Place,
  placesOf,
  type Resolution,
  UNKNOWN,
} from "../../linking/resolution.ts";
import type {
  Level,
  LinkContext,
  MemberSemantics,
  MissingMemberLookup,
  NameSemantics,
} from "../../linking/semantics.ts";
import { unmarked } from "../../vocabulary/chain.ts";
import { FUNCTION_KINDS } from "../../vocabulary/chunk.ts";
import { EXTENSION, FILE, isNamed, STATIC } from "../../vocabulary/facts.ts";
import { ancestorsOf } from "./ancestors.ts";
import {
  CLASS_KINDS,
  CONSTANT_KINDS,
  constantIn,
  constantInEnclosing,
  externalUnlessDefined,
  isConstant,
} from "./constants.ts";
import { includersOf } from "./includers.ts";

/** Limit for includers of includers of a module. */
const INCLUDERS_DEPTH_MAX = 3;

/** Ancestors of every object and every class. */
const OBJECT = ["Object", "Kernel"];
const CLASS = ["Class", "Module", ...OBJECT];
/** Methods in this module become class methods of the includers of its parent module. */
const CLASS_METHODS = "ClassMethods";

/** The class whose singleton class the definition is; null if it is none. */
function ofSingleton(context: LinkContext, place: Place): Place | null {
  const definition = definitionAt(context, place);
  return definition !== undefined && !isNamed(definition) && (definition.flags & STATIC) !== 0
    ? { path: place.path, at: definition.parent }
    : null;
}

/** A member of an instance of classes or modules, or of these themselves. */
export const rubyMember: MemberSemantics["member"] = (context, places, name, level) => {
  const [first] = places;
  return first !== undefined && CLASS_KINDS.has(definitionAt(context, first)?.kind ?? "")
    ? openMember(context, places, name, level)
    : inheritedMember(context, places, name);
};

function openMember(context: LinkContext, places: readonly Place[], name: string, level: Level): Resolution {
  const isSought = isConstant(name) && level === "class";
  const found = isSought ? constantIn(context, places, name) : UNKNOWN;
  // Includers are asked for methods only, since finding includers needs constants.
  const member = isKnown(found) ? found : memberAt(context, places, name, level, isSought ? INCLUDERS_DEPTH_MAX : 0);
  // Members inherited from another project's class, or created at run time, are unknown.
  return isKnown(member) ? member : UNKNOWN;
}

/** A bare name inside a class or module: a constant, a method of `self`, or one at the top of a file. */
export const nameInClass: NameSemantics["nameInClass"] = (context, owner, name) => {
  const found = constantOrMember(context, owner, name);
  return isKnown(found) ? found : (orNull(methodAtTop(context, owner.path, name)) ?? found);
};

function constantOrMember(context: LinkContext, place: Place, name: string): Resolution {
  const singleton = ofSingleton(context, place);
  const owner = singleton ?? place;
  if (isConstant(name)) {
    const found = constantInEnclosing(context, owner, name);
    return isKnown(found) ? found : externalUnlessDefined(context, name);
  }
  return openMember(context, [owner], name, singleton === null ? "instance" : "class");
}

function memberAt(
  context: LinkContext,
  places: readonly Place[],
  name: string,
  level: Level,
  depth: number,
): Resolution {
  const classes = firstOf(places, (place) => classKey(context, place));
  const line = classes.flatMap((place) => ancestorsOf(context, place));
  const own = level === "instance" ? ofInstance(context, line, name) : ofClass(context, line, name);
  if (own.length > 0) {
    return definitionOf(own);
  }
  const [first] = places;
  const everywhere = first === undefined ? [] : ofRoots(context, first.path, name, level);
  if (everywhere.length > 0) {
    return definitionOf(everywhere, "constrained");
  }
  const found =
    depth >= INCLUDERS_DEPTH_MAX ? [] : classes.flatMap((place) => ofIncluders(context, place, name, level, depth));
  return oneOfFew(found);
}

/** A module's method may call methods that only its includers have. */
function ofIncluders(context: LinkContext, place: Place, name: string, level: Level, depth: number): Place[] {
  const definition = definitionAt(context, place);
  // Ruby's own modules may be included anywhere.
  if (definition?.kind !== "module" || (definition.flags & EXTENSION) !== 0) {
    return [];
  }
  const enclosing: Place = { path: place.path, at: definition.parent };
  const isForClasses = !isNamed(definition) || definition.name === CLASS_METHODS;
  const includers =
    isForClasses && definition.parent !== FILE
      ? includersOf(context, enclosing).map((one) => ({ ...one, level: "class" as const }))
      : includersOf(context, place).map((one) => ({ ...one, level: one.isExtended ? ("class" as const) : level }));
  const found = includers.map((one) => memberAt(context, [one.place], name, one.level, depth + 1));
  return found.flatMap(placesOf);
}

const roots = openMemo<readonly Place[]>();

/** Methods that the project adds to every object or every class. */
const ofRoots = (context: LinkContext, path: string, name: string, level: Level): readonly Place[] =>
  roots(context, `${level} ${name}`, () => findInRoots(context, path, name, level));

const findInRoots = (context: LinkContext, path: string, name: string, level: Level): readonly Place[] =>
  firstFound(level === "instance" ? OBJECT : CLASS, (root) => {
    const line = definedAs(context, root, path).slice(0, 1);
    return line.flatMap((one) => ancestorsOf(context, one)).flatMap((one) => membersOf(context, one, name, "instance"));
  });

/** What `find` returns for the first of these for which it finds any. */
function firstFound<One>(all: Iterable<One>, find: (one: One) => Place[]): Place[] {
  for (const one of all) {
    const found = find(one);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

const ofInstance = (context: LinkContext, line: readonly Place[], name: string): Place[] =>
  firstFound(line, (place) => membersOf(context, place, name, "instance"));

const ofClass = (context: LinkContext, line: readonly Place[], name: string): Place[] =>
  firstFound(line.entries(), ([at, place]) => {
    const isModule = definitionAt(context, place)?.kind === "module";
    const own = isModule && at > 0 ? [] : membersOf(context, place, name, "class");
    return own.length > 0 ? own : ofInstance(context, forClass(context, place), name);
  });

/** Modules whose methods a class or module has itself: those that it extends, and its own `ClassMethods`. */
const forClass = (context: LinkContext, place: Place): Place[] =>
  openingsOf(context, place).flatMap((part) => {
    const own = membersNamed(context, part, "{}").filter((one) => definitionAt(context, one)?.kind === "module");
    return [...own, ...membersNamed(context, part, CLASS_METHODS)].flatMap((one) =>
      ancestorsOf(context, one).slice(ofSingleton(context, one) === null ? 0 : 1),
    );
  });

/** Members of the class or module itself, in all its parts. */
function membersOf(context: LinkContext, place: Place, name: string, level: Level): Place[] {
  const children = childrenOf(context, place);
  const named = (wanted: string): Place[] =>
    (children.get(unmarked(wanted)) ?? []).filter((one) => isOn(context, one, wanted, level));
  const plain = name.endsWith("=") ? name.slice(0, -1) : null;
  const near = named(name);
  const own = near.length > 0 ? near : elsewhere(context, place, name, level);
  // A writable attribute has one definition, under its plain name.
  return own.length > 0 || plain === null
    ? own
    : named(plain).filter((one) => definitionAt(context, one)?.kind === "field");
}

/** For a namespace reopened in more files than are examined, definitions under their full path are still found. */
function elsewhere(context: LinkContext, place: Place, name: string, level: Level): Place[] {
  const owner = definitionAt(context, place);
  return owner === undefined || !isNamed(owner)
    ? []
    : definedAs(context, `${owner.path}.${name}`, place.path).filter(
        (one) =>
          isNamed(definitionAt(context, { path: one.path, at: definitionAt(context, one)?.parent ?? FILE }) ?? owner) &&
          isOn(context, one, name, level),
      );
}

type ByName = ReadonlyMap<string, readonly Place[]>;
const members = openMemo<ByName>();

/** What is in any part of a class or module, by name: most classes are asked for many names. */
const childrenOf = (context: LinkContext, place: Place): ByName =>
  members(context, classKey(context, place), () => findChildren(context, place));

function findChildren(context: LinkContext, place: Place): ByName {
  const children = new Map<string, Place[]>();
  for (const { path, at: parent } of openingsOf(context, place)) {
    for (const [at, definition] of (context.lookup.facts(path)?.definitions ?? []).entries()) {
      if (definition.parent === parent && canBeNamed(definition)) {
        children.set(definition.name, [...(children.get(definition.name) ?? []), { path, at }]);
      }
    }
  }
  return children;
}

function isOn(context: LinkContext, place: Place, name: string, level: Level): boolean {
  const { kind = "field", flags = 0 } = definitionAt(context, place) ?? {};
  const isOfClass = (flags & STATIC) !== 0;
  const isEither = name.startsWith("@") || (level === "class" && CONSTANT_KINDS.has(kind));
  return isEither || isOfClass === (level === "class");
}

/** A method that the project adds to Ruby's own classes of collections. */
export const addedToCollections: MissingMemberLookup = (context, { path, on: { value }, name }) => {
  if (value.is !== "collection") {
    return null;
  }
  const places = ["Array", "Enumerable"].flatMap((own) => definedAs(context, own, path));
  const found = ofInstance(context, places, name);
  return orNull(definitionOf(found, "constrained"));
};

/** A bare name outside of all classes: a method at the top of the file, or of the only other file that has one. */
export function methodAtTop(context: LinkContext, path: string, name: string): Resolution {
  const tops = definedAs(context, name, path).filter((place) => {
    const definition = definitionAt(context, place);
    return definition !== undefined && definition.parent === FILE && FUNCTION_KINDS.has(definition.kind);
  });
  const own = tops.filter((place) => place.path === path);
  const meant = own.length > 0 ? own : new Set(tops.map((place) => place.path)).size === 1 ? tops : [];
  return definitionOf(meant, own.length > 0 ? "exact" : "constrained");
}
