// How names of Rust lead to definitions: paths are chains of members, and a type has the members of the traits in sight.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningReceiver, returningSelf } from "../../linking/calls.ts";
import { isFunction } from "../../linking/children.ts";
import { inFirstFile, inStarImports } from "../../linking/module-members.ts";
import { inFile } from "../../linking/names.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { COLLECTION_METHODS } from "../collection-methods.ts";
import { callable, meantByUse } from "./fields-and-methods.ts";
import { inImplBlocks } from "./impl-blocks.ts";
import { crateOfName, definedOrUsed, importedByPath, inStarsOfTypes } from "./imports.ts";
import { macroNamed, macroOfModule } from "./macros.ts";
import { rust } from "./modules.ts";
import { memberInTraits } from "./traits.ts";

/** Methods of the standard library's wrappers and iterators. */
const RETURNING_RECEIVER: ReadonlySet<string> = new Set(
  "borrow borrow_mut lock read write get_mut take replace into_inner iter iter_mut project project_ref get_ref".split(
    " ",
  ),
);

export const rustSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: rust,

  freeName: [macroNamed, inFile, inStarImports, inStarsOfTypes, crateOfName],
  imported: importedByPath,
  moduleMember: inFirstFile(definedOrUsed),

  meant: meantByUse,
  isOneKind: (one, other) => isFunction(one) === isFunction(other),

  membersElsewhere: inImplBlocks,
  missingMember: [memberInTraits, macroOfModule],

  calls: [returningReceiver(RETURNING_RECEIVER), ofCollection(COLLECTION_METHODS), returningSelf],
  callable,
};
