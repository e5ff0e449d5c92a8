// How Rust's facts are read: which node types bind, declare, import, branch, or are types and expressions.
import type { FactsReader } from "../read-facts.ts";
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
import { useDeclaration } from "./imports.ts";
import { BUILT_IN } from "./names.ts";
import { rustStatements } from "./statements.ts";
import { rustTypes } from "./types.ts";
import { rustValues, rustWrites } from "./values.ts";

export const rustFacts: FactsReader = {
  membersInScope: false,
  builtIn: BUILT_IN,
  values: { ...rustTypes, ...rustValues },
  visitors: {
    ...rustStatements,
    ...rustWrites,
    source_file(node, walk) {
      defineTypes(node, walk);
      walk.visitChildren(node);
    },
    use_declaration: useDeclaration,
    function_item: functionItem,
    function_signature_item: functionItem,
    impl_item: implItem,
    struct_item: structItem,
    union_item: structItem,
    enum_item: enumItem,
    trait_item: traitItem,
    type_item: typeItem,
    associated_type: typeItem,
    const_item: constItem,
    static_item: constItem,
    mod_item: modItem,
    macro_definition: macroDefinition,
  },
};
