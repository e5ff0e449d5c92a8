// What the parts of linking share while one project is looked at. Every part is a function of this and its arguments.
import {
  type Chain,
  type DefinitionAt,
  type DefinitionFact,
  EXTENSION,
  FILE,
  isNamed,
  LOCAL,
  PRIVATE,
  STATIC,
} from "../vocabulary/facts.ts";
import { declaredElsewhere } from "./included.ts";
import { openIndexOf } from "./index-of.ts";
import type { Lookup } from "./lookup.ts";
import { openMemory } from "./memory.ts";
import type { LinkRules } from "./rules.ts";
import { keyOf, type Place, type Reached } from "./value.ts";

export interface World {
  readonly lookup: Lookup;
  rules(path: string): LinkRules | undefined;
  /** What a chain of a file leads to. Remembered; unknown where following it would go round in a circle or too far. */
  reach(path: string, chain: Chain): Reached;
  /** Says that what is being found now rests on something left unknown: it holds for that question alone. */
  leaveOpen(): void;
  /** How often that was said. */
  leftOpen(): number;
}

export function definitionAt({ lookup }: World, { path, at }: Place): DefinitionFact | undefined {
  return lookup.facts(path)?.definitions[at];
}

/** A name without the mark of a function's, or a type's. */
export const bare = (name: string): string => (/[/']$/.test(name) ? name.slice(0, -1) : name);

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "enum", "type"]);
const isType = (definition: DefinitionFact | undefined): boolean => TYPES.has(definition?.kind ?? "");
const needsNoInstance = (definition: DefinitionFact | undefined): boolean =>
  isType(definition) || ((definition?.flags ?? 0) & STATIC) !== 0;

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "test"]);
export const isFunction = ({ kind }: DefinitionFact): boolean => FUNCTIONS.has(kind);

/**
 * Definitions of a file that stand in `parent` by this name: overloads and merged declarations are several. Where functions are
 * kept apart: either these or the others. At the top, those that are reached by the name alone: a member of a type that
 * another file declares (`Store.save`) stands there by its path.
 */
export function childrenNamed(world: World, path: string, parent: DefinitionAt, name: string): readonly DefinitionAt[] {
  const facts = world.lookup.facts(path);
  if (facts === null) {
    return NONE;
  }
  const plain = children(facts.definitions, `${parent} ${bare(name)}`);
  const { functionsApart: apart = false, extensions = false, openTypes = false } = world.rules(path) ?? {};
  const all = extensions && parent === FILE ? [...plain, ...children(facts.definitions, `* ${bare(name)}`)] : plain;
  if (all.length === 0) {
    return all;
  }
  if (name.endsWith("'")) {
    const isWanted = openTypes ? needsNoInstance : isType;
    return all.filter((at) => isWanted(facts.definitions[at]));
  }
  if (apart === false) {
    return all;
  }
  const wanted = name.endsWith("/");
  const own = all.filter((at) => {
    const definition = facts.definitions[at];
    return definition !== undefined && isFunction(definition) === wanted;
  });
  return own.length === 0 && wanted && apart === "first" ? all : own;
}

/** The same as places. */
export const membersNamed = (world: World, { path, at }: Place, name: string): Place[] =>
  childrenNamed(world, path, at, name).map((member) => ({ path, at: member }));

/** Definitions at the top of the file, not inside a function. */
export function outermostNamed(world: World, path: string, name: string): readonly DefinitionAt[] {
  return childrenNamed(world, path, FILE, name).filter(
    (at) => ((definitionAt(world, { path, at })?.flags ?? 0) & LOCAL) === 0,
  );
}

/** The same in another file, as `from` sees it. */
export function outermostSeen(world: World, from: string, path: string, name: string): readonly DefinitionAt[] {
  const all = outermostNamed(world, path, name);
  if (all.length === 0 || path === from || world.rules(path)?.privateToFile !== true) {
    return all;
  }
  const has = (at: DefinitionAt, flag: number): boolean =>
    ((definitionAt(world, { path, at })?.flags ?? 0) & flag) !== 0;
  const hidesType = all.some((at) => has(at, PRIVATE) && isType(definitionAt(world, { path, at })));
  // What is added to a private type is its, too.
  return all.filter((at) => !has(at, hidesType ? PRIVATE | EXTENSION : PRIVATE));
}

const NONE: readonly DefinitionAt[] = [];

/** By parent and name; what stands at the top by its path, and where that is another, by its name behind a star. */
const children = openIndexOf<DefinitionFact>(({ parent, name, path }) => {
  const key = `${parent} ${parent === FILE ? path : name}`;
  return parent === FILE && path !== name ? [key, `* ${name}`] : [key];
});

/**
 * All definitions of the file that declare what this one does: overloads, merged declarations, conditional ones. What has no name
 * shares it with nothing.
 */
export function declarationsOf(world: World, place: Place): Place[] {
  const definition = definitionAt(world, place);
  // What has no name is one by itself.
  if (definition === undefined || !isNamed(definition)) {
    return [place];
  }
  const known = definition.parent === FILE ? definition.path : definition.name;
  const name = isFunction(definition) ? `${known}/` : known;
  const here = membersNamed(world, { path: place.path, at: definition.parent }, name);
  if (world.rules(place.path)?.includes !== true) {
    return isInBlock(world, place, definition) ? here.filter((one) => isSame(world, place, one)) : here;
  }
  // A constructor that is written outside of its class stands beside it, and has the same name.
  const own = here.filter((one) => definitionAt(world, one)?.path === definition.path);
  return [...own, ...declaredElsewhere(world, place)];
}

/** Whether a block declares it, in languages with packages: it has no overloads, and others of its name stand in other blocks. */
function isInBlock(world: World, { path }: Place, { parent, flags }: DefinitionFact): boolean {
  if (world.rules(path)?.packaged !== true || (flags & LOCAL) === 0) {
    return false;
  }
  const owner = parent === FILE ? undefined : definitionAt(world, { path, at: parent });
  return owner === undefined || (owner.flags & LOCAL) === 0 || isFunction(owner);
}

/** The same definition, or a class and the object of its name beside it, whose members it has. */
function isSame(world: World, one: Place, other: Place): boolean {
  const has = (a: Place, b: Place): boolean => definitionAt(world, a)?.supers.includes(`@${b.at}`) === true;
  return one.at === other.at || has(one, other) || has(other, one);
}

const CLASSES: ReadonlySet<string> = new Set(["class", "module"]);
/** Files that open one class: of more, only the first are looked into, and what they open again is a namespace, no class. */
const FILES_MAX = 60;

/** One without a name is opened by no other. */
function isOpenClass(world: World, path: string, definition: DefinitionFact): boolean {
  const { kind, flags } = definition;
  const isOpen = CLASSES.has(kind) && (flags & LOCAL) === 0 && isNamed(definition);
  return isOpen && world.rules(path)?.openClasses === true;
}

/** What a class is told apart by: open ones by their name, whatever file opens them. */
export function classOf(world: World, place: Place): string {
  const definition = definitionAt(world, place);
  return definition !== undefined && isOpenClass(world, place.path, definition) ? definition.path : keyOf(place);
}

/** All definitions of the class or module, in whatever file, where those are open; else those of its file. */
export function openedAgain(world: World, place: Place): Place[] {
  const definition = definitionAt(world, place);
  if (definition === undefined || !isOpenClass(world, place.path, definition)) {
    return declarationsOf(world, place);
  }
  return world.lookup.declaring(definition.path).length > FILES_MAX
    ? declarationsOf(world, place)
    : definedAs(world, definition.path, place.path);
}

/** Files of the same rules as `from`'s that mention the name; none where more do: it is a word like any other, or everyone's. */
export function filesMentioning({ lookup, rules }: World, from: string, name: string, most: number): readonly string[] {
  const files = lookup.mentioning(name).filter((other) => rules(other) === rules(from));
  return files.length > most ? [] : files;
}

const defined = openMemory<Place[]>();

/** Definitions of this whole path in files of the same rules as `from`'s. */
export const definedAs = (world: World, path: string, from: string): Place[] =>
  defined(world, path, () => findDefined(world, path, from));

function findDefined(world: World, path: string, from: string): Place[] {
  const related = world.lookup.declaring(path).filter((other) => world.rules(other) === world.rules(from));
  return related.slice(0, FILES_MAX).flatMap((other) => {
    const facts = world.lookup.facts(other);
    return facts === null ? [] : byPath(facts.definitions, path).map((at) => ({ path: other, at }));
  });
}

const byPath = openIndexOf<DefinitionFact>(({ path, flags }) => ((flags & LOCAL) === 0 ? [path] : []));
