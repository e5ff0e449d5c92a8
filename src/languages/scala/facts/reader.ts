// How Scala's facts are read: which node types declare, bind, import, branch, or are types and expressions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { scalaClasses } from "./classes.ts";
import { exportDeclaration } from "./exports.ts";
import { scalaFunctions } from "./functions.ts";
import { importDeclaration, packageClause } from "./imports.ts";
import { comment } from "./modifiers.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State } from "./state.ts";
import { scalaStatements } from "./statements.ts";
import { scalaTypes } from "./types.ts";
import { scalaValues } from "./values.ts";

/** A body in which the grammar fails at one place is broken as a whole; what else it declares is there. */
const whole: ReadonlySet<string> = wordSet(`
function_definition function_declaration val_definition var_definition val_declaration var_declaration
type_definition class_definition object_definition trait_definition enum_definition given_definition
import_declaration export_declaration package_clause block_comment
`);

export const scalaFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  whole,
  membersInScope: true,
  separateTypeNames: true,
  builtIn: BUILT_IN,
  values: { ...scalaTypes, ...scalaValues },
  visitors: {
    ...scalaStatements,
    ...scalaClasses,
    ...scalaFunctions,
    block_comment: comment,
    package_clause: packageClause,
    import_declaration: importDeclaration,
    export_declaration: exportDeclaration,
  },
});
