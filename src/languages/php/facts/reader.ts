// How PHP's facts are read: which node types declare, bind, import, branch, or are expressions. Names are compared as
// written, although PHP ignores case in the names of classes and functions.
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { phpAssignments, phpBindings } from "./assignments.ts";
import { phpClasses } from "./classes.ts";
import { phpClosures, phpFunctions } from "./functions.ts";
import { BUILT_IN } from "./names.ts";
import { phpNamespaces } from "./namespaces.ts";
import { openState, type State } from "./state.ts";
import { phpStatements } from "./statements.ts";
import { phpValues } from "./values.ts";

export const phpFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: false,
  separateFunctionNames: true,
  builtIn: BUILT_IN,
  values: { ...phpValues, ...phpAssignments, ...phpClosures },
  visitors: { ...phpNamespaces, ...phpClasses, ...phpFunctions, ...phpStatements, ...phpBindings },
});
