// Links names to definitions over the files of a project, from facts alone and at query time. The same facts give the same
// links in any order of files. A link that can be neither proven nor narrowed is left out.
import type { Steps } from "../system/slices.ts";
import type { Chain } from "../vocabulary/chain.ts";
import type { ConversionFact, ReferenceGroup } from "../vocabulary/facts.ts";
import { openMemo } from "./context.ts";
import {
  type Converted,
  convertedAt,
  type Expected,
  fits,
  passedToLibrary,
  typesWithin,
  valueAt,
} from "./conversions.ts";
import { openByState } from "./derived.ts";
import { namesOwnMember } from "./generics.ts";
import type { Lookup } from "./lookup.ts";
import { membersOf } from "./members.ts";
import { implementing, type MethodSet, methodSetOf, ownersOf } from "./method-sets.ts";
import { type Links, OutOfTime, openLinks, type Question } from "./open-context.ts";
import { allDeclarations, isExtension } from "./parts.ts";
import { atMost, EXTERNAL, isKnown, type Place, type Resolution, UNKNOWN } from "./resolution.ts";
import type { LinkContext, SemanticsOf } from "./semantics.ts";
import { resolvedSupers } from "./supertypes.ts";

// The links that questions about one state of a project share: what one has resolved, the next need not resolve again.

/** Links of more resolved chains are dropped; 108,000 of vuejs/core take 25 MB. */
const RESOLVED_MAX = 200_000;
const byState = openByState<{ readonly semanticsOf: SemanticsOf; readonly links: Links }>();

/** Those of the state that the question's lookup is of; its own if it is of none. */
const linksFor = (question: Question, semanticsOf: SemanticsOf): Links =>
  byState(
    question.lookup.state,
    () => ({ semanticsOf, links: openLinks(semanticsOf, question) }),
    (known) => known.semanticsOf === semanticsOf && canGoOn(known.links),
  ).links;

const canGoOn = (links: Links): boolean => !links.broken() && links.resolved() <= RESOLVED_MAX;

export interface Linker {
  /** The definition that a group of references means; `external` and `unknown` are possible values. */
  target(path: string, group: ReferenceGroup): Resolution;
  /** Whether references of the group name members of what a type parameter stands for, which only has to fit what that extends. */
  namesOwnMember(path: string, group: ReferenceGroup): boolean;
  resolve(path: string, chain: Chain): Resolution;
  /** The same for a chain, with all its declarations. */
  declared(path: string, chain: Chain): Resolution;
  /** The members that a class, interface or type declares itself. */
  members(place: Place): readonly Place[];
  /** What it explicitly extends, implements or embeds, each resolved. */
  supers(place: Place): readonly Resolution[];
  /** All definitions of the same symbol. */
  parts(place: Place): readonly Place[];
  /** Whether types of its language implement interfaces by their methods alone. Takes no time. */
  comparesMethods(place: Place): boolean;
  /** Null in languages where a type names the interfaces that it implements. */
  methodSet(place: Place): MethodSet | null;
  /** How certain it is that `place` implements `asked` by having its methods; null if it does not. */
  implements(place: Place, asked: Place): Resolution["certainty"] | null;
  /** The types of a value and the interfaces that it becomes; null where either is not known. */
  converted(path: string, conversion: ConversionFact): Converted | null;
  /** Types of a value that is passed to a library whose interfaces are unknown; otherwise empty. */
  passedToLibrary(path: string, conversion: ConversionFact): readonly Place[];
  /** How certain it is that a value of the type has the expected methods; null if it lacks one. */
  fits(type: Place, expected: Expected): Resolution["certainty"] | null;
  /** Whether a library of this language has an interface with a method of this name. */
  isLibraryMethod(from: Place, name: string): boolean;
  /** Types of the value that a chain leads to, of the elements of a collection, and of the parts of a union. */
  typesWithin(path: string, chain: Chain): readonly Place[];
  /** Types in the language of `from` that declare a method of this name. */
  owners(from: Place, name: string): readonly Place[];
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

/** The same for work in steps, with `late` as the result. */
export function* stepsInTime<Value>(steps: Steps<Value>, late: () => Value): Steps<Value> {
  for (;;) {
    const step = inTime(() => steps.next());
    if (step === null) {
      return late();
    }
    if (step.value.done === true) {
      return step.value.value;
    }
    yield;
  }
}

const declarations = openMemo<Resolution>();

const declared = (context: LinkContext, path: string, chain: Chain): Resolution =>
  declarations(context, `${path} ${chain}`, () => declaredFrom(context, path, context.resolve(path, chain)));

function target(context: LinkContext, path: string, group: ReferenceGroup): Resolution {
  const { of } = group;
  const { meant, otherChain } = context.semantics(path);
  const found = of === null ? UNKNOWN : meant(context, path, group, declared(context, path, of));
  const other = of === null || isKnown(found) ? null : otherChain(group);
  return other === null ? found : declared(context, path, other);
}

/**
 * The linker of one question. Throws OutOfTime as soon as `isOver` answers true, since a partial result could be wrong; it must
 * not be used afterwards. What it resolves is kept for questions about the same state of the project.
 */
export function openLinker(lookup: Lookup, semanticsOf: SemanticsOf, isOver: () => boolean = () => false): Linker {
  const question: Question = { lookup, isOver };
  const links = linksFor(question, semanticsOf);
  const asking =
    <Given extends readonly unknown[], Value>(answer: (context: LinkContext, ...given: Given) => Value) =>
    (...given: Given): Value =>
      links.during(question, (context) => answer(context, ...given));
  return {
    target: asking(target),
    namesOwnMember: asking(
      (context, path: string, { of }: ReferenceGroup) => of !== null && namesOwnMember(context, path, of),
    ),
    resolve: asking((context, path: string, chain: Chain) => context.resolve(path, chain)),
    declared: asking(declared),
    members: asking(membersOf),
    supers: asking(resolvedSupers),
    parts: asking((context, place: Place) => allDeclarations(context, [place])),
    comparesMethods: asking((context, place: Place) => context.semantics(place.path).methodSets !== null),
    methodSet: asking((context, place: Place) =>
      context.semantics(place.path).methodSets === null ? null : methodSetOf(context, place),
    ),
    implements: asking((context, place: Place, asked: Place) => {
      const { methodSets } = context.semantics(asked.path);
      return methodSets !== null && methodSets === context.semantics(place.path).methodSets
        ? implementing(methodSetOf(context, place), methodSetOf(context, asked), methodSets)
        : null;
    }),
    converted: asking(convertedAt),
    passedToLibrary: asking(passedToLibrary),
    fits: asking(fits),
    isLibraryMethod: asking(
      (context, from: Place, name: string) => context.semantics(from.path).methodSets?.isLibraryMethod(name) === true,
    ),
    typesWithin: asking((context, path: string, chain: Chain) => typesWithin(valueAt(context, path, chain).value)),
    owners: asking(ownersOf),
  };
}

/** From one declaration to all of them: overloads, merged and conditional declarations. */
function declaredFrom(context: LinkContext, path: string, resolution: Resolution): Resolution {
  const { value } = resolution;
  if (value.is !== "definition" || value.places.length === 0) {
    return resolution;
  }
  const places = allDeclarations(context, context.semantics(path).seenDeclarations(context, path, value.places));
  // An extension of a type is not one of its declarations.
  const declaring = places.filter((place) => !isExtension(context, place));
  const certainty = context.semantics(declaring[0]?.path ?? "").certaintyOf(context, declaring);
  return declaring.length === 0 && places.length > 0
    ? EXTERNAL
    : atMost(certainty, { ...resolution, value: { ...value, places: declaring } });
}
