// Which definitions of one file a name of a chain means: the name may have a mark for functions or types behind it (see Chain in
// vocabulary/facts.ts). Languages choose among these functions for their `childrenNamed` and `visibleElsewhere`.

import { isFunctionName, isTypeName, unmarked } from "../vocabulary/chain.ts";
import { FUNCTION_KINDS, TYPE_KINDS } from "../vocabulary/chunk.ts";
import {
  type DefinitionAt,
  type DefinitionFact,
  EXTENSION,
  FILE,
  LOCAL,
  PRIVATE,
  STATIC,
} from "../vocabulary/facts.ts";
import { openIndexOf } from "./derived.ts";
import type { DeclarationSemantics } from "./semantics.ts";

type Definitions = readonly DefinitionFact[];
type ChildrenNamed = DeclarationSemantics["childrenNamed"];

export const isFunction = ({ kind }: DefinitionFact): boolean => FUNCTION_KINDS.has(kind);

const isType = (definition: DefinitionFact | undefined): boolean => TYPE_KINDS.has(definition?.kind ?? "");

/** Whether code can name it. The title of a test (`describe "redirect"`) is text. */
export const canBeNamed = ({ kind }: DefinitionFact): boolean => kind !== "test";

const NO_KEYS: readonly string[] = [];

/** By parent and name. At the top level by path, and if the path differs from the name, also by `*` and the name. */
const children = openIndexOf<DefinitionFact>((definition) => {
  const { parent, name, path } = definition;
  if (!canBeNamed(definition)) {
    return NO_KEYS;
  }
  const key = `${parent} ${parent === FILE ? path : name}`;
  return parent === FILE && path !== name ? [key, `* ${name}`] : [key];
});

/** Definitions outside of functions that can be named, by their full path. */
export const byPath = openIndexOf<DefinitionFact>((definition) =>
  (definition.flags & LOCAL) === 0 && canBeNamed(definition) ? [definition.path] : [],
);

/**
 * Definitions of this simple name. At the top level those reached by their name alone: a member of a type that another file declares
 * (`Store.save`) is listed under its path.
 */
const ofName = (definitions: Definitions, parent: DefinitionAt, name: string): readonly DefinitionAt[] =>
  children(definitions, `${parent} ${unmarked(name)}`);

/** With those at the top of the file that stand under another type's name: `fun Order.isLarge()`. */
export const ofNameOrExtension: ChildrenNamed = (definitions, parent, name) => {
  const plain = ofName(definitions, parent, name);
  const extensions = parent === FILE ? children(definitions, `* ${unmarked(name)}`) : [];
  return extensions.length === 0 ? plain : [...plain, ...extensions];
};

/** A `'` behind the name asks for what `admits` accepts; any other name means all that `all` finds. */
const withTypeMark =
  (all: ChildrenNamed, admits: (definition: DefinitionFact | undefined) => boolean): ChildrenNamed =>
  (definitions, parent, name) => {
    const found = all(definitions, parent, name);
    return isTypeName(name) && found.length > 0 ? found.filter((at) => admits(definitions[at])) : found;
  };

/** In languages where functions and other definitions share their names. */
export const inOneNamespace: ChildrenNamed = withTypeMark(ofName, isType);

/**
 * Either functions or the others, as the name is marked. `orOther`: a name marked as a function's means the others if there is no
 * function. `all`: what has the name; `admits`: what a name marked as a type's means.
 */
export const separateFunctionNames = ({
  orOther = false,
  all = ofName,
  admits = isType,
}: {
  readonly orOther?: boolean;
  readonly all?: ChildrenNamed;
  readonly admits?: (definition: DefinitionFact | undefined) => boolean;
} = {}): ChildrenNamed => {
  const marked = withTypeMark(all, admits);
  return (definitions, parent, name) => {
    const found = marked(definitions, parent, name);
    if (found.length === 0 || isTypeName(name)) {
      return found;
    }
    const wanted = isFunctionName(name);
    const own = found.filter((at) => {
      const definition = definitions[at];
      return definition !== undefined && isFunction(definition) === wanted;
    });
    return own.length === 0 && wanted && orOther ? found : own;
  };
};

export const needsNoInstance = (definition: DefinitionFact | undefined): boolean =>
  isType(definition) || ((definition?.flags ?? 0) & STATIC) !== 0;

/** Where a private definition at the top of a file is private to the file. An extension of a private type is private too. */
export const withoutPrivate: DeclarationSemantics["visibleElsewhere"] = (definitions, all) => {
  const has = (at: DefinitionAt, flag: number): boolean => ((definitions[at]?.flags ?? 0) & flag) !== 0;
  const hidesType = all.some((at) => has(at, PRIVATE) && isType(definitions[at]));
  return all.filter((at) => !has(at, hidesType ? PRIVATE | EXTENSION : PRIVATE));
};
