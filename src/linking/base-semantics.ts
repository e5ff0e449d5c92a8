// What most languages have in common: the semantics of a language with modules, classes and `new`, from which each language differs
// in its own fields. Also those of files whose language is not linked.

import { returningSelf } from "./calls.ts";
import { inOneNamespace } from "./children.ts";
import { inheritedMember, membersOfType, nearestFirst } from "./members.ts";
import { exported, importedFromModule, inFirstFile } from "./module-members.ts";
import { inFile, memberOrFree } from "./names.ts";
import { declarationsOf, declaredInScope } from "./parts.ts";
import { keyOf, type Place, UNKNOWN } from "./resolution.ts";
import type { LanguageSemantics } from "./semantics.ts";
import { instanceOfSupers } from "./supertypes.ts";

const NONE: readonly Place[] = [];

export const BASE_SEMANTICS: LanguageSemantics = {
  modules: { resolve: () => [], stems: () => [] },
  packages: null,
  methodSets: null,

  freeName: [inFile],
  nameInClass: memberOrFree,
  imported: importedFromModule,
  moduleMember: inFirstFile(exported),
  superInstance: instanceOfSupers,
  otherChain: () => null,

  functionMark: "",
  childrenNamed: inOneNamespace,
  visibleElsewhere: (_definitions, all) => all,
  declarations: declaredInScope,
  openings: declarationsOf,
  classKey: (_context, place) => keyOf(place),
  extensions: () => NONE,
  seenDeclarations: (_context, _path, places) => places,
  certaintyOf: () => "exact",
  hasAlternatives: () => false,
  meant: (_context, _path, _group, declared) => declared,
  distinguishesOverloads: false,
  inheritsOverloads: false,
  isOneKind: () => true,
  isBeside: (one, other) => one.parent === other.parent || one.nameLine === other.nameLine,

  member: (context, places, name) => inheritedMember(context, places, name),
  ancestors: nearestFirst,
  ownMembers: membersOfType,
  membersInOtherFiles: { named: () => [], all: () => [] },
  missingMember: [],
  classAttribute: null,

  calls: [returningSelf],
  calledType: () => null,
  callable: (_context, places) => places,
  resultsOf: "first declaration",
  instanceOfVariable: () => null,
  elementOf: () => UNKNOWN,
  callMethod: null,
  iterationMethods: [],
  keyMethods: [],

  writtenAs: (name) => [name],
  bareNamesAreMembers: false,
  isConstructed: () => false,
  isExtensionMember: () => false,
  lambdasHaveReceivers: false,
  hasBuildVariants: false,
  overriding: { areMarked: false, fewerParametersFit: false, interfacesHaveBodies: true },
};
