// How names of TypeScript and JavaScript lead to definitions.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningFunction, returningSelf } from "../../linking/calls.ts";
import { inFile } from "../../linking/names.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { awaitedValue } from "./awaited-value.ts";
import { calledAlias } from "./called-alias.ts";
import { inDeclarationToo } from "./declaration-files.ts";
import { globalName, memberOfGlobal } from "./global-names.ts";
import { ecmascript } from "./modules.ts";
import { addedToModule, declarationsInModules, membersInModules } from "./opened-modules.ts";
import { besideReplaced, defaultOfReplaced, importedOrMember, ownModule } from "./replaced-modules.ts";
import { inAllParts } from "./union-members.ts";
import { elementByPlace, objectAsThis, valueByKey } from "./value-by-key.ts";

/** Of arrays, maps, sets and iterators. */
const collections = ofCollection({
  one: "at find findLast get next pop shift",
  many: `concat difference drop entries filter flat intersection reverse slice sort splice take toReversed toSorted toSpliced
    union values with`,
  flattening: "flat",
});

export const ecmascriptSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: ecmascript,
  declarations: inDeclarationToo,
  freeName: [inFile, ownModule, globalName],
  imported: importedOrMember,
  moduleMember: addedToModule,
  openings(context, place) {
    const parts = inAllParts(context, place);
    return parts.length > 1 ? parts : declarationsInModules(context, place);
  },
  extensions: membersInModules,
  // Members of two unnamed types on one line are two symbols.
  isBeside: (one, other) => one.parent === other.parent,
  missingMember: [
    awaitedValue,
    elementByPlace,
    objectAsThis,
    valueByKey,
    besideReplaced,
    defaultOfReplaced,
    memberOfGlobal,
  ],
  calls: [returningFunction("bind"), collections, returningSelf, calledAlias],
  /** `Array.prototype.total = function () { … }` */
  isExtensionMember(definitions, at) {
    const { parent = FILE, path = "" } = definitions[at] ?? {};
    const owner = path.split(".").at(-2);
    return parent === FILE && owner !== undefined && !definitions.some((one) => one.path === owner);
  },
  needsImports: true,
  hasInnerNames: true,
  overriding: {
    areMarked: false,
    fewerParametersFit: true,
    interfacesHaveBodies: false,
    abstractClassesDeclare: true,
  },
};
