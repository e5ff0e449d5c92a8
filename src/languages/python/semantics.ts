// How names of Python lead to definitions.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningReceiver, returningSelf } from "../../linking/calls.ts";
import { depthFirst } from "../../linking/members.ts";
import { definedOrImported, inFirstFile, inStarImports } from "../../linking/module-members.ts";
import { inFilesOfPackage } from "../../linking/names.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { isCapitalized } from "../contract/written-names.ts";
import { python } from "./modules.ts";

/** What a `with` statement calls. */
const ENTERING: ReadonlySet<string> = new Set(["__enter__", "__aenter__"]);

/** Of lists, dictionaries, sets and queues. */
const collections = ofCollection({
  one: "get max min next pop popleft setdefault",
  many: "copy difference intersection union values",
});

export const pythonSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: python,
  freeName: [inFilesOfPackage, inStarImports],
  moduleMember: inFirstFile(definedOrImported),
  ancestors: depthFirst,
  needsImports: true,
  importsAreMembers: true,
  overriding: { ...BASE_SEMANTICS.overriding, classesMayBeIncomplete: true },
  classAttribute: "__class__",
  calls: [returningReceiver(ENTERING), collections, returningSelf],
  calledType: instanceOfType,
  callMethod: "__call__",
  iterationMethods: ["__iter__", "__aiter__"],
  keyMethods: ["__getitem__"],
  isConstructed: isCapitalized,
};
