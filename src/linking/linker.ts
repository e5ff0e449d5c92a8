// Links names to definitions over the files of a project: from facts alone, at the time of the question. The same facts give
// the same links, whichever file came first; what cannot be proven or narrowed is absent.
import type { Chain, MentionGroup } from "../vocabulary/facts.ts";
import { meantBy } from "./fields-apart.ts";
import { follow } from "./follow.ts";
import type { Lookup } from "./lookup.ts";
import { membersOf, reachedSupers } from "./members.ts";
import { openMemory } from "./memory.ts";
import { implementing, type MethodSet, methodSetOf, ownersOf } from "./method-sets.ts";
import { certaintyOf, partsOf } from "./namespaces.ts";
import { isExtension } from "./open-types.ts";
import { partsSeen } from "./overloads.ts";
import type { LinkRules, RulesOf } from "./rules.ts";
import { atMost, FOREIGN, isKnown, keyOf, type Place, type Reached, UNKNOWN } from "./value.ts";
import { openedAgain, type World } from "./world.ts";

export interface Linker {
  /** What a group's mentions lead to; `foreign` and `unknown` are values of their own. */
  target(path: string, group: MentionGroup): Reached;
  reach(path: string, chain: Chain): Reached;
  /** The same, as all that declares it. */
  declared(path: string, chain: Chain): Reached;
  /** What a class, interface or type declares itself. */
  members(place: Place): readonly Place[];
  /** What it extends, implements or embeds by its own word, each as it is reached. */
  supers(place: Place): readonly Reached[];
  /** All definitions of the same thing. */
  parts(place: Place): readonly Place[];
  /** Null in languages where a type says what it implements. */
  methodSet(place: Place): MethodSet | null;
  /** How surely the first implements the second by its methods; null where it does not. */
  implements(place: Place, asked: Place): Reached["certainty"] | null;
  /** Types that declare a method of this name, of the language of `from`. */
  owners(from: Place, name: string): readonly Place[];
}

/** A chain that leads to a chain, and so on: no further than this. */
const DEPTH_MAX = 40;
/** Chains that one question follows; beyond it the code is a tangle made to be one. */
const STEPS_MAX = 20_000;

/** Time was up while a chain was followed. The linker is of no use after it. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** What the work gives; null where time was up first. */
export function inTime<Value>(work: () => Value): { readonly value: Value } | null {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof OutOfTime) {
      return null;
    }
    throw error;
  }
}

/**
 * Remembers what it has reached as long as the lookup's files stay as they are. Throws OutOfTime as soon as `isOver` says so: what
 * was found by then could be what is meant, or what is meant where nothing else is.
 */
export function openLinker(lookup: Lookup, rulesOf: RulesOf, isOver: () => boolean = () => false): Linker {
  const remembered = new Map<string, Map<Chain, Reached>>();
  const languages = new Map<string, LinkRules | undefined>();
  /** Chains whose answer is being looked for: who comes to one again goes round in a circle. */
  const underWay = new Set<string>();
  let cut = 0;
  let taken = 0;

  const world: World = {
    lookup,
    rules(path) {
      if (!languages.has(path)) {
        const language = lookup.language(path);
        languages.set(path, language === null ? undefined : rulesOf(language));
      }
      return languages.get(path);
    },
    reach(path, chain) {
      const ofFile = remembered.get(path) ?? new Map<Chain, Reached>();
      remembered.set(path, ofFile);
      const known = ofFile.get(chain);
      if (known !== undefined) {
        return known;
      }
      if (isOver()) {
        throw new OutOfTime("time was up while a name was followed");
      }
      const key = `${path} ${chain}`;
      if (underWay.has(key) || underWay.size >= DEPTH_MAX || (underWay.size > 0 && taken >= STEPS_MAX)) {
        cut += 1;
        return UNKNOWN;
      }
      taken = underWay.size === 0 ? 0 : taken + 1;
      const before = cut;
      underWay.add(key);
      const reached = follow(world, path, chain);
      underWay.delete(key);
      // What was found while something on the way had to be left unknown holds for that question alone.
      if (cut === before || underWay.size === 0) {
        ofFile.set(chain, reached);
      }
      return reached;
    },
    leaveOpen() {
      cut += 1;
    },
    leftOpen: () => cut,
  };
  const declarations = openMemory<Reached>();
  const declared = (path: string, chain: Chain): Reached =>
    declarations(world, `${path} ${chain}`, () => declaredFrom(world, path, world.reach(path, chain)));

  return {
    reach: world.reach,
    declared,
    members: (place) => membersOf(world, place),
    supers: (place) => reachedSupers(world, place),
    parts: (place) => allOf(world, [place]),
    methodSet: (place) => (world.rules(place.path)?.methodSets === undefined ? null : methodSetOf(world, place)),
    implements(place, asked) {
      const { methodSets } = world.rules(asked.path) ?? {};
      const isOfOne = methodSets !== undefined && methodSets === world.rules(place.path)?.methodSets;
      return isOfOne ? implementing(methodSetOf(world, place), methodSetOf(world, asked), methodSets) : null;
    },
    owners: (from, name) => ownersOf(world, from, name),
    target(path, group) {
      const { of, roles } = group;
      const plain = of === null ? UNKNOWN : meantBy(world, path, group, declared(path, of));
      const ending = of === null || isKnown(plain) ? undefined : world.rules(path)?.decoratorEnding;
      return ending === undefined || !roles.includes("decorate") ? plain : declared(path, withEnding(of ?? "", ending));
    },
  };
}

/** One declaration found is all of them: overloads, merged and conditional ones. */
function declaredFrom(world: World, path: string, reached: Reached): Reached {
  const { value } = reached;
  if (value.is !== "definition") {
    return reached;
  }
  const places = allOf(world, partsSeen(world, path, value.places));
  const declaring = places.filter((place) => !isExtension(world, place));
  // What only adds to a type does not declare it.
  return declaring.length === 0 && places.length > 0
    ? FOREIGN
    : atMost(certaintyOf(world, declaring), { ...reached, value: { ...value, places: declaring } });
}

const withEnding = (chain: Chain, ending: string): Chain =>
  chain.endsWith("'") ? `${chain.slice(0, -1)}${ending}'` : chain + ending;

/** What one of them has brought is not asked again: of thousands of overloads each would bring all. */
function allOf(world: World, places: readonly Place[]): readonly Place[] {
  const found = new Map<string, Place>();
  for (const place of places) {
    const opened = found.has(keyOf(place)) ? [] : openedAgain(world, place);
    for (const one of opened) {
      const parts = found.has(keyOf(one)) ? [] : partsOf(world, one);
      for (const part of parts) {
        found.set(keyOf(part), part);
      }
    }
  }
  return [...found.values()];
}
