// How names of C# lead to definitions.

import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { DECLARED_PACKAGES } from "../../linking/declared-packages.ts";
import { memberOfUnknown } from "../../linking/members.ts";
import { byNamedArgument } from "../../linking/named-arguments.ts";
import { atMost, placesOf } from "../../linking/resolution.ts";
import type { LanguageSemantics, MissingMemberLookup } from "../../linking/semantics.ts";
import { isTypeName, withoutTypeMark, withSuffix } from "../../vocabulary/chain.ts";
import { extensionMethod, hasReceiverFirst } from "./extension-methods.ts";
import { csharp } from "./modules.ts";
import { CSHARP_NAMESPACES, certaintyOfNames, inNamespace } from "./namespaces.ts";

/** May be left out where a class is written as an attribute. */
const ATTRIBUTE = "Attribute";

/** Of collections, and of LINQ. */
const collections = ofCollection({
  one: `Dequeue ElementAt ElementAtOrDefault Find FindLast First FirstOrDefault GetValueOrDefault Last LastOrDefault MaxBy
    MinBy Peek Pop Single SingleOrDefault`,
  many: `Append AsEnumerable AsQueryable AsReadOnly AsSpan Concat DefaultIfEmpty Distinct DistinctBy Except FindAll GetRange
    Intersect OrderBy OrderByDescending Prepend Reverse Skip SkipWhile Take TakeWhile ThenBy ThenByDescending ToArray
    ToHashSet ToImmutableArray ToImmutableList ToList Union Where`,
});

/** A dictionary is a collection of its values, and a value that may be missing is as good as there: `entry.Value` is the value of either. */
const entryValue: MissingMemberLookup = (context, { on, name }) => {
  const isValue = name === "Value" && on.value.is === "instance" && !on.value.own;
  // Where all that it extends is known, it has no member of that name itself.
  const isPlain = isValue && memberOfUnknown(context, placesOf(on)).value.is === "unknown";
  return isPlain ? atMost("constrained", on) : null;
};

/** An attribute's class by its whole name; the constant that a pattern names, where it names no type. */
const otherChain: LanguageSemantics["otherChain"] = ({ of, roles }) => {
  if (of !== null && roles.includes("decorate")) {
    return withSuffix(of, ATTRIBUTE);
  }
  return of !== null && isTypeName(of) && roles.every((role) => role === "read") ? withoutTypeMark(of) : null;
};

export const csharpSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  ...DECLARED_PACKAGES,
  modules: csharp,
  packages: CSHARP_NAMESPACES,

  otherChain,

  certaintyOf: certaintyOfNames,
  overriding: { ...BASE_SEMANTICS.overriding, abstractClassesDeclare: true },

  missingMember: [byNamedArgument, inNamespace, entryValue, extensionMethod],
  calls: [collections, returningSelf],
  /** Indexers. */
  keyMethods: ["this"],

  writtenAs: (name) =>
    name.length > ATTRIBUTE.length && name.endsWith(ATTRIBUTE) ? [name, name.slice(0, -ATTRIBUTE.length)] : [name],
  isExtensionMember: hasReceiverFirst,
  inheritsOverloads: true,
  importsWholeNamespaces: true,
};
