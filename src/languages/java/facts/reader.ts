// How Java's facts are read: which node types declare, bind, import, branch, or are types and expressions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { javaClasses } from "./classes.ts";
import { javaFunctions } from "./functions.ts";
import { importDeclaration, packageDeclaration } from "./imports.ts";
import { blockComment, lineComment } from "./modifiers.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State } from "./state.ts";
import { javaStatements } from "./statements.ts";
import { javaTypes } from "./types.ts";
import { javaValues } from "./values.ts";

export const javaFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: true,
  separateFunctionNames: true,
  builtIn: BUILT_IN,
  values: { ...javaTypes, ...javaValues },
  visitors: {
    ...javaStatements,
    ...javaClasses,
    ...javaFunctions,
    block_comment: blockComment,
    line_comment: lineComment,
    package_declaration: packageDeclaration,
    import_declaration: importDeclaration,
  },
});
