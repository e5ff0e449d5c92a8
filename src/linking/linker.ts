// Links names to definitions over the files of a project, from facts alone and at query time. The same facts give the same
// links in any order of files. A link that can be neither proven nor narrowed is left out.
import type { Chain, ConversionFact, MentionGroup } from "../vocabulary/facts.ts";
import { calledOverload } from "./called-overload.ts";
import {
  type Converted,
  convertedAt,
  type Expected,
  fits,
  givenToLibrary,
  heldAt,
  typesWithin,
} from "./conversions.ts";
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
import { atMost, FOREIGN, type Given, isKnown, keyOf, type Place, type Reached, UNKNOWN, withGiven } from "./value.ts";
import { openedAgain, type World } from "./world.ts";

export interface Linker {
  /** The definition that a group's mentions refer to; `foreign` and `unknown` are possible values. */
  target(path: string, group: MentionGroup): Reached;
  reach(path: string, chain: Chain): Reached;
  /** The same for a chain, with all its declarations. */
  declared(path: string, chain: Chain): Reached;
  /** The members that a class, interface or type declares itself. */
  members(place: Place): readonly Place[];
  /** What it explicitly extends, implements or embeds, each resolved. */
  supers(place: Place): readonly Reached[];
  /** All definitions of the same symbol. */
  parts(place: Place): readonly Place[];
  /** Null in languages where a type names the interfaces that it implements. */
  methodSet(place: Place): MethodSet | null;
  /** How certain it is that `place` implements `asked` by having its methods; null if it does not. */
  implements(place: Place, asked: Place): Reached["certainty"] | null;
  /** The types of a value and the interfaces that it becomes; null where either is not known. */
  converted(path: string, conversion: ConversionFact): Converted | null;
  /** Types of a value that is given to a library of whose interfaces nothing is known; none where it is not. */
  givenToLibrary(path: string, conversion: ConversionFact): readonly Place[];
  /** How surely a value of the type can become that; null where it cannot. */
  fits(type: Place, expected: Expected): Reached["certainty"] | null;
  /** Whether a library of this language has an interface with a method of this name. */
  isLibraryMethod(from: Place, name: string): boolean;
  /** Types of what a chain leads to as a value, of lists of it and of what it may be among others. */
  typesWithin(path: string, chain: Chain): readonly Place[];
  /** Types in the language of `from` that declare a method of this name. */
  owners(from: Place, name: string): readonly Place[];
}

/** Limit on the nesting of chains that lead to other chains. */
const DEPTH_MAX = 40;
/** Limit on the chains resolved for one question; only code made to be a tangle needs more. */
const STEPS_MAX = 20_000;

/** The time limit was reached while a chain was being resolved. The linker must not be used afterwards. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** The result of the work; null if the time limit was reached first. */
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
 * Caches what it has resolved as long as the lookup's files stay the same. Throws OutOfTime as soon as `isOver` answers true,
 * since a partial result could be wrong.
 */
export function openLinker(lookup: Lookup, rulesOf: RulesOf, isOver: () => boolean = () => false): Linker {
  const languages = new Map<string, LinkRules | undefined>();
  const worlds = new WeakMap<Given, World>();
  /** Chains that are being resolved now; meeting one of them again means a cycle. */
  const underWay = new Set<string>();
  let cut = 0;
  let taken = 0;
  let opened = 0;

  const openWorld = (given: Given | null): World => {
    const remembered = new Map<string, Map<Chain, Reached>>();
    opened += 1;
    const number = opened;
    const world: World = {
      lookup,
      given,
      inside(more) {
        const inner = worlds.get(more) ?? openWorld(more);
        worlds.set(more, inner);
        return inner;
      },
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
          throw new OutOfTime("out of time while resolving a name");
        }
        const key = `${number} ${path} ${chain}`;
        if (underWay.has(key) || underWay.size >= DEPTH_MAX || (underWay.size > 0 && taken >= STEPS_MAX)) {
          cut += 1;
          return UNKNOWN;
        }
        taken = underWay.size === 0 ? 0 : taken + 1;
        const before = cut;
        underWay.add(key);
        const reached = withGiven(follow(world, path, chain), given ?? undefined);
        underWay.delete(key);
        // A result for which something had to be left unknown is valid for this question only.
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
    return world;
  };
  const world = openWorld(null);
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
    converted: (path, conversion) => convertedAt(world, path, conversion),
    givenToLibrary: (path, conversion) => givenToLibrary(world, path, conversion),
    fits: (type, expected) => fits(world, type, expected),
    isLibraryMethod: (from, name) => world.rules(from.path)?.methodSets?.isLibraryMethod(name) === true,
    typesWithin: (path, chain) => typesWithin(heldAt(world, path, chain).value),
    owners: (from, name) => ownersOf(world, from, name),
    target(path, group) {
      const { of, roles } = group;
      const plain = of === null ? UNKNOWN : linkOf(world, path, of, group, declared);
      const ending = of === null || isKnown(plain) ? undefined : world.rules(path)?.decoratorEnding;
      return ending === undefined || !roles.includes("decorate") ? plain : declared(path, withEnding(of ?? "", ending));
    },
  };
}

/** What the chain of a group leads to, and of several overloads or a field and a method of one name, the one that the group means. */
function linkOf(world: World, path: string, of: Chain, group: MentionGroup, declared: Linker["declared"]): Reached {
  const reached = meantBy(world, path, group, declared(path, of));
  return group.given === null ? reached : calledOverload(world, path, group, world.reach(path, of), reached);
}

/** From one declaration to all of them: overloads, merged and conditional declarations. */
function declaredFrom(world: World, path: string, reached: Reached): Reached {
  const { value } = reached;
  if (value.is !== "definition") {
    return reached;
  }
  const places = allOf(world, partsSeen(world, path, value.places));
  const declaring = places.filter((place) => !isExtension(world, place));
  // An extension of a type is not one of its declarations.
  return declaring.length === 0 && places.length > 0
    ? FOREIGN
    : atMost(certaintyOf(world, declaring), { ...reached, value: { ...value, places: declaring } });
}

const withEnding = (chain: Chain, ending: string): Chain =>
  chain.endsWith("'") ? `${chain.slice(0, -1)}${ending}'` : chain + ending;

/**
 * A place that another one has already brought in is not expanded again: each of thousands of overloads would bring in all of
 * them.
 */
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
