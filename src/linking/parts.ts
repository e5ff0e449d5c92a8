// Definitions that belong to one symbol or type: declarations of a symbol, parts of a partial type, and extensions.
import { definitionChain, FUNCTION_MARK } from "../vocabulary/chain.ts";
import { type DefinitionFact, EXTENSION, FILE, isNamed, LOCAL, PARTIAL } from "../vocabulary/facts.ts";
import { canBeNamed, isFunction } from "./children.ts";
import { definitionAt, hasFlag, membersNamed, openingsOf, packageOf } from "./context.ts";
import { keyOf, type Place } from "./resolution.ts";
import type { DeclarationSemantics, LinkContext } from "./semantics.ts";

/**
 * All definitions of the file that declare the same symbol: overloads, merged and conditional declarations. A definition
 * that nothing can name stands alone.
 */
export function declarationsOf(context: LinkContext, place: Place): readonly Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || !isNamed(definition) || !canBeNamed(definition)) {
    return [place];
  }
  const known = definition.parent === FILE ? definition.path : definition.name;
  const name = isFunction(definition) ? known + FUNCTION_MARK : known;
  const sameName = membersNamed(context, { path: place.path, at: definition.parent }, name);
  return context.semantics(place.path).declarations(context, place, definition, sameName);
}

/**
 * Where a definition in a block has no overloads, and others of its name belong to other blocks. A class and its companion object
 * share their members.
 */
export const declaredInBlock: DeclarationSemantics["declarations"] = (context, place, definition, sameName) =>
  isInBlock(context, place, definition)
    ? sameName.filter((one) => isSame(context, place, one))
    : sameName.filter((one) => {
        const other = definitionAt(context, one);
        return other !== undefined && !isInBlock(context, one, other);
      });

/** Definitions of one name in one place declare one symbol, those inside of a function another one than those outside. */
export const declaredInScope: DeclarationSemantics["declarations"] = (context, _place, { flags }, sameName) =>
  sameName.filter((one) => hasFlag(context, one, LOCAL) === ((flags & LOCAL) !== 0));

function isInBlock(context: LinkContext, { path }: Place, { parent, flags }: DefinitionFact): boolean {
  if ((flags & LOCAL) === 0) {
    return false;
  }
  const owner = parent === FILE ? undefined : definitionAt(context, { path, at: parent });
  return owner === undefined || (owner.flags & LOCAL) === 0 || isFunction(owner);
}

function isSame(context: LinkContext, one: Place, other: Place): boolean {
  const has = (a: Place, b: Place): boolean =>
    definitionAt(context, a)?.supers.includes(definitionChain(b.at)) === true;
  return one.at === other.at || has(one, other) || has(other, one);
}

export const isPartial = (context: LinkContext, place: Place): boolean => hasFlag(context, place, PARTIAL);

/** All parts of a partial type, this one first; for any other type, the type itself. */
export function partsOf(context: LinkContext, place: Place): Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || !isPartial(context, place)) {
    return [place];
  }
  const whole = wholeName(context, place.path, definition);
  const parts = context.lookup
    .defining(definition.name)
    .flatMap((path): Place[] =>
      (context.lookup.facts(path)?.definitions ?? []).flatMap((other, at) =>
        other.name === definition.name && (other.flags & PARTIAL) !== 0 && wholeName(context, path, other) === whole
          ? [{ path, at }]
          : [],
      ),
    );
  return [place, ...parts.filter((part) => keyOf(part) !== keyOf(place))];
}

/** The name with its package, which is part of the path if the package has a block. */
function wholeName(context: LinkContext, path: string, { path: own }: DefinitionFact): string {
  const space = packageOf(context, path);
  return space === "" || own.startsWith(`${space}.`) ? own : `${space}.${own}`;
}

/** Of a type: a function that is an extension is declared there. */
export const isExtension = (context: LinkContext, place: Place): boolean => {
  const definition = definitionAt(context, place);
  return definition !== undefined && !isFunction(definition) && (definition.flags & EXTENSION) !== 0;
};

/** Whether no file declares the type itself: it is a library's type that the project extends. */
export const isOnlyExtended = (context: LinkContext, place: Place): boolean =>
  isExtension(context, place) &&
  context
    .semantics(place.path)
    .extensions(context, place)
    .every((part) => isExtension(context, part));

/**
 * All declarations of what is declared at these places. A place that another one has already brought in is not expanded again: each of
 * thousands of overloads would bring in all of them.
 */
export function allDeclarations(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const found = new Map<string, Place>();
  for (const place of places) {
    const opened = found.has(keyOf(place)) ? [] : openingsOf(context, place);
    for (const one of opened) {
      const parts = found.has(keyOf(one)) ? [] : partsOf(context, one);
      for (const part of parts) {
        found.set(keyOf(part), part);
      }
    }
  }
  return [...found.values()];
}
