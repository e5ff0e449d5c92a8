// How names of TypeScript and JavaScript lead to definitions.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { inFile } from "../../linking/names.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { COLLECTION_METHODS } from "../collection-methods.ts";
import { globalName } from "./global-names.ts";
import { ecmascript } from "./modules.ts";
import { valueByKey } from "./value-by-key.ts";

export const ecmascriptSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: ecmascript,
  freeName: [inFile, globalName],
  missingMember: [valueByKey],
  calls: [ofCollection(COLLECTION_METHODS), returningSelf],
  overriding: { areMarked: false, fewerParametersFit: true, interfacesHaveBodies: false },
};
