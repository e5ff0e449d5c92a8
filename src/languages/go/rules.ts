// How names of Go lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import {
  absoluteSignature,
  isLibraryMethod,
  isSameSignature,
  isWhollyKnown,
  libraryInterface,
  libraryMethods,
} from "./absolute-types.ts";
import { go } from "./modules.ts";

export const goRules: LinkRules = {
  modules: go,
  callMakes: true,
  handsImportsOn: false,
  starsBind: true,
  scriptsAreGlobal: false,
  methodSets: {
    absolute: absoluteSignature,
    isSame: isSameSignature,
    library: libraryMethods,
    isLibraryMethod,
    libraryInterface,
    isWhollyKnown,
  },
};
