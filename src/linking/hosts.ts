// Members that a trait or an abstract class asks of itself and does not declare: those of the classes that use or extend it.
// Knows no single language.
import { ABSTRACT } from "../vocabulary/facts.ts";
import { memberOf, supersOf } from "./members.ts";
import { keyOf, type Place, type Reached, UNKNOWN } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** Files that mention a class: where more do, its hosts are not sought. */
const FILES_MAX = 100;
/** A name that more hosts define, each for itself, says too little. */
const MEANT_MAX = 8;
/** Traits used by traits, abstract classes extended by abstract ones. */
const HOSTS_MAX = 200;

const known = new WeakMap<World, Map<string, readonly Place[]>>();

/** What `.name` is on what was reached, by the classes that have both: any of them may be meant. */
export function memberOfHosts(world: World, { value }: Reached, name: string): Reached {
  const isOwn = value.is === "definition" || (value.is === "instance" && value.own);
  const [place] = isOwn ? value.places : [];
  if (place === undefined || world.rules(place.path)?.asksHosts !== true) {
    return UNKNOWN;
  }
  const meant = new Map(found(world, place, name).map((one) => [keyOf(one), one]));
  return meant.size === 0 || meant.size > MEANT_MAX
    ? UNKNOWN
    : { value: { is: "definition", places: [...meant.values()] }, certainty: "constrained" };
}

/** Of each host its own or inherited member, or what its hosts have. */
function found(world: World, place: Place, name: string): Place[] {
  const meant: Place[] = [];
  const seen = new Map([[keyOf(place), place]]);
  // A map that grows while it is walked.
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

/** Classes that use the trait, or extend the abstract class, themselves; of any other class none. */
function hostsOf(world: World, place: Place): readonly Place[] {
  const definition = definitionAt(world, place);
  if (definition?.kind !== "class" || (definition.flags & ABSTRACT) === 0) {
    return [];
  }
  const ofWorld = known.get(world) ?? new Map<string, readonly Place[]>();
  known.set(world, ofWorld);
  const before = ofWorld.get(keyOf(place));
  if (before !== undefined) {
    return before;
  }
  const rules = world.rules(place.path);
  const files = (world.lookup.mentioning?.(definition.name) ?? []).filter((path) => world.rules(path) === rules);
  const left = world.leftOpen();
  const hosts = files.length > FILES_MAX ? [] : files.flatMap((path) => hostsIn(world, path, place));
  // What was found while something was left open holds for one question.
  if (world.leftOpen() === left) {
    ofWorld.set(keyOf(place), hosts);
  }
  return hosts;
}

const hostsIn = (world: World, path: string, above: Place): Place[] =>
  (world.lookup.facts(path)?.definitions ?? []).flatMap(({ supers }, at) =>
    supers.length > 0 && supersOf(world, { path, at }).some((one) => keyOf(one) === keyOf(above)) ? [{ path, at }] : [],
  );
