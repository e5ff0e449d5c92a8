// Ruby's constants: looked up by nesting, then in the ancestors, then globally.

import { classKey, definedAs, definitionAt } from "../../linking/context.ts";
import {
  definitionOf,
  EXTERNAL,
  firstOf,
  isKnown,
  orNull,
  type Place,
  type Resolution,
  UNKNOWN,
} from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup, NameLookup } from "../../linking/semantics.ts";
import { dottedNames } from "../../vocabulary/chain.ts";
import { FILE, isNamed } from "../../vocabulary/facts.ts";
import { ancestorsOf } from "./ancestors.ts";

/** Kinds of definitions that are opened again. */
export const CLASS_KINDS: ReadonlySet<string> = new Set(["class", "module"]);
/** Kinds of definitions that constants name. */
export const CONSTANT_KINDS: ReadonlySet<string> = new Set([...CLASS_KINDS, "variable"]);

export const isConstant = (name: string): boolean => /^\p{Lu}/u.test(name);

/** A constant by nesting, then in the ancestors of the innermost class; the caller looks at the top level. */
export function constantInEnclosing(context: LinkContext, place: Place, name: string): Resolution {
  // Most constants are built in, and searching all ancestors for them takes long.
  if (context.lookup.defining(name).length === 0) {
    return UNKNOWN;
  }
  let at = place.at;
  while (at !== FILE) {
    const own = constantsOf(context, { path: place.path, at }, name);
    if (own.length > 0) {
      return definitionOf(own);
    }
    at = definitionAt(context, { path: place.path, at })?.parent ?? FILE;
  }
  const inherited = constantIn(context, [innermost(context, place)], name);
  return isKnown(inherited) ? inherited : atTop(context, place.path, name);
}

/** A block that runs in a class of its own (`Class.new do`) does not open a scope for constants. */
function innermost(context: LinkContext, place: Place): Place {
  const definition = definitionAt(context, place);
  return definition === undefined || isNamed(definition) || definition.parent === FILE
    ? place
    : innermost(context, { path: place.path, at: definition.parent });
}

function atTop(context: LinkContext, path: string, name: string): Resolution {
  const places = definedAs(context, name, path).filter((one) =>
    CONSTANT_KINDS.has(definitionAt(context, one)?.kind ?? ""),
  );
  return definitionOf(places);
}

export function constantIn(context: LinkContext, places: readonly Place[], name: string): Resolution {
  const classes = firstOf(places, (one) => classKey(context, one));
  for (const place of classes.flatMap((one) => ancestorsOf(context, one))) {
    const own = constantsOf(context, place, name);
    if (own.length > 0) {
      return definitionOf(own);
    }
  }
  return UNKNOWN;
}

/** Constants of one class or module, in all files that open it. */
function constantsOf(context: LinkContext, place: Place, name: string): Place[] {
  const owner = definitionAt(context, place);
  return owner === undefined || !isNamed(owner)
    ? []
    : definedAs(context, `${owner.path}.${name}`, place.path).filter((one) =>
        CONSTANT_KINDS.has(definitionAt(context, one)?.kind ?? ""),
      );
}

/**
 * A constant that is not visible is external, unless the project defines the name somewhere: then it may be visible in a way that
 * is not followed (`include Shop` at the top of a test's helper).
 */
export const externalUnlessDefined = (context: LinkContext, name: string): Resolution =>
  context.lookup.defining(name).length > 0 ? UNKNOWN : EXTERNAL;

/** A class, module or constant that any file declares at its top. */
export const globalConstant: NameLookup = (context, path, name) => {
  return orNull(definitionOf(isConstant(name) ? definedAs(context, name, path) : []));
};

const CONSTANT = /^\p{Lu}[^@]*$/u;

/** A library's class that the project reopens by its full name without reopening its namespace: `class Rack::Request`. */
export const constantByPath: MissingMemberLookup = (context, { path, chain, on }) => {
  const names = (isKnown(on) ? null : dottedNames(chain)) ?? [];
  const isPath = names.length > 1 && names.every((name) => CONSTANT.test(name));
  return orNull(definitionOf(isPath ? definedAs(context, names.join("."), path) : []));
};
