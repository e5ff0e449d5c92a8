// State that the parts of linking share for one project. Each part is a function of this and of its arguments.
import {
  type Chain,
  definitionChain,
  FUNCTION_MARK,
  isFunctionName,
  isTypeName,
  unmarked,
} from "../vocabulary/chain.ts";
import {
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
import { openMemo } from "./memo.ts";
import { keyOf, type Place, type Resolution, type TypeArguments } from "./resolution.ts";
import type { LinkRules } from "./rules.ts";

export interface LinkContext {
  readonly lookup: Lookup;
  semantics(path: string): LinkRules | undefined;
  /** What a chain of a file resolves to. Cached; unknown if resolving it runs into a cycle or a limit. */
  resolve(path: string, chain: Chain): Resolution;
  /** Records that the result being computed depends on something left unknown, so that it is valid for this question only. */
  markIncomplete(): void;
  /** How often `leaveOpen` was called. */
  incompleteCount(): number;
  /** What type parameters stand for here. */
  readonly typeArguments: TypeArguments | null;
  /** The same project where type parameters stand for these. */
  withArguments(given: TypeArguments): LinkContext;
}

export function definitionAt({ lookup }: LinkContext, { path, at }: Place): DefinitionFact | undefined {
  return lookup.facts(path)?.definitions[at];
}

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "enum", "type"]);
const isType = (definition: DefinitionFact | undefined): boolean => TYPES.has(definition?.kind ?? "");
const needsNoInstance = (definition: DefinitionFact | undefined): boolean =>
  isType(definition) || ((definition?.flags ?? 0) & STATIC) !== 0;

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "test"]);
export const isFunction = ({ kind }: DefinitionFact): boolean => FUNCTIONS.has(kind);

/**
 * Definitions of a file with this name in `parent`; overloads and merged declarations are several. In languages that keep
 * functions apart: either functions or the others. At the top level, definitions reached by their name alone: a member of a
 * type that another file declares (`Store.save`) is listed under its path.
 */
export function childrenNamed(
  context: LinkContext,
  path: string,
  parent: DefinitionAt,
  name: string,
): readonly DefinitionAt[] {
  const facts = context.lookup.facts(path);
  if (facts === null) {
    return NONE;
  }
  const plain = children(facts.definitions, `${parent} ${unmarked(name)}`);
  const { functionsApart: apart = false, extensions = false, openTypes = false } = context.semantics(path) ?? {};
  const all = extensions && parent === FILE ? [...plain, ...children(facts.definitions, `* ${unmarked(name)}`)] : plain;
  if (all.length === 0) {
    return all;
  }
  if (isTypeName(name)) {
    const isWanted = openTypes ? needsNoInstance : isType;
    return all.filter((at) => isWanted(facts.definitions[at]));
  }
  if (apart === false) {
    return all;
  }
  const wanted = isFunctionName(name);
  const own = all.filter((at) => {
    const definition = facts.definitions[at];
    return definition !== undefined && isFunction(definition) === wanted;
  });
  return own.length === 0 && wanted && apart === "first" ? all : own;
}

/** The same, as places. */
export const membersNamed = (context: LinkContext, { path, at }: Place, name: string): Place[] =>
  childrenNamed(context, path, at, name).map((member) => ({ path, at: member }));

/** Definitions at the top of the file, not inside a function. */
export function outermostNamed(context: LinkContext, path: string, name: string): readonly DefinitionAt[] {
  return childrenNamed(context, path, FILE, name).filter(
    (at) => ((definitionAt(context, { path, at })?.flags ?? 0) & LOCAL) === 0,
  );
}

/** The same in another file, as `from` sees it. */
export function outermostSeen(context: LinkContext, from: string, path: string, name: string): readonly DefinitionAt[] {
  const all = outermostNamed(context, path, name);
  if (all.length === 0 || path === from || context.semantics(path)?.privateToFile !== true) {
    return all;
  }
  const has = (at: DefinitionAt, flag: number): boolean =>
    ((definitionAt(context, { path, at })?.flags ?? 0) & flag) !== 0;
  const hidesType = all.some((at) => has(at, PRIVATE) && isType(definitionAt(context, { path, at })));
  // An extension of a private type is private too.
  return all.filter((at) => !has(at, hidesType ? PRIVATE | EXTENSION : PRIVATE));
}

const NONE: readonly DefinitionAt[] = [];
const NO_KEYS: readonly string[] = [];

/** Whether code can name it. The title of a test (`describe "redirect"`) is text. */
export const canBeNamed = ({ kind }: DefinitionFact): boolean => kind !== "test";

/** By parent and name. At the top level by path, and if the path differs from the name, also by `*` and the name. */
const children = openIndexOf<DefinitionFact>((definition) => {
  const { parent, name, path } = definition;
  if (!canBeNamed(definition)) {
    return NO_KEYS;
  }
  const key = `${parent} ${parent === FILE ? path : name}`;
  return parent === FILE && path !== name ? [key, `* ${name}`] : [key];
});

/**
 * All definitions of the file that declare the same symbol: overloads, merged and conditional declarations. A definition
 * that nothing can name stands alone.
 */
export function declarationsOf(context: LinkContext, place: Place): Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || !isNamed(definition) || !canBeNamed(definition)) {
    return [place];
  }
  const known = definition.parent === FILE ? definition.path : definition.name;
  const name = isFunction(definition) ? known + FUNCTION_MARK : known;
  const here = membersNamed(context, { path: place.path, at: definition.parent }, name);
  if (context.semantics(place.path)?.includes !== true) {
    return isInBlock(context, place, definition) ? here.filter((one) => isSame(context, place, one)) : here;
  }
  // A constructor written outside of its class has the class's name and the same parent.
  const own = here.filter((one) => definitionAt(context, one)?.path === definition.path);
  return [...own, ...declaredElsewhere(context, place)];
}

/**
 * Whether it is declared in a block, in languages with packages: it has no overloads, and others of its name belong to other
 * blocks.
 */
function isInBlock(context: LinkContext, { path }: Place, { parent, flags }: DefinitionFact): boolean {
  if (context.semantics(path)?.packaged !== true || (flags & LOCAL) === 0) {
    return false;
  }
  const owner = parent === FILE ? undefined : definitionAt(context, { path, at: parent });
  return owner === undefined || (owner.flags & LOCAL) === 0 || isFunction(owner);
}

/** The same symbol, or a class and its companion object, which share their members. */
function isSame(context: LinkContext, one: Place, other: Place): boolean {
  const has = (a: Place, b: Place): boolean =>
    definitionAt(context, a)?.supers.includes(definitionChain(b.at)) === true;
  return one.at === other.at || has(one, other) || has(other, one);
}

const CLASSES: ReadonlySet<string> = new Set(["class", "module"]);
/** If more files open one class, only the first are examined: such a class is used as a namespace. */
const FILES_MAX = 60;

/** A class without a name cannot be reopened. */
function isOpenClass(context: LinkContext, path: string, definition: DefinitionFact): boolean {
  const { kind, flags } = definition;
  const isOpen = CLASSES.has(kind) && (flags & LOCAL) === 0 && isNamed(definition);
  return isOpen && context.semantics(path)?.openClasses === true;
}

/** The identity of a class: for open classes their path, in any file. */
export function classOf(context: LinkContext, place: Place): string {
  const definition = definitionAt(context, place);
  return definition !== undefined && isOpenClass(context, place.path, definition) ? definition.path : keyOf(place);
}

/** All definitions of the class or module, in any file if classes are open, otherwise in its own file. */
export function openedAgain(context: LinkContext, place: Place): Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || !isOpenClass(context, place.path, definition)) {
    return declarationsOf(context, place);
  }
  return context.lookup.declaring(definition.path).length > FILES_MAX
    ? declarationsOf(context, place)
    : definedAs(context, definition.path, place.path);
}

/**
 * Files with the same language rules as `from` that contain the name; none if there are more than `most`, since it is then a
 * common word.
 */
export function filesMentioning(
  { lookup, semantics }: LinkContext,
  from: string,
  name: string,
  most: number,
): readonly string[] {
  const files = lookup.mentioning(name).filter((other) => semantics(other) === semantics(from));
  return files.length > most ? [] : files;
}

const defined = openMemo<Place[]>();

/** Definitions with this full path in files with the same language rules as `from`. */
export const definedAs = (context: LinkContext, path: string, from: string): Place[] =>
  defined(context, path, () => findDefined(context, path, from));

function findDefined(context: LinkContext, path: string, from: string): Place[] {
  const related = context.lookup
    .declaring(path)
    .filter((other) => context.semantics(other) === context.semantics(from));
  return related.slice(0, FILES_MAX).flatMap((other) => {
    const facts = context.lookup.facts(other);
    return facts === null ? [] : byPath(facts.definitions, path).map((at) => ({ path: other, at }));
  });
}

const byPath = openIndexOf<DefinitionFact>((definition) =>
  (definition.flags & LOCAL) === 0 && canBeNamed(definition) ? [definition.path] : [],
);

/** Those files of a package that define the name. */
export function definingAmong({ lookup }: LinkContext, paths: readonly string[], name: string): readonly string[] {
  if (paths.length === 0) {
    return paths;
  }
  const defining = new Set(lookup.defining(unmarked(name)));
  return paths.filter((path) => defining.has(path));
}
