// What the languages of the Java virtual machine have in common: names are found by the packages that files declare.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { packageOf } from "../../linking/context.ts";
import { inFile } from "../../linking/names.ts";
import { certaintyOfOverloads } from "../../linking/overloads.ts";
import {
  byDottedName,
  declaredAtTop,
  importedByName,
  inImportedPackages,
  inVisiblePackages,
  isDeclaredElsewhere,
  type PackageSemantics,
} from "../../linking/packages.ts";
import { declaredInBlock } from "../../linking/parts.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { COLLECTION_METHODS } from "../collection-methods.ts";
import { java } from "./modules.ts";

export const JVM_PACKAGES: PackageSemantics = {
  declaring: (lookup, _wanted, name) => lookup.declaring(name),
  declaredIn: declaredAtTop,
  qualified: byDottedName,
  visible: (context, path) => [packageOf(context, path)],
  areNested: false,
  importsForAll: [],
};

export const JVM: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: java,
  packages: JVM_PACKAGES,
  freeName: [inFile, inVisiblePackages, inImportedPackages],
  imported: importedByName,
  declarations: declaredInBlock,
  hasAlternatives: isDeclaredElsewhere,
  certaintyOf: certaintyOfOverloads(1),
  calls: [ofCollection(COLLECTION_METHODS), returningSelf],
};
