// Languages whose files declare their package or namespace, by which names are found.
import { inFile } from "./names.ts";
import {
  BASE_PACKAGES,
  importedByName,
  inImportedPackages,
  inVisiblePackages,
  isDeclaredInOtherFile,
} from "./packages.ts";
import { declaredInBlock } from "./parts.ts";
import type { LanguageSemantics } from "./semantics.ts";

type Fields = "packages" | "freeName" | "imported" | "declarations" | "hasAlternatives";

export const DECLARED_PACKAGES: Pick<LanguageSemantics, Fields> = {
  packages: BASE_PACKAGES,
  freeName: [inFile, inVisiblePackages, inImportedPackages],
  imported: importedByName,
  declarations: declaredInBlock,
  hasAlternatives: isDeclaredInOtherFile,
};
