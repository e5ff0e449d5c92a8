// Members of classes, types, modules and objects, through what they extend.
import { LOCAL } from "../vocabulary/facts.ts";
import { FOREIGN, keyOf, type Place, type Reached, UNKNOWN } from "./value.ts";
import { bare, childrenNamed, definitionAt, type World } from "./world.ts";

/** Classes of one hierarchy that are looked into for one member. */
const CLASSES_MAX = 100;

/** What `.name` gives on the thing that these places declare: its own member, or one it inherits. */
export function memberOf(world: World, places: readonly Place[], name: string): Reached {
  const seen = new Set<string>();
  let ahead = [...places];
  let isOpen = false;
  while (ahead.length > 0 && seen.size < CLASSES_MAX) {
    const next: Place[] = [];
    for (const place of ahead) {
      if (seen.has(keyOf(place))) {
        continue;
      }
      const own = ownMembers(world, place, name);
      if (own.length > 0) {
        return { value: { is: "definition", places: own }, certainty: "exact" };
      }
      const supers = supersOf(world, place, seen);
      seen.add(keyOf(place));
      isOpen ||= supers.some(({ path }) => path === "");
      next.push(...supers.filter(({ path }) => path !== ""));
    }
    ahead = next;
  }
  // What a class of another project hands down is none of ours.
  return isOpen ? FOREIGN : UNKNOWN;
}

function ownMembers(world: World, place: Place, name: string): Place[] {
  const facts = world.lookup.facts(place.path);
  const owner = facts?.definitions[place.at];
  if (facts === null || owner === undefined) {
    return [];
  }
  const inFile = childrenNamed(world, place.path, place.at, name)
    // Variables inside a function's body are not reached through its name.
    .filter((at) => ((facts.definitions[at]?.flags ?? 0) & LOCAL) === (owner.flags & LOCAL))
    .map((at) => ({ path: place.path, at }));
  return inFile.length > 0 ? inFile : elsewhere(world, place, name);
}

/** Members that another file of the package declares for this type, as Go's methods. */
function elsewhere(world: World, place: Place, name: string): Place[] {
  const owner = definitionAt(world, place);
  const inPackage = world.rules(place.path)?.modules.inPackage;
  const defining = owner === undefined || inPackage === undefined ? [] : world.lookup.defining(bare(name));
  if (owner === undefined || inPackage === undefined || defining.every((path) => path === place.path)) {
    return [];
  }
  const beside = new Set(inPackage(place.path, world.lookup));
  const path = `${owner.path}.${bare(name)}`;
  return defining.flatMap((other) => {
    const definitions = beside.has(other) ? (world.lookup.facts(other)?.definitions ?? []) : [];
    return definitions.flatMap((definition, at) => (definition.path === path ? [{ path: other, at }] : []));
  });
}

/** Of an unresolved super the path is "". */
function supersOf(world: World, place: Place, seen: ReadonlySet<string>): Place[] {
  const supers = definitionAt(world, place)?.supers ?? [];
  return supers.flatMap((chain): Place[] => {
    const { value } = world.reach(place.path, chain);
    return value.is === "definition" || value.is === "instance"
      ? value.places.filter((one) => !seen.has(keyOf(one)))
      : [{ path: "", at: 0 }];
  });
}
