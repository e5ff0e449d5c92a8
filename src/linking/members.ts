// Members of classes, types, modules and objects, inherited ones included.
import { type Chain, type DefinitionAt, FILE, isNamed, LOCAL } from "../vocabulary/facts.ts";
import { memberSeenAt, seenAt } from "./included.ts";
import { openMemory } from "./memory.ts";
import { isOneOfSeveral, partsOf } from "./namespaces.ts";
import { isOnlyExtended, openPartsOf } from "./open-types.ts";
import { FOREIGN, firstOf, isKnown, keyOf, type Place, type Reached, UNKNOWN } from "./value.ts";
import { bare, childrenNamed, classOf, definitionAt, openedAgain, type World } from "./world.ts";

/** Limit on the classes examined for one member. */
const CLASSES_MAX = 100;

/** What `.name` means on the symbol declared at these places: its own member, or an inherited one. */
export function memberOf(world: World, places: readonly Place[], name: string): Reached {
  let isOpen = false;
  const inMacros: Place[] = [];
  const isInOrder = places.some(({ path }) => world.rules(path)?.supersInOrder === true);
  for (const place of isInOrder ? inOrder(world, places) : byDistance(world, places)) {
    if (place.path === "") {
      isOpen = true;
      continue;
    }
    // A library's type has its own initialisers, beside those that a project adds.
    const own = bare(name) === "init" && isOnlyExtended(world, place) ? [] : ownMembers(world, place, name);
    // Which definition of a macro is compiled is not known: each may be.
    if (own.length > 0 && isMacro(world, place)) {
      inMacros.push(...own);
    } else if (own.length > 0) {
      // The type may have other members of that name, or another class may be meant.
      const isUnsure = isOnlyExtended(world, place) || isOneOfSeveral(world, place);
      const certainty = isUnsure ? "constrained" : "exact";
      return { value: { is: "definition", places: own }, certainty };
    }
    isOpen ||= isOnlyExtended(world, place);
  }
  if (inMacros.length > 0) {
    return { value: { is: "definition", places: inMacros }, certainty: "constrained" };
  }
  // A method may be named without being called.
  const asMethod = hasOpenTypes(world, places) && !name.endsWith("/") ? memberOf(world, places, `${name}/`) : UNKNOWN;
  // A member inherited from another project's class is foreign.
  return isKnown(asMethod) ? asMethod : isOpen ? FOREIGN : UNKNOWN;
}

const isMacro = (world: World, place: Place): boolean =>
  world.rules(place.path)?.includes === true && definitionAt(world, place)?.kind === "variable";

const hasOpenTypes = (world: World, [first]: readonly Place[]): boolean =>
  first !== undefined && world.rules(first.path)?.openTypes === true;

/** The classes themselves, then their superclasses, then the superclasses of those, and so on. */
function* byDistance(world: World, places: readonly Place[]): Generator<Place> {
  const seen = new Set<string>();
  let ahead = [...places];
  while (ahead.length > 0 && seen.size < CLASSES_MAX) {
    const next: Place[] = [];
    for (const place of ahead) {
      if (!seen.has(keyOf(place))) {
        seen.add(keyOf(place));
        yield place;
        const parts = [...partsOf(world, place), ...openPartsOf(world, place)];
        ahead.push(...parts.filter((part) => !seen.has(keyOf(part))));
        next.push(...supersOf(world, place));
      }
    }
    ahead = next;
  }
}

const orders = openMemory<readonly Place[]>();

/** Depth first: each class before its superclasses, and the first superclass with all its ancestors before the second. */
const inOrder = (world: World, places: readonly Place[]): readonly Place[] =>
  orders(world, places.map(keyOf).join(" "), () => ordered(world, places));

function ordered(world: World, places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  const order: Place[] = [];
  const visit = (place: Place): void => {
    const name = classOf(world, place);
    if (!seen.has(name) && seen.size < CLASSES_MAX) {
      seen.add(name);
      [...supersOf(world, place)].reverse().forEach(visit);
      order.push(place);
    }
  };
  [...places].reverse().forEach(visit);
  return order.reverse();
}

function ownMembers(world: World, place: Place, name: string): Place[] {
  const facts = world.lookup.facts(place.path);
  const owner = facts?.definitions[place.at];
  if (facts === null || owner === undefined) {
    return [];
  }
  const rules = world.rules(place.path);
  // A member with the name of its class is a constructor, which is reached through the class.
  if (rules?.includes === true && owner.kind === "class" && owner.name === name) {
    return [];
  }
  // A namespace consists of its parts in all files.
  if (rules?.includes === true && owner.kind === "module") {
    return seenAt(world, place.path, `${owner.path}.${name}`);
  }
  const inFile = childrenNamed(world, place.path, place.at, name)
    // Variables inside a function's body are not members of the function.
    .filter((at) => ((facts.definitions[at]?.flags ?? 0) & LOCAL) === (owner.flags & LOCAL))
    .map((at) => ({ path: place.path, at }));
  if (inFile.length > 0) {
    return inFile;
  }
  if (rules?.includes === true) {
    return isNamed(owner) && (owner.flags & LOCAL) === 0
      ? memberSeenAt(world, place.path, `${owner.path}.${name}`, name)
      : [];
  }
  return elsewhere(world, place, name);
}

/** Members that another file declares for this type, such as Go's methods and Rust's `impl` blocks. */
function elsewhere(world: World, place: Place, name: string): Place[] {
  const owner = definitionAt(world, place);
  const modules = world.rules(place.path)?.modules;
  if (owner === undefined || (modules?.inPackage === undefined && modules?.mayExtend === undefined)) {
    return [];
  }
  const path = `${owner.path}.${bare(name)}`;
  // A definition in a macro is known by its simple name only.
  const inMacros = world.rules(place.path)?.traits === true ? world.lookup.declaring(bare(name)) : [];
  const declaring = [...new Set([...world.lookup.declaring(path), ...inMacros])].filter(
    (other) => other !== place.path,
  );
  const beside = new Set(declaring.length === 0 ? [] : modules.inPackage?.(place.path, world.lookup));
  return declaring.flatMap((other) => {
    const may =
      modules.mayExtend === undefined
        ? beside.has(other)
        : modules.mayExtend(place.path, other, world.lookup) && isNamedIn(world, other, owner.name, place);
    const definitions = may ? (world.lookup.facts(other)?.definitions ?? []) : [];
    return definitions.flatMap((definition, at) => (definition.path === path ? [{ path: other, at }] : []));
  });
}

/** Everything that a class, interface or type declares itself, in any file, except members of unnamed types in it. */
export function membersOf(world: World, place: Place): Place[] {
  const parts = firstOf([...openedAgain(world, place), ...partsOf(world, place), ...openPartsOf(world, place)], keyOf);
  const found = new Map<string, Place>();
  for (const part of parts) {
    const { definitions = [] } = world.lookup.facts(part.path) ?? {};
    const flags = definitions[part.at]?.flags ?? 0;
    for (const [at, definition] of definitions.entries()) {
      if (definition.parent === part.at && isNamed(definition) && (definition.flags & LOCAL) === (flags & LOCAL)) {
        found.set(`${part.path}@${at}`, { path: part.path, at });
      }
    }
  }
  for (const member of declaredApart(world, place)) {
    found.set(keyOf(member), member);
  }
  return [...found.values()];
}

/** Definitions at the top of a file under a type's name: Go's methods, and those of Rust's `impl` blocks. */
function declaredApart(world: World, place: Place): Place[] {
  const owner = definitionAt(world, place);
  const modules = world.rules(place.path)?.modules;
  if (owner === undefined || owner.parent !== FILE || modules === undefined) {
    return [];
  }
  const others =
    modules.mayExtend === undefined
      ? (modules.inPackage?.(place.path, world.lookup) ?? [])
      : world.lookup
          .mentioning(owner.name)
          .filter(
            (path) => modules.mayExtend?.(place.path, path, world.lookup) && isNamedIn(world, path, owner.name, place),
          );
  return others.flatMap((path) =>
    (world.lookup.facts(path)?.definitions ?? []).flatMap(({ parent, path: symbol, name }, at) =>
      parent === FILE && path !== place.path && symbol === `${owner.path}.${name}` ? [{ path, at }] : [],
    ),
  );
}

/** What it extends, each resolved. */
export function reachedSupers(world: World, place: Place): Reached[] {
  return openedAgain(world, place).flatMap((part) => {
    const { supers = [], parent = FILE } = definitionAt(world, part) ?? {};
    return supers.map((chain) => world.reach(part.path, outsideOfClass(chain, part.at, parent)));
  });
}

/** Whether the name refers to this place in the file. */
export function isNamedIn(world: World, path: string, name: string, place: Place): boolean {
  const imports = world.lookup.facts(path)?.imports ?? [];
  // An import without a name (`use Store as _`) still makes it visible.
  const at = imports.findIndex(({ local, imported }) => local === name || (local === null && imported === name));
  const { value } = world.reach(path, at < 0 ? name : `%${at}`);
  return value.is === "definition" && value.places.some((one) => keyOf(one) === keyOf(place));
}

const extended = openMemory<readonly Place[]>([]);

/** An unresolved superclass has the path "". A class in several parts extends what any part does. */
export function supersOf(world: World, place: Place): readonly Place[] {
  const parts = openedAgain(world, place);
  return extended(world, classOf(world, parts[0] ?? place), () => {
    const supers = parts.flatMap((part) => ownSupers(world, part));
    return firstOf(supers, (one) => classOf(world, one));
  });
}

function ownSupers(world: World, place: Place): readonly Place[] {
  const { supers = [], parent = FILE } = definitionAt(world, place) ?? {};
  return supers.flatMap((chain): readonly Place[] => {
    const { value } = world.reach(place.path, outsideOfClass(chain, place.at, parent));
    return value.is === "definition" || value.is === "instance" ? value.places : [{ path: "", at: 0 }];
  });
}

/**
 * The project's types that a type extends, then those that they extend, and so on: the nearest first. No further level is begun once
 * `most` types are known, the type itself included.
 */
export function* typesAbove(world: World, owner: Place, most: number): Generator<Place> {
  const seen = new Set([keyOf(owner)]);
  let ahead = supersOf(world, owner);
  while (ahead.length > 0 && seen.size < most) {
    const level = ahead.filter((one) => one.path !== "" && !seen.has(keyOf(one)));
    for (const one of level) {
      seen.add(keyOf(one));
      yield one;
    }
    ahead = level.flatMap((one) => supersOf(world, one));
  }
}

/** A superclass is looked up around the class, not among its inherited members. */
export function outsideOfClass(chain: Chain, at: DefinitionAt, parent: DefinitionAt): Chain {
  const inside = `in@${at}.`;
  const outer = parent === FILE ? "" : `in@${parent}.`;
  return chain.startsWith(inside) ? `${outer}${chain.slice(inside.length)}` : chain;
}
