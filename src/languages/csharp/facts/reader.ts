// How C#'s facts are read: which node types declare, bind, import, branch, or are expressions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { csharpDeclarations } from "./declarations.ts";
import { csharpFunctions } from "./functions.ts";
import { comment } from "./modifiers.ts";
import { BUILT_IN } from "./names.ts";
import { csharpNamespaces } from "./namespaces.ts";
import { csharpPatterns } from "./patterns.ts";
import { openState, type State } from "./state.ts";
import { csharpStatements } from "./statements.ts";
import { csharpValues } from "./values.ts";

export const csharpFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: true,
  separateTypeNames: true,
  builtIn: BUILT_IN,
  extendsBuiltIns: true,
  values: csharpValues,
  visitors: {
    ...csharpNamespaces,
    ...csharpDeclarations,
    ...csharpFunctions,
    ...csharpPatterns,
    ...csharpStatements,
    comment,
  },
});
