// Members that a Rust type has indirectly: those of what it dereferences to, and those of traits that are visible in the file,
// since a method can be called only where its trait is visible.
import { MACRO } from "../vocabulary/facts.ts";
import { heldBy } from "./held.ts";
import { memberStep } from "./member-step.ts";
import { isNamedIn, memberOf } from "./members.ts";
import { openMemory } from "./memory.ts";
import { callStep, instanceStep } from "./steps.ts";
import { atMost, FOREIGN, firstOf, isKnown, keyOf, overAll, type Place, type Reached, UNKNOWN } from "./value.ts";
import { definitionAt, membersNamed, type World } from "./world.ts";

/** If more files define a name, it is left unresolved. */
const FILES_MAX = 60;
/** Limit on chains of dereferences. */
const DEREFERENCES_MAX = 4;

/** What `.name` means if neither the type nor its own traits have it. */
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

/** Awaiting a future gives its `Output`: chains write an awaited value as its result. */
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
  // Of several traits, the receiver's type decides which one is meant.
  const places = named.length > 0 ? named : inSightByStars(world, path, name);
  return places.length === 1 ? { value: { is: "definition", places }, certainty: "constrained" } : UNKNOWN;
}

const isTrait = (world: World, place: Place): boolean => definitionAt(world, place)?.kind === "interface";

const named = openMemory<readonly Place[]>();

/** Traits that a file declares or imports by name. */
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

/** Traits that a file imports through `*`. */
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

/**
 * A macro by its bare name. Any macro of the crate may be visible, depending on the order in which the crate's files are read.
 */
export function macroNamed(world: World, path: string, name: string): Reached {
  const own = macroIn(world, path, name);
  return own === FOREIGN ? macroFromStars(world, path, name) : own;
}

/** A macro of the file's crate; foreign if there is none, unknown if there are several. */
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

/** A module's macro of this name: exported macros are at the crate's root, wherever they are written. */
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
