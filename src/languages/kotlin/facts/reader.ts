// How Kotlin's facts are read: which node types declare, bind, import, branch, or are types and expressions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { kotlinClasses } from "./classes.ts";
import { kotlinFunctions } from "./functions.ts";
import { importHeader, packageHeader } from "./imports.ts";
import { comment } from "./modifiers.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State } from "./state.ts";
import { kotlinStatements } from "./statements.ts";
import { kotlinTypes } from "./types.ts";
import { kotlinValues } from "./values.ts";

export const kotlinFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: true,
  separateFunctionNames: "first",
  builtIn: BUILT_IN,
  extendsBuiltIns: true,
  values: { ...kotlinTypes, ...kotlinValues },
  visitors: {
    ...kotlinStatements,
    ...kotlinClasses,
    ...kotlinFunctions,
    multiline_comment: comment,
    package_header: packageHeader,
    import_header: importHeader,
  },
});
