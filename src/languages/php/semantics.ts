// How names of PHP lead to definitions.

import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { definitionAt } from "../../linking/context.ts";
import { DECLARED_PACKAGES } from "../../linking/declared-packages.ts";
import { depthFirst } from "../../linking/members.ts";
import { inFile } from "../../linking/names.ts";
import { inVisiblePackages } from "../../linking/packages.ts";
import { placesOf } from "../../linking/resolution.ts";
import type { CallLookup, LanguageSemantics } from "../../linking/semantics.ts";
import { SEPARATE_FUNCTIONS } from "../../linking/separate-functions.ts";
import { instanceStep } from "../../linking/steps.ts";
import { unmarked } from "../../vocabulary/chain.ts";
import { memberOfHosts } from "./hosts.ts";
import { php } from "./modules.ts";
import { absoluteName, globalFunction, PHP_NAMESPACES } from "./namespaces.ts";

/** Methods of every enum that return one of its members. */
const OF_ENUMS: ReadonlySet<string> = new Set(["from", "tryFrom"]);

const memberOfEnum: CallLookup = (context, { receiver, name }) => {
  const [place] = OF_ENUMS.has(unmarked(name)) ? placesOf(receiver) : [];
  return place !== undefined && definitionAt(context, place)?.kind === "enum" ? instanceStep(context, receiver) : null;
};

/** Of the collections of frameworks. */
const collections = ofCollection({
  one: "find first get last pop shift",
  many: "concat filter reverse skip slice sort take values",
});

export const phpSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  ...DECLARED_PACKAGES,
  ...SEPARATE_FUNCTIONS,
  modules: php,
  packages: PHP_NAMESPACES,

  freeName: [absoluteName, inFile, inVisiblePackages, globalFunction],

  ancestors: depthFirst,
  missingMember: [memberOfHosts],

  calls: [memberOfEnum, collections, returningSelf],
  iterationMethods: ["getIterator/"],
  keyMethods: ["offsetGet/"],
};
