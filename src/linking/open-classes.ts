// Names and members in Ruby-like languages, with open classes and mixins: instances and their class have different members,
// constants are looked up by nesting, and a module's methods may call methods that only its includers have.
import { EXTENSION, FILE, isNamed, STATIC } from "../vocabulary/facts.ts";
import { includersOf } from "./includers.ts";
import { lineOf } from "./lineage.ts";
import { openMemory } from "./memory.ts";
import { constantAround, constantIn, isConstant } from "./open-constants.ts";
import { FOREIGN, firstOf, isKnown, oneOfFew, type Place, type Reached, UNKNOWN } from "./value.ts";
import { bare, canBeNamed, childrenNamed, classOf, definedAs, definitionAt, openedAgain, type World } from "./world.ts";

/** Limit for includers of includers of a module. */
const INCLUDERS_DEPTH_MAX = 3;

/** Ancestors of every object and every class. */
const OBJECT = ["Object", "Kernel"];
const CLASS = ["Class", "Module", ...OBJECT];
/** Methods in this module become class methods of the includers of its parent module. */
const CLASS_METHODS = "ClassMethods";

const TYPES: ReadonlySet<string> = new Set(["class", "module"]);
const CONSTANTS: ReadonlySet<string> = new Set(["class", "module", "variable"]);
const FUNCTIONS: ReadonlySet<string> = new Set(["method", "function"]);

export const isOpenType = (world: World, place: Place): boolean =>
  world.rules(place.path)?.openClasses === true && TYPES.has(definitionAt(world, place)?.kind ?? "");

/** The class whose singleton class the definition is; null if it is none. */
function ofSingleton(world: World, place: Place): Place | null {
  const definition = definitionAt(world, place);
  return definition !== undefined && !isNamed(definition) && (definition.flags & STATIC) !== 0
    ? { path: place.path, at: definition.parent }
    : null;
}

/** What `.name` means on an instance of these, or on the class itself. */
export function openMember(world: World, places: readonly Place[], name: string, level: Level): Reached {
  const [first] = places;
  if (first === undefined) {
    return UNKNOWN;
  }
  const isSought = isConstant(name) && level === "class";
  const found = isSought ? constantIn(world, places, name) : UNKNOWN;
  // Includers are asked for methods only, since finding includers needs constants.
  const member = isKnown(found) ? found : memberAt(world, places, name, level, isSought ? INCLUDERS_DEPTH_MAX : 0);
  // Members inherited from another project's class, or created at run time, are unknown.
  return isKnown(member) ? member : UNKNOWN;
}

export type Level = "instance" | "class";

/** A bare name inside class or module `at`: a constant, or a method of `self`. */
export function bareInOpen(world: World, place: Place, name: string): Reached {
  const singleton = ofSingleton(world, place);
  const owner = singleton ?? place;
  if (isConstant(name)) {
    const found = constantAround(world, owner, name);
    return isKnown(found) ? found : elsewhereOrForeign(world, name);
  }
  return openMember(world, [owner], name, singleton === null ? "instance" : "class");
}

/**
 * A constant that is not in sight: of a library, unless the project defines the name somewhere. Then a file may bring it into
 * sight in a way that is not followed (`include Shop` at the top of a test's helper).
 */
export const elsewhereOrForeign = (world: World, name: string): Reached =>
  world.lookup.defining(name).length > 0 ? UNKNOWN : FOREIGN;

function memberAt(world: World, places: readonly Place[], name: string, level: Level, depth: number): Reached {
  const classes = firstOf(places, (place) => classOf(world, place));
  const line = classes.flatMap((place) => lineOf(world, place));
  const own = level === "instance" ? ofInstance(world, line, name) : ofClass(world, line, name);
  if (own.length > 0) {
    return { value: { is: "definition", places: own }, certainty: "exact" };
  }
  const [first] = places;
  const everywhere = first === undefined ? [] : ofRoots(world, first.path, name, level);
  if (everywhere.length > 0) {
    return { value: { is: "definition", places: everywhere }, certainty: "constrained" };
  }
  const found =
    depth >= INCLUDERS_DEPTH_MAX ? [] : classes.flatMap((place) => ofIncluders(world, place, name, level, depth));
  return oneOfFew(found);
}

/** A module's method may call methods that only its includers have. */
function ofIncluders(world: World, place: Place, name: string, level: Level, depth: number): Place[] {
  const definition = definitionAt(world, place);
  // Ruby's own modules may be included anywhere.
  if (definition?.kind !== "module" || (definition.flags & EXTENSION) !== 0) {
    return [];
  }
  const around: Place = { path: place.path, at: definition.parent };
  const isForClasses = !isNamed(definition) || definition.name === CLASS_METHODS;
  const includers =
    isForClasses && definition.parent !== FILE
      ? includersOf(world, around).map((one) => ({ ...one, level: "class" as const }))
      : includersOf(world, place).map((one) => ({ ...one, level: one.isExtended ? ("class" as const) : level }));
  const found = includers.map((one) => memberAt(world, [one.place], name, one.level, depth + 1));
  return found.flatMap(({ value }) => (value.is === "definition" ? value.places : []));
}

const roots = openMemory<readonly Place[]>();

/** Methods that the project adds to every object or every class. */
const ofRoots = (world: World, path: string, name: string, level: Level): readonly Place[] =>
  roots(world, `${level} ${name}`, () => findInRoots(world, path, name, level));

function findInRoots(world: World, path: string, name: string, level: Level): readonly Place[] {
  for (const root of level === "instance" ? OBJECT : CLASS) {
    const [first] = definedAs(world, root, path);
    const line = first === undefined ? [] : lineOf(world, first);
    const own = line.flatMap((one) => membersOf(world, one, name, "instance"));
    if (own.length > 0) {
      return own;
    }
  }
  return [];
}

function ofInstance(world: World, line: readonly Place[], name: string): Place[] {
  for (const place of line) {
    const own = membersOf(world, place, name, "instance");
    if (own.length > 0) {
      return own;
    }
  }
  return [];
}

function ofClass(world: World, line: readonly Place[], name: string): Place[] {
  for (const [at, place] of line.entries()) {
    const isModule = definitionAt(world, place)?.kind === "module";
    const own = isModule && at > 0 ? [] : membersOf(world, place, name, "class");
    const mixed = own.length > 0 ? own : ofInstance(world, forClass(world, place), name);
    if (mixed.length > 0) {
      return mixed;
    }
  }
  return [];
}

/** Modules whose methods a class or module has itself: those that it extends, and its own `ClassMethods`. */
function forClass(world: World, place: Place): Place[] {
  return openedAgain(world, place).flatMap((part) => {
    const own = childrenNamed(world, part.path, part.at, "{}").filter((at) => {
      return definitionAt(world, { path: part.path, at })?.kind === "module";
    });
    const methods = childrenNamed(world, part.path, part.at, CLASS_METHODS);
    return [...own, ...methods].flatMap((at) => {
      const one: Place = { path: part.path, at };
      return ofSingleton(world, one) === null ? lineOf(world, one) : lineOf(world, one).slice(1);
    });
  });
}

/** Members of the class or module itself, in all its parts. */
function membersOf(world: World, place: Place, name: string, level: Level): Place[] {
  const children = childrenOf(world, place);
  const named = (wanted: string): Place[] =>
    (children.get(bare(wanted)) ?? []).filter((one) => isOn(world, one, wanted, level));
  const plain = name.endsWith("=") ? name.slice(0, -1) : null;
  const near = named(name);
  const own = near.length > 0 ? near : elsewhere(world, place, name, level);
  // A writable attribute has one definition, under its plain name.
  return own.length > 0 || plain === null
    ? own
    : named(plain).filter((one) => definitionAt(world, one)?.kind === "field");
}

/** For a namespace reopened in more files than are examined, definitions under their full path are still found. */
function elsewhere(world: World, place: Place, name: string, level: Level): Place[] {
  const owner = definitionAt(world, place);
  return owner === undefined || !isNamed(owner)
    ? []
    : definedAs(world, `${owner.path}.${name}`, place.path).filter(
        (one) =>
          isNamed(definitionAt(world, { path: one.path, at: definitionAt(world, one)?.parent ?? FILE }) ?? owner) &&
          isOn(world, one, name, level),
      );
}

type ByName = ReadonlyMap<string, readonly Place[]>;
const members = openMemory<ByName>();

/** What is in any part of a class or module, by name: most classes are asked for many names. */
const childrenOf = (world: World, place: Place): ByName =>
  members(world, classOf(world, place), () => findChildren(world, place));

function findChildren(world: World, place: Place): ByName {
  const children = new Map<string, Place[]>();
  for (const { path, at: parent } of openedAgain(world, place)) {
    for (const [at, definition] of (world.lookup.facts(path)?.definitions ?? []).entries()) {
      if (definition.parent === parent && canBeNamed(definition)) {
        children.set(definition.name, [...(children.get(definition.name) ?? []), { path, at }]);
      }
    }
  }
  return children;
}

function isOn(world: World, place: Place, name: string, level: Level): boolean {
  const { kind = "field", flags = 0 } = definitionAt(world, place) ?? {};
  const isOfClass = (flags & STATIC) !== 0;
  const isEither = name.startsWith("@") || (level === "class" && CONSTANTS.has(kind));
  return isEither || isOfClass === (level === "class");
}

/** What a method of Ruby's own classes is, where the project adds it to them: of a list of things, and of everything else. */
export function onOwnClass(world: World, path: string, { value }: Reached, name: string): Reached {
  if (value.is !== "many") {
    return UNKNOWN;
  }
  const places = ["Array", "Enumerable"].flatMap((own) => definedAs(world, own, path));
  const found = ofInstance(world, places, name);
  return found.length === 0 ? UNKNOWN : { value: { is: "definition", places: found }, certainty: "constrained" };
}

/** A bare name outside of all classes: a method at the top of the file, or of the only other file that has one. */
export function bareAtTop(world: World, path: string, name: string): Reached {
  const tops = definedAs(world, name, path).filter((place) => {
    const definition = definitionAt(world, place);
    return definition !== undefined && definition.parent === FILE && FUNCTIONS.has(definition.kind);
  });
  const own = tops.filter((place) => place.path === path);
  const meant = own.length > 0 ? own : new Set(tops.map((place) => place.path)).size === 1 ? tops : [];
  return meant.length === 0
    ? UNKNOWN
    : { value: { is: "definition", places: meant }, certainty: own.length > 0 ? "exact" : "constrained" };
}
