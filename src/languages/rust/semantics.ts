// How names of Rust lead to definitions: paths are chains of members, and a type has the members of the traits in sight.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { ofCollection, returningReceiver, returningSelf } from "../../linking/calls.ts";
import { isFunction } from "../../linking/children.ts";
import { inFirstFile, inStarImports } from "../../linking/module-members.ts";
import { inFile } from "../../linking/names.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { LINKED } from "../../vocabulary/facts.ts";

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

/** Of slices, collections and iterators. */
const collections = ofCollection({
  one: `back back_mut find first first_mut front get get_mut join last last_mut max min next nth peek pop pop_back pop_front`,
  many: `chain cloned copied difference drain filter intersection into_iter iter iter_mut peekable rev skip step_by take union
    values`,
  flattening: "flatten",
});

export const rustSemantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: rust,

  freeName: [macroNamed, inFile, inStarImports, inStarsOfTypes, crateOfName],
  needsImports: true,
  implementsSeparately: true,
  hasTextMacros: true,
  namesForeign: ({ definitions }, name) => definitions.some((one) => one.name === name && (one.flags & LINKED) !== 0),
  imported: importedByPath,
  moduleMember: inFirstFile(definedOrUsed),

  meant: meantByUse,
  isOneKind: (one, other) => isFunction(one) === isFunction(other),

  membersInOtherFiles: inImplBlocks,
  missingMember: [memberInTraits, macroOfModule],

  calls: [returningReceiver(RETURNING_RECEIVER), collections, returningSelf],
  callable,
};
