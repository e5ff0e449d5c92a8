// Members that a type has through others, in Rust: of what it dereferences to, and of traits that the file has in sight, as a
// method is reached only where its trait is.
import { MACRO } from "../vocabulary/facts.ts";
import { heldBy } from "./held.ts";
import { memberStep } from "./member-step.ts";
import { isNamedIn, memberOf } from "./members.ts";
import { openMemory } from "./memory.ts";
import { callStep, instanceStep } from "./steps.ts";
import { atMost, FOREIGN, firstOf, isKnown, keyOf, overAll, type Place, type Reached, UNKNOWN } from "./value.ts";
import { definitionAt, membersNamed, type World } from "./world.ts";

/** Files that define a name; of more, it says nothing. */
const FILES_MAX = 60;
/** What dereferences to what dereferences, and so on. */
const DEREFERENCES_MAX = 4;

/** What `.name` is on what was reached, where neither the type nor its own traits have it. */
export const memberInTraits = (world: World, path: string, on: Reached, name: string): Reached =>
  world.rules(path)?.traits !== true
    ? UNKNOWN
    : overAll(heldBy(world, on), (one) => {
        for (const way of [dereferenced, awaited]) {
          const found = way(world, one, name);
          if (isKnown(found)) {
            return found;
          }
        }
        return inSight(world, path, one, name);
      });

function dereferenced(world: World, on: Reached, name: string): Reached {
  let target = on;
  for (let left = DEREFERENCES_MAX; left > 0; left--) {
    target = target.value.is === "instance" ? callStep(world, memberOf(world, target.value.places, "deref")) : UNKNOWN;
    const found = isKnown(target) ? memberStep(world, target, name) : UNKNOWN;
    if (isKnown(found)) {
      return atMost("constrained", found);
    }
  }
  return UNKNOWN;
}

/** What awaiting it gives is its future's `Output`: chains write what is awaited as what it gives. */
function awaited(world: World, { value }: Reached, name: string): Reached {
  const output = value.is === "instance" ? memberOf(world, value.places, "Output") : UNKNOWN;
  const found = isKnown(output) ? memberStep(world, instanceStep(world, output), name) : UNKNOWN;
  return atMost("constrained", found);
}

const OWNERS: ReadonlySet<string> = new Set(["class", "enum", "interface", "type"]);

function inSight(world: World, path: string, { value }: Reached, name: string): Reached {
  const isOurs =
    value.is === "instance" ||
    (value.is === "definition" && value.places.every((place) => OWNERS.has(definitionAt(world, place)?.kind ?? "")));
  if (!isOurs) {
    return UNKNOWN;
  }
  const named = traitsNamed(world, path).flatMap((trait) => membersNamed(world, trait, name));
  // Of several, which one it is depends on what implements them.
  const places = named.length > 0 ? named : inSightByStars(world, path, name);
  return places.length === 1 ? { value: { is: "definition", places }, certainty: "constrained" } : UNKNOWN;
}

const isTrait = (world: World, place: Place): boolean => definitionAt(world, place)?.kind === "interface";

const named = openMemory<readonly Place[]>();

/** Traits that a file declares or brings in by their names. */
const traitsNamed = (world: World, path: string): readonly Place[] => named(world, path, () => findTraits(world, path));

function findTraits(world: World, path: string): readonly Place[] {
  const facts = world.lookup.facts(path);
  const own = (facts?.definitions ?? []).map((_, at): Place => ({ path, at }));
  const brought = (facts?.imports ?? []).flatMap(({ imported }, at): readonly Place[] => {
    const { value } = /^\p{Lu}/u.test(imported ?? "") ? world.reach(path, `%${at}`) : UNKNOWN;
    return value.is === "definition" ? value.places : [];
  });
  return firstOf([...own, ...brought], keyOf).filter((place) => isTrait(world, place));
}

/** Of traits that a file brings in without their names. */
function inSightByStars(world: World, path: string, name: string): readonly Place[] {
  const seen = new Map<string, boolean>();
  return related(world, path, name).flatMap((file): Place[] =>
    (world.lookup.facts(file)?.definitions ?? []).flatMap((definition, at) => {
      const trait: Place = { path: file, at: definition.parent };
      if (definition.name !== name || !isTrait(world, trait)) {
        return [];
      }
      const key = keyOf(trait);
      const isSeen = seen.get(key) ?? isNamedIn(world, path, definitionAt(world, trait)?.name ?? "", trait);
      seen.set(key, isSeen);
      return isSeen ? [{ path: file, at }] : [];
    }),
  );
}

/** A macro by its bare name: any of the crate's may be in sight, by the order in which the crate is read. */
export function macroNamed(world: World, path: string, name: string): Reached {
  const own = macroIn(world, path, name);
  return own === FOREIGN ? macroFromStars(world, path, name) : own;
}

/** A macro of the crate that the file belongs to; foreign where it has none, unknown where it has several. */
function macroIn(world: World, path: string, name: string): Reached {
  const modules = world.rules(path)?.modules;
  const places = related(world, path, name)
    .filter((file) => file === path || modules?.mayExtend?.(path, file, world.lookup) === true)
    .flatMap((file): Place[] =>
      (world.lookup.facts(file)?.definitions ?? []).flatMap((definition, at) =>
        definition.name === name && (definition.flags & MACRO) !== 0 ? [{ path: file, at }] : [],
      ),
    );
  const [first] = places;
  if (first === undefined) {
    return FOREIGN;
  }
  return places.every((place) => place.path === first.path)
    ? { value: { is: "definition", places }, certainty: "constrained" }
    : UNKNOWN;
}

function macroFromStars(world: World, path: string, name: string): Reached {
  for (const [at, { local, imported }] of (world.lookup.facts(path)?.imports ?? []).entries()) {
    const found = local === null && imported === "*" ? macroOf(world, world.reach(path, `%${at}`), name) : UNKNOWN;
    if (isKnown(found)) {
      return found;
    }
  }
  return FOREIGN;
}

/** What a module has of this name as a macro: those that a crate hands out stand at its root, wherever they are written. */
export function macroOf(world: World, { value }: Reached, name: string): Reached {
  const [root] = value.is === "module" ? value.paths : [];
  const isRoot = root !== undefined && world.rules(root)?.traits === true && /(?:^|\/)(?:lib|main)\.rs$/.test(root);
  return isRoot ? macroIn(world, root, name) : UNKNOWN;
}

function related(world: World, path: string, name: string): readonly string[] {
  const modules = world.rules(path)?.modules;
  const defining = world.lookup.defining(name);
  return defining.length > FILES_MAX ? [] : defining.filter((file) => world.rules(file)?.modules === modules);
}
