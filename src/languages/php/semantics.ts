// How names of PHP lead to definitions.

import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { definitionAt } from "../../linking/context.ts";
import { DECLARED_PACKAGES } from "../../linking/declared-packages.ts";
import { depthFirst, memberOf } from "../../linking/members.ts";
import { inFile } from "../../linking/names.ts";
import { inVisiblePackages } from "../../linking/packages.ts";
import { EXTERNAL, placesOf } from "../../linking/resolution.ts";
import type { CallLookup, LanguageSemantics, MissingMemberLookup } from "../../linking/semantics.ts";
import { SEPARATE_FUNCTIONS } from "../../linking/separate-functions.ts";
import { instanceStep } from "../../linking/steps.ts";
import { unmarked } from "../../vocabulary/chain.ts";
import { memberOfHosts } from "./hosts.ts";
import { php } from "./modules.ts";
import { absoluteName, globalFunction, PHP_NAMESPACES } from "./namespaces.ts";
import { PROMOTED_MARK } from "./promoted.ts";

/** Methods of every enum that return one of its members. */
const OF_ENUMS: ReadonlySet<string> = new Set(["from", "tryFrom"]);

const memberOfEnum: CallLookup = (context, { receiver, name }) => {
  const [place] = OF_ENUMS.has(unmarked(name)) ? placesOf(receiver) : [];
  return place !== undefined && definitionAt(context, place)?.kind === "enum" ? instanceStep(context, receiver) : null;
};

/**
 * `new Order(total: 3)` names a field where the constructor declares it among its parameters. Any other parameter is nothing that has a
 * name outside.
 */
const promoted: MissingMemberLookup = (context, { on, name }) => {
  const places = name.startsWith(PROMOTED_MARK) ? placesOf(on) : [];
  const [maker] = placesOf(memberOf(context, places, "__construct/"));
  const own = maker === undefined ? undefined : definitionAt(context, maker);
  if (maker === undefined || own === undefined) {
    return null;
  }
  const field = memberOf(context, places, name.slice(PROMOTED_MARK.length));
  const isPromoted = placesOf(field).some((place) => {
    const line = definitionAt(context, place)?.nameLine ?? 0;
    return place.path === maker.path && own.startLine <= line && line <= own.endLine;
  });
  return isPromoted ? field : EXTERNAL;
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
  missingMember: [promoted, memberOfHosts],

  calls: [memberOfEnum, collections, returningSelf],
  iterationMethods: ["getIterator/"],
  keyMethods: ["offsetGet/"],
};
