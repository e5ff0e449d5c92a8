// How Go's facts are read: which node types bind, declare, import, branch, or are types and expressions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { comment } from "./comments.ts";
import { constants, declare, functionDeclaration, methodDeclaration, sourceFile, typeSpec } from "./definitions.ts";
import { importSpec } from "./imports.ts";
import { inlineInterface, struct } from "./members.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State } from "./state.ts";
import { goStatements } from "./statements.ts";
import { goTypes, namedType } from "./types.ts";
import { typesBeforeMap } from "./types-before-map.ts";
import { goValues } from "./values.ts";

export const goFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: false,
  bindsInOrder: true,
  builtIn: BUILT_IN,
  values: { ...goTypes, ...goValues, struct_type: struct, interface_type: inlineInterface },
  visitors: {
    ...goStatements,
    comment,
    source_file: sourceFile,
    package_clause: (node, walk) => walk.package(walk.text(walk.childOfType(node, "package_identifier"))),
    import_spec: importSpec,
    function_declaration: functionDeclaration,
    method_declaration: methodDeclaration,
    type_spec: typeSpec,
    type_alias: typeSpec,
    const_declaration: constants,
    var_spec: (node, walk) => void declare(node, walk),
    // Names of parameters are bound where a function is read; in a type they are no names of anything.
    parameter_declaration: (node, walk) => {
      for (const type of typesBeforeMap(node, walk) ?? []) {
        namedType(type, walk);
      }
      walk.visit(walk.field(node, "type"));
    },
    variadic_parameter_declaration: (node, walk) => walk.visit(walk.field(node, "type")),
  },
});
