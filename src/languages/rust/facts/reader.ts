// How Rust's facts are read: which node types bind, declare, import, branch, or are types and expressions.
import { forTypes } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import {
  constItem,
  defineTypes,
  enumItem,
  functionItem,
  macroDefinition,
  modItem,
  structItem,
  traitItem,
  typeItem,
} from "./definitions.ts";
import { implItem } from "./impls.ts";
import { externCrate, importNamedCrates, useDeclaration } from "./imports.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State } from "./state.ts";
import { rustStatements } from "./statements.ts";
import { rustTypes } from "./types.ts";
import { rustValues, rustWrites } from "./values.ts";

export const rustFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: false,
  bindsInOrder: true,
  builtIn: BUILT_IN,
  values: { ...rustTypes, ...rustValues },
  visitors: {
    ...rustStatements,
    ...rustWrites,
    source_file(node, walk) {
      const { state } = walk;
      state.texts += 1;
      defineTypes(node, walk);
      walk.visitChildren(node);
      state.texts -= 1;
      // The arguments of a macro are read as a text of their own: only the file as a whole shows which names a `use` brings.
      if (state.texts === 0) {
        importNamedCrates(walk);
      }
    },
    extern_crate_declaration: externCrate,
    use_declaration: useDeclaration,
    ...forTypes(functionItem, "function_item", "function_signature_item"),
    impl_item: implItem,
    ...forTypes(structItem, "struct_item", "union_item"),
    enum_item: enumItem,
    trait_item: traitItem,
    ...forTypes(typeItem, "type_item", "associated_type"),
    ...forTypes(constItem, "const_item", "static_item"),
    mod_item: modItem,
    macro_definition: macroDefinition,
  },
});
