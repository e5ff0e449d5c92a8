// Members of classes, types, modules and objects, inherited ones included.
import {
  bareNameChain,
  type Chain,
  FUNCTION_MARK,
  importChain,
  isFunctionName,
  unmarked,
} from "../vocabulary/chain.ts";
import { type DefinitionAt, FILE, isNamed, LOCAL } from "../vocabulary/facts.ts";
import { childrenNamed, classOf, definitionAt, type LinkContext, openedAgain } from "./context.ts";
import { memberSeenAt, seenAt } from "./included.ts";
import { openMemo } from "./memo.ts";
import { isOneOfSeveral, partsOf } from "./namespaces.ts";
import { isOnlyExtended, openPartsOf } from "./open-types.ts";
import { EXTERNAL, firstOf, isKnown, keyOf, type Place, type Resolution, UNKNOWN } from "./resolution.ts";

/** Limit on the classes examined for one member. */
const CLASSES_MAX = 100;

/** What `.name` means on the symbol declared at these places: its own member, or an inherited one. */
export function memberOf(context: LinkContext, places: readonly Place[], name: string): Resolution {
  let isOpen = false;
  const inMacros: Place[] = [];
  const isInOrder = places.some(({ path }) => context.semantics(path)?.supersInOrder === true);
  for (const place of isInOrder ? inOrder(context, places) : byDistance(context, places)) {
    if (place.path === "") {
      isOpen = true;
      continue;
    }
    // A library's type has its own initialisers, beside those that a project adds.
    const own = unmarked(name) === "init" && isOnlyExtended(context, place) ? [] : ownMembers(context, place, name);
    // Which definition of a macro is compiled is not known: each may be.
    if (own.length > 0 && isMacro(context, place)) {
      inMacros.push(...own);
    } else if (own.length > 0) {
      // The type may have other members of that name, or another class may be meant.
      const isUnsure = isOnlyExtended(context, place) || isOneOfSeveral(context, place);
      const certainty = isUnsure ? "constrained" : "exact";
      return { value: { is: "definition", places: own }, certainty };
    }
    isOpen ||= isOnlyExtended(context, place);
  }
  if (inMacros.length > 0) {
    return { value: { is: "definition", places: inMacros }, certainty: "constrained" };
  }
  // A method may be named without being called.
  const asMethod =
    hasOpenTypes(context, places) && !isFunctionName(name) ? memberOf(context, places, name + FUNCTION_MARK) : UNKNOWN;
  // A member inherited from another project's class is foreign.
  return isKnown(asMethod) ? asMethod : isOpen ? EXTERNAL : UNKNOWN;
}

const isMacro = (context: LinkContext, place: Place): boolean =>
  context.semantics(place.path)?.includes === true && definitionAt(context, place)?.kind === "variable";

const hasOpenTypes = (context: LinkContext, [first]: readonly Place[]): boolean =>
  first !== undefined && context.semantics(first.path)?.openTypes === true;

/** The classes themselves, then their superclasses, then the superclasses of those, and so on. */
function* byDistance(context: LinkContext, places: readonly Place[]): Generator<Place> {
  const seen = new Set<string>();
  let ahead = [...places];
  while (ahead.length > 0 && seen.size < CLASSES_MAX) {
    const next: Place[] = [];
    for (const place of ahead) {
      if (!seen.has(keyOf(place))) {
        seen.add(keyOf(place));
        yield place;
        const parts = [...partsOf(context, place), ...openPartsOf(context, place)];
        ahead.push(...parts.filter((part) => !seen.has(keyOf(part))));
        next.push(...supersOf(context, place));
      }
    }
    ahead = next;
  }
}

const orders = openMemo<readonly Place[]>();

/** Depth first: each class before its superclasses, and the first superclass with all its ancestors before the second. */
const inOrder = (context: LinkContext, places: readonly Place[]): readonly Place[] =>
  orders(context, places.map(keyOf).join(" "), () => ordered(context, places));

function ordered(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  const order: Place[] = [];
  const visit = (place: Place): void => {
    const name = classOf(context, place);
    if (!seen.has(name) && seen.size < CLASSES_MAX) {
      seen.add(name);
      [...supersOf(context, place)].reverse().forEach(visit);
      order.push(place);
    }
  };
  [...places].reverse().forEach(visit);
  return order.reverse();
}

function ownMembers(context: LinkContext, place: Place, name: string): Place[] {
  const facts = context.lookup.facts(place.path);
  const owner = facts?.definitions[place.at];
  if (facts === null || owner === undefined) {
    return [];
  }
  const rules = context.semantics(place.path);
  // A member with the name of its class is a constructor, which is reached through the class.
  if (rules?.includes === true && owner.kind === "class" && owner.name === name) {
    return [];
  }
  // A namespace consists of its parts in all files.
  if (rules?.includes === true && owner.kind === "module") {
    return seenAt(context, place.path, `${owner.path}.${name}`);
  }
  const inFile = childrenNamed(context, place.path, place.at, name)
    // Variables inside a function's body are not members of the function.
    .filter((at) => ((facts.definitions[at]?.flags ?? 0) & LOCAL) === (owner.flags & LOCAL))
    .map((at) => ({ path: place.path, at }));
  if (inFile.length > 0) {
    return inFile;
  }
  if (rules?.includes === true) {
    return isNamed(owner) && (owner.flags & LOCAL) === 0
      ? memberSeenAt(context, place.path, `${owner.path}.${name}`, name)
      : [];
  }
  return elsewhere(context, place, name);
}

/** Members that another file declares for this type, such as Go's methods and Rust's `impl` blocks. */
function elsewhere(context: LinkContext, place: Place, name: string): Place[] {
  const owner = definitionAt(context, place);
  const modules = context.semantics(place.path)?.modules;
  if (owner === undefined || (modules?.inPackage === undefined && modules?.mayExtend === undefined)) {
    return [];
  }
  const path = `${owner.path}.${unmarked(name)}`;
  // A definition in a macro is known by its simple name only.
  const inMacros = context.semantics(place.path)?.traits === true ? context.lookup.declaring(unmarked(name)) : [];
  const declaring = [...new Set([...context.lookup.declaring(path), ...inMacros])].filter(
    (other) => other !== place.path,
  );
  const beside = new Set(declaring.length === 0 ? [] : modules.inPackage?.(place.path, context.lookup));
  return declaring.flatMap((other) => {
    const may =
      modules.mayExtend === undefined
        ? beside.has(other)
        : modules.mayExtend(place.path, other, context.lookup) && isNamedIn(context, other, owner.name, place);
    const definitions = may ? (context.lookup.facts(other)?.definitions ?? []) : [];
    return definitions.flatMap((definition, at) => (definition.path === path ? [{ path: other, at }] : []));
  });
}

/** Everything that a class, interface or type declares itself, in any file, except members of unnamed types in it. */
export function membersOf(context: LinkContext, place: Place): Place[] {
  const parts = firstOf(
    [...openedAgain(context, place), ...partsOf(context, place), ...openPartsOf(context, place)],
    keyOf,
  );
  const found = new Map<string, Place>();
  for (const part of parts) {
    const { definitions = [] } = context.lookup.facts(part.path) ?? {};
    const flags = definitions[part.at]?.flags ?? 0;
    for (const [at, definition] of definitions.entries()) {
      if (definition.parent === part.at && isNamed(definition) && (definition.flags & LOCAL) === (flags & LOCAL)) {
        found.set(`${part.path}@${at}`, { path: part.path, at });
      }
    }
  }
  for (const member of declaredApart(context, place)) {
    found.set(keyOf(member), member);
  }
  return [...found.values()];
}

/** Definitions at the top of a file under a type's name: Go's methods, and those of Rust's `impl` blocks. */
function declaredApart(context: LinkContext, place: Place): Place[] {
  const owner = definitionAt(context, place);
  const modules = context.semantics(place.path)?.modules;
  if (owner === undefined || owner.parent !== FILE || modules === undefined) {
    return [];
  }
  const others =
    modules.mayExtend === undefined
      ? (modules.inPackage?.(place.path, context.lookup) ?? [])
      : context.lookup
          .mentioning(owner.name)
          .filter(
            (path) =>
              modules.mayExtend?.(place.path, path, context.lookup) && isNamedIn(context, path, owner.name, place),
          );
  return others.flatMap((path) =>
    (context.lookup.facts(path)?.definitions ?? []).flatMap(({ parent, path: symbol, name }, at) =>
      parent === FILE && path !== place.path && symbol === `${owner.path}.${name}` ? [{ path, at }] : [],
    ),
  );
}

/** What it extends, each resolved. */
export function resolvedSupers(context: LinkContext, place: Place): Resolution[] {
  return openedAgain(context, place).flatMap((part) => {
    const { supers = [], parent = FILE } = definitionAt(context, part) ?? {};
    return supers.map((chain) => context.resolve(part.path, outsideOfClass(chain, part.at, parent)));
  });
}

/** Whether the name refers to this place in the file. */
export function isNamedIn(context: LinkContext, path: string, name: string, place: Place): boolean {
  const imports = context.lookup.facts(path)?.imports ?? [];
  // An import without a name (`use Store as _`) still makes it visible.
  const at = imports.findIndex(({ local, imported }) => local === name || (local === null && imported === name));
  const { value } = context.resolve(path, at < 0 ? name : importChain(at));
  return value.is === "definition" && value.places.some((one) => keyOf(one) === keyOf(place));
}

const extended = openMemo<readonly Place[]>([]);

/** An unresolved superclass has the path "". A class in several parts extends what any part does. */
export function supersOf(context: LinkContext, place: Place): readonly Place[] {
  const parts = openedAgain(context, place);
  return extended(context, classOf(context, parts[0] ?? place), () => {
    const supers = parts.flatMap((part) => ownSupers(context, part));
    return firstOf(supers, (one) => classOf(context, one));
  });
}

function ownSupers(context: LinkContext, place: Place): readonly Place[] {
  const { supers = [], parent = FILE } = definitionAt(context, place) ?? {};
  return supers.flatMap((chain): readonly Place[] => {
    const { value } = context.resolve(place.path, outsideOfClass(chain, place.at, parent));
    return value.is === "definition" || value.is === "instance" ? value.places : [{ path: "", at: 0 }];
  });
}

/**
 * The project's types that a type extends, then those that they extend, and so on: the nearest first. No further level is begun once
 * `most` types are known, the type itself included.
 */
export function* typesAbove(context: LinkContext, owner: Place, most: number): Generator<Place> {
  const seen = new Set([keyOf(owner)]);
  let ahead = supersOf(context, owner);
  while (ahead.length > 0 && seen.size < most) {
    const level = ahead.filter((one) => one.path !== "" && !seen.has(keyOf(one)));
    for (const one of level) {
      seen.add(keyOf(one));
      yield one;
    }
    ahead = level.flatMap((one) => supersOf(context, one));
  }
}

/** A superclass is looked up around the class, not among its inherited members. */
export function outsideOfClass(chain: Chain, at: DefinitionAt, parent: DefinitionAt): Chain {
  const inside = bareNameChain(at, "");
  return chain.startsWith(inside) ? bareNameChain(parent, chain.slice(inside.length)) : chain;
}
