// What the languages of the Java virtual machine have in common: names are found by the packages that files declare.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { DECLARED_PACKAGES } from "../../linking/declared-packages.ts";
import { certaintyOfOverloads } from "../../linking/overloads.ts";
import { atMost } from "../../linking/resolution.ts";
import type { CallLookup, LanguageSemantics } from "../../linking/semantics.ts";
import { valueOfVariable } from "../../linking/supertypes.ts";
import { unmarked } from "../../vocabulary/chain.ts";
import { java } from "./modules.ts";

/** Of collections, iterators, streams and sequences. */
const collections = ofCollection({
  one: `computeIfAbsent element elementAt find findLast first firstOrNull get getFirst getLast getOrDefault getOrNull getValue
    last lastOrNull max min next orElse orElseGet orElseThrow peek peekFirst peekLast poll pollFirst pollLast pop previous
    random removeFirst removeLast single singleOrNull`,
  many: `asIterable asReversed asSequence concat descendingIterator distinct distinctBy drop dropLast dropWhile filter
    filterNot filterNotNull findAny findFirst iterator limit listIterator minus onEach orEmpty parallelStream plus reverse
    reversed shuffled skip slice sorted sortedBy sortedByDescending sortedWith stream subList take takeLast takeWhile
    toList toMutableList toMutableSet toSet union values`,
  flattening: "flatten",
});

/** The entries of a map, each of which is as a collection of its one value. */
const entries: CallLookup = (context, { receiver, name }) => {
  const { value, certainty } = valueOfVariable(context, receiver);
  return unmarked(name) === "entrySet" && value.is === "collection"
    ? atMost("constrained", { value: { is: "collection", of: value }, certainty })
    : null;
};

export const JVM: LanguageSemantics = {
  ...BASE_SEMANTICS,
  ...DECLARED_PACKAGES,
  modules: java,
  certaintyOf: certaintyOfOverloads(1),
  calls: [entries, collections, returningSelf],
  overriding: { areMarked: true, fewerParametersFit: false, interfacesHaveBodies: true },
};
