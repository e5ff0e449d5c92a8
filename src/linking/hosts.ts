// Members that a trait or an abstract class uses on itself without declaring them: those of the classes that use or extend it.
// Independent of a single language.
import { ABSTRACT } from "../vocabulary/facts.ts";
import { memberOf, supersOf } from "./members.ts";
import { openMemory } from "./memory.ts";
import { keyOf, oneOfFew, type Place, type Reached, UNKNOWN } from "./value.ts";
import { definitionAt, filesMentioning, type World } from "./world.ts";

/** If more files mention a class, its hosts are not searched for. */
const FILES_MAX = 100;
/** Limit for traits used by traits, and abstract classes extended by abstract ones. */
const HOSTS_MAX = 200;

const hosts = openMemory<readonly Place[]>();

/** What `.name` means on a trait or abstract class, by the hosts that have it: each of them may be meant. */
export function memberOfHosts(world: World, { value }: Reached, name: string): Reached {
  const isOwn = value.is === "definition" || (value.is === "instance" && value.own);
  const [place] = isOwn ? value.places : [];
  if (place === undefined || world.rules(place.path)?.asksHosts !== true) {
    return UNKNOWN;
  }
  return oneOfFew(found(world, place, name));
}

/** For each host its own or inherited member, or what its own hosts have. */
function found(world: World, place: Place, name: string): Place[] {
  const meant: Place[] = [];
  const seen = new Map([[keyOf(place), place]]);
  // The map grows while it is iterated over.
  for (const above of seen.values()) {
    for (const host of seen.size < HOSTS_MAX ? hostsOf(world, above) : []) {
      const isNew = !seen.has(keyOf(host));
      const { value } = isNew ? memberOf(world, [host], name) : UNKNOWN;
      if (value.is === "definition") {
        meant.push(...value.places);
      } else if (isNew) {
        seen.set(keyOf(host), host);
      }
    }
  }
  return meant;
}

/** Classes that directly use the trait or extend the abstract class; none for any other class. */
function hostsOf(world: World, place: Place): readonly Place[] {
  const definition = definitionAt(world, place);
  if (definition?.kind !== "class" || (definition.flags & ABSTRACT) === 0) {
    return [];
  }
  return hosts(world, keyOf(place), () =>
    filesMentioning(world, place.path, definition.name, FILES_MAX).flatMap((path) => hostsIn(world, path, place)),
  );
}

const hostsIn = (world: World, path: string, above: Place): Place[] =>
  (world.lookup.facts(path)?.definitions ?? []).flatMap(({ supers }, at) =>
    supers.length > 0 && supersOf(world, { path, at }).some((one) => keyOf(one) === keyOf(above)) ? [{ path, at }] : [],
  );
