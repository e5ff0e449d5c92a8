// How names of Go lead to definitions.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { inAllFiles, inStarImports } from "../../linking/module-members.ts";
import { inFilesOfPackage } from "../../linking/names.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { isCapitalized } from "../contract/written-names.ts";
import {
  absoluteSignature,
  isLibraryMethod,
  isSameSignature,
  isWhollyKnown,
  libraryInterface,
  libraryMethods,
} from "./absolute-types.ts";
import { isUnderCondition } from "./import-syntax.ts";
import { goModules } from "./modules.ts";
import { methodsInPackage } from "./package-members.ts";

export const goSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: goModules,
  methodSets: {
    absolute: absoluteSignature,
    isSame: isSameSignature,
    library: libraryMethods,
    isLibraryMethod,
    libraryInterface,
    isWhollyKnown,
  },
  freeName: [inFilesOfPackage, inStarImports],
  moduleMember: inAllFiles,
  membersInOtherFiles: methodsInPackage,
  calledType: instanceOfType,
  isConstructed: isCapitalized,
  hasBuildVariants: true,
  isUnderCondition,
  namesForeign: ({ imports }) => imports.some(({ specifier }) => specifier === "C"),
};
