// Links names to definitions over the files of a project, from facts alone and at query time. The same facts give the same
// links in any order of files. A link that can be neither proven nor narrowed is left out.
import { type Chain, withSuffix } from "../vocabulary/chain.ts";
import type { ConversionFact, MentionGroup } from "../vocabulary/facts.ts";
import { calledOverload } from "./called-overload.ts";
import { type LinkContext, openedAgain } from "./context.ts";
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
import { membersOf, resolvedSupers } from "./members.ts";
import { openMemo } from "./memo.ts";
import { implementing, type MethodSet, methodSetOf, ownersOf } from "./method-sets.ts";
import { certaintyOf, partsOf } from "./namespaces.ts";
import { isExtension } from "./open-types.ts";
import { partsSeen } from "./overloads.ts";
import {
  atMost,
  EXTERNAL,
  isKnown,
  keyOf,
  type Place,
  type Resolution,
  type TypeArguments,
  UNKNOWN,
  withTypeArguments,
} from "./resolution.ts";
import type { LinkRules, RulesOf } from "./rules.ts";

export interface Linker {
  /** The definition that a group's mentions refer to; `foreign` and `unknown` are possible values. */
  target(path: string, group: MentionGroup): Resolution;
  resolve(path: string, chain: Chain): Resolution;
  /** The same for a chain, with all its declarations. */
  declared(path: string, chain: Chain): Resolution;
  /** The members that a class, interface or type declares itself. */
  members(place: Place): readonly Place[];
  /** What it explicitly extends, implements or embeds, each resolved. */
  supers(place: Place): readonly Resolution[];
  /** All definitions of the same symbol. */
  parts(place: Place): readonly Place[];
  /** Null in languages where a type names the interfaces that it implements. */
  methodSet(place: Place): MethodSet | null;
  /** How certain it is that `place` implements `asked` by having its methods; null if it does not. */
  implements(place: Place, asked: Place): Resolution["certainty"] | null;
  /** The types of a value and the interfaces that it becomes; null where either is not known. */
  converted(path: string, conversion: ConversionFact): Converted | null;
  /** Types of a value that is given to a library of whose interfaces nothing is known; none where it is not. */
  givenToLibrary(path: string, conversion: ConversionFact): readonly Place[];
  /** How surely a value of the type can become that; null where it cannot. */
  fits(type: Place, expected: Expected): Resolution["certainty"] | null;
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
class OutOfTime extends Error {
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
  const contexts = new WeakMap<TypeArguments, LinkContext>();
  /** Chains that are being resolved now; meeting one of them again means a cycle. */
  const underWay = new Set<string>();
  let cut = 0;
  let taken = 0;
  let opened = 0;

  const openContext = (typeArguments: TypeArguments | null): LinkContext => {
    const remembered = new Map<string, Map<Chain, Resolution>>();
    opened += 1;
    const number = opened;
    const context: LinkContext = {
      lookup,
      typeArguments,
      withArguments(more) {
        const inner = contexts.get(more) ?? openContext(more);
        contexts.set(more, inner);
        return inner;
      },
      semantics(path) {
        if (!languages.has(path)) {
          const language = lookup.language(path);
          languages.set(path, language === null ? undefined : rulesOf(language));
        }
        return languages.get(path);
      },
      resolve(path, chain) {
        const ofFile = remembered.get(path) ?? new Map<Chain, Resolution>();
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
        const resolution = withTypeArguments(follow(context, path, chain), typeArguments ?? undefined);
        underWay.delete(key);
        // A result for which something had to be left unknown is valid for this question only.
        if (cut === before || underWay.size === 0) {
          ofFile.set(chain, resolution);
        }
        return resolution;
      },
      markIncomplete() {
        cut += 1;
      },
      incompleteCount: () => cut,
    };
    return context;
  };
  const context = openContext(null);
  const declarations = openMemo<Resolution>();
  const declared = (path: string, chain: Chain): Resolution =>
    declarations(context, `${path} ${chain}`, () => declaredFrom(context, path, context.resolve(path, chain)));

  return {
    resolve: context.resolve,
    declared,
    members: (place) => membersOf(context, place),
    supers: (place) => resolvedSupers(context, place),
    parts: (place) => allOf(context, [place]),
    methodSet: (place) =>
      context.semantics(place.path)?.methodSets === undefined ? null : methodSetOf(context, place),
    implements(place, asked) {
      const { methodSets } = context.semantics(asked.path) ?? {};
      const isOfOne = methodSets !== undefined && methodSets === context.semantics(place.path)?.methodSets;
      return isOfOne ? implementing(methodSetOf(context, place), methodSetOf(context, asked), methodSets) : null;
    },
    converted: (path, conversion) => convertedAt(context, path, conversion),
    givenToLibrary: (path, conversion) => givenToLibrary(context, path, conversion),
    fits: (type, expected) => fits(context, type, expected),
    isLibraryMethod: (from, name) => context.semantics(from.path)?.methodSets?.isLibraryMethod(name) === true,
    typesWithin: (path, chain) => typesWithin(heldAt(context, path, chain).value),
    owners: (from, name) => ownersOf(context, from, name),
    target(path, group) {
      const { of, roles } = group;
      const plain = of === null ? UNKNOWN : linkOf(context, path, of, group, declared);
      const ending = of === null || isKnown(plain) ? undefined : context.semantics(path)?.decoratorEnding;
      return ending === undefined || !roles.includes("decorate") ? plain : declared(path, withSuffix(of ?? "", ending));
    },
  };
}

/** What the chain of a group leads to, and of several overloads or a field and a method of one name, the one that the group means. */
function linkOf(
  context: LinkContext,
  path: string,
  of: Chain,
  group: MentionGroup,
  declared: Linker["declared"],
): Resolution {
  const resolution = meantBy(context, path, group, declared(path, of));
  return group.given === null
    ? resolution
    : calledOverload(context, path, group, context.resolve(path, of), resolution);
}

/** From one declaration to all of them: overloads, merged and conditional declarations. */
function declaredFrom(context: LinkContext, path: string, resolution: Resolution): Resolution {
  const { value } = resolution;
  if (value.is !== "definition") {
    return resolution;
  }
  const places = allOf(context, partsSeen(context, path, value.places));
  const declaring = places.filter((place) => !isExtension(context, place));
  // An extension of a type is not one of its declarations.
  return declaring.length === 0 && places.length > 0
    ? EXTERNAL
    : atMost(certaintyOf(context, declaring), { ...resolution, value: { ...value, places: declaring } });
}

/**
 * A place that another one has already brought in is not expanded again: each of thousands of overloads would bring in all of
 * them.
 */
function allOf(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const found = new Map<string, Place>();
  for (const place of places) {
    const opened = found.has(keyOf(place)) ? [] : openedAgain(context, place);
    for (const one of opened) {
      const parts = found.has(keyOf(one)) ? [] : partsOf(context, one);
      for (const part of parts) {
        found.set(keyOf(part), part);
      }
    }
  }
  return [...found.values()];
}
