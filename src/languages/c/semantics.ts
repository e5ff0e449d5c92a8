// How names of C and C++ lead to definitions.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningReceiver, returningSelf } from "../../linking/calls.ts";
import { meantByArguments } from "../../linking/overload-by-arguments.ts";
import { certaintyOfOverloads } from "../../linking/overloads.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { isCapitalized } from "../contract/written-names.ts";
import { declarations, member, ownMembers, pointedTo, seenName } from "./included.ts";
import { c } from "./modules.ts";
import { chooseByCount } from "./overloads.ts";

/** Methods of smart pointers, of other wrappers, and of what begins and ends an iteration. */
const RETURNING_RECEIVER: ReadonlySet<string> = new Set("get lock release value value_or begin end load".split(" "));

/** Of containers. */
const collections = ofCollection({
  one: "at back find front",
  many: "",
});

export const cSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: c,
  includedNamesConflict: true,

  freeName: [seenName],
  linksByName: true,
  hasTextMacros: true,

  declarations,
  /** A method may be defined outside of its class. */
  isBeside: () => true,

  member,
  ownMembers,

  calls: [returningReceiver(RETURNING_RECEIVER), collections, returningSelf],
  calledType: instanceOfType,
  elementOf: pointedTo,
  isConstructed: isCapitalized,
};

export const cppSemantics: LanguageSemantics = {
  ...cSemantics,
  // A prototype and its definition are two places of one function.
  certaintyOf: certaintyOfOverloads(2),
  meant: meantByArguments(chooseByCount),
  distinguishesOverloads: true,
};
