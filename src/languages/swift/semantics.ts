// How names of Swift lead to definitions: all files of a target see each other, and any file that sees a type may extend it.

import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { needsNoInstance, separateFunctionNames, withoutPrivate } from "../../linking/children.ts";
import { hasFlag } from "../../linking/context.ts";
import { inheritedMember, membersOfType } from "../../linking/members.ts";
import { inFiles } from "../../linking/names.ts";
import { certaintyOfOverloads } from "../../linking/overloads.ts";
import { isOnlyExtended } from "../../linking/parts.ts";
import { definitionOf, isKnown, orNull, placesOf, UNKNOWN } from "../../linking/resolution.ts";
import type { LanguageSemantics, NameLookup } from "../../linking/semantics.ts";
import { SEPARATE_FUNCTIONS } from "../../linking/separate-functions.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { FUNCTION_MARK, isFunctionName, MACRO_MARK, unmarked } from "../../vocabulary/chain.ts";
import { MACRO } from "../../vocabulary/facts.ts";
import { isCapitalized } from "../contract/written-names.ts";
import { extensionsOf } from "./extensions.ts";
import { sees, swift } from "./modules.ts";
import { seenDeclarations } from "./visible-overloads.ts";

const inVisibleFiles: NameLookup = inFiles(({ lookup }, path, name) =>
  lookup.defining(unmarked(name)).filter((other) => other !== path && sees(path, other, lookup)),
);

/** `#stringify`. */
const macroNamed: NameLookup = (context, path, name) => {
  if (!name.endsWith(MACRO_MARK)) {
    return null;
  }
  const found = inVisibleFiles(context, path, name.slice(0, -1) + FUNCTION_MARK);
  return orNull(definitionOf(placesOf(found ?? UNKNOWN).filter((place) => hasFlag(context, place, MACRO))));
};

/** A function may be named without being called. */
const functionByName: NameLookup = (context, path, name) =>
  isFunctionName(name) ? null : inVisibleFiles(context, path, name + FUNCTION_MARK);

/** Of collections and sequences. */
const collections = ofCollection({
  one: "first last max min next random removeFirst removeLast",
  many: "filter intersection reversed shuffled sorted union",
});

export const swiftSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  overriding: { ...BASE_SEMANTICS.overriding, typesAreInferred: true },
  ...SEPARATE_FUNCTIONS,
  modules: swift,

  freeName: [macroNamed, inVisibleFiles, functionByName],

  childrenNamed: separateFunctionNames({ orOther: true, admits: needsNoInstance }),
  visibleElsewhere: withoutPrivate,
  extensions: extensionsOf,
  seenDeclarations,
  certaintyOf: certaintyOfOverloads(1),

  /** A method may be named without being called. */
  member(context, places, name) {
    const found = inheritedMember(context, places, name);
    const method =
      isKnown(found) || isFunctionName(name) ? found : inheritedMember(context, places, name + FUNCTION_MARK);
    return isKnown(method) ? method : found;
  },
  /** A library's type has its own initialisers, beside those that a project adds. */
  ownMembers: (context, place, name) =>
    unmarked(name) === "init" && isOnlyExtended(context, place) ? [] : membersOfType(context, place, name),

  calls: [collections, returningSelf],
  inheritsOverloads: true,
  calledType: instanceOfType,
  resultsOf: "first declaration",
  keyMethods: ["subscript"],
  isConstructed: isCapitalized,
};
