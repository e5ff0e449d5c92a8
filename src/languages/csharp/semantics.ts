// How names of C# lead to definitions.

import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningSelf } from "../../linking/calls.ts";
import { inFile } from "../../linking/names.ts";
import { importedByName, inImportedPackages, inVisiblePackages, isDeclaredElsewhere } from "../../linking/packages.ts";
import { declaredInBlock } from "../../linking/parts.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { withSuffix } from "../../vocabulary/chain.ts";
import { COLLECTION_METHODS } from "../collection-methods.ts";
import { extensionMethod, hasReceiverFirst } from "./extension-methods.ts";
import { csharp } from "./modules.ts";
import { CSHARP_NAMESPACES, certaintyOfNames, inNamespace } from "./namespaces.ts";

/** May be left out where a class is written as an attribute. */
const ATTRIBUTE = "Attribute";

export const csharpSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: csharp,
  packages: CSHARP_NAMESPACES,

  freeName: [inFile, inVisiblePackages, inImportedPackages],
  imported: importedByName,
  otherChain: ({ of, roles }) => (of === null || !roles.includes("decorate") ? null : withSuffix(of, ATTRIBUTE)),

  declarations: declaredInBlock,
  hasAlternatives: isDeclaredElsewhere,
  certaintyOf: certaintyOfNames,

  missingMember: [inNamespace, extensionMethod],
  calls: [ofCollection(COLLECTION_METHODS), returningSelf],
  /** Indexers. */
  keyMethods: ["this"],

  writtenAs: (name) =>
    name.length > ATTRIBUTE.length && name.endsWith(ATTRIBUTE) ? [name, name.slice(0, -ATTRIBUTE.length)] : [name],
  isExtensionMember: hasReceiverFirst,
};
