// How facts of TypeScript, TSX and JavaScript are read: almost one reader, since their grammars share node types.

import { defineFactsReader, type FactsReader, type ReaderRules } from "../../../facts/read-facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { BUILT_IN } from "./built-in.ts";
import { calls } from "./calls.ts";
import { classes, classValues } from "./classes.ts";
import { definingDocTypes, docTypes } from "./doc-types.ts";
import { expressions, typedExpressions, uses } from "./expressions.ts";
import { functions, functionValues } from "./functions.ts";
import { jsx, readJsxSource } from "./jsx.ts";
import { modules } from "./modules.ts";
import { names } from "./names.ts";
import { DECLARED_RESULT, EXPECTED, EXPECTED_FUNCTION } from "./node-text.ts";
import { objects, objectValues } from "./objects.ts";
import { patterns } from "./patterns.ts";
import { openState, type State, type Visitor } from "./state.ts";
import { statements } from "./statements.ts";
import { typeDeclarations } from "./type-declarations.ts";
import { typeNames } from "./type-names.ts";
import { types } from "./types.ts";
import { variables } from "./variables.ts";

const program: Visitor = (node, walk) => {
  // Outside of classes and functions both are nothing of the project's.
  for (const name of ["this", "super", EXPECTED, DECLARED_RESULT, EXPECTED_FUNCTION]) {
    walk.local(name, null);
  }
  readJsxSource(node, walk);
  walk.visitChildren(node);
};

const WHOLE = wordSet(`
function_declaration generator_function_declaration class_declaration abstract_class_declaration interface_declaration
type_alias_declaration enum_declaration lexical_declaration import_statement export_statement ambient_declaration
`);

const rules: ReaderRules<State> = {
  state: openState,
  membersInScope: false,
  builtIn: BUILT_IN,
  visitors: {
    program,
    // Where it is the root: what nests in others is not visited.
    ERROR: program,
    ...statements,
    ...patterns,
    ...functions,
    ...classes,
    ...objects,
    ...variables,
    ...modules,
    ...typeDeclarations,
    ...uses,
    ...jsx,
    ...definingDocTypes,
  },
  whole: WHOLE,
  values: {
    ...names,
    ...functionValues,
    ...classValues,
    ...objectValues,
    ...types,
    ...typeNames,
    ...calls,
    ...expressions,
  },
};

export const ecmascript: FactsReader = defineFactsReader(rules);
export const typescriptFacts: FactsReader = defineFactsReader({
  ...rules,
  visitors: { ...rules.visitors, ...docTypes },
  values: { ...rules.values, ...typedExpressions },
});
