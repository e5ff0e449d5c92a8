// How Swift's facts are read: which node types declare, bind, import, branch, or are types and expressions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { swiftDeclarations } from "./declarations.ts";
import { swiftClosures, swiftFunctions } from "./functions.ts";
import { comment, importDeclaration } from "./modifiers.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State } from "./state.ts";
import { swiftStatements } from "./statements.ts";
import { swiftTypes, typeModifiers } from "./types.ts";
import { swiftValues } from "./values.ts";

export const swiftFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: true,
  separateFunctionNames: "first",
  builtIn: BUILT_IN,
  extendsBuiltIns: true,
  values: { ...swiftTypes, ...swiftValues, ...swiftClosures },
  visitors: {
    ...swiftStatements,
    ...swiftDeclarations,
    ...swiftFunctions,
    comment,
    multiline_comment: comment,
    import_declaration: importDeclaration,
    type_modifiers: typeModifiers,
  },
});
