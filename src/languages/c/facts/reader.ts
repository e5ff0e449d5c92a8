// How the facts of C and C++ are read: which node types bind, declare, include, branch, or are types and expressions.

import { stepped } from "../../../facts/chain-drafts.ts";
import { block, dividing, dividingBlock, forTypes, ignored, inBranch } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader, type ReaderRules } from "../../../facts/read-facts.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { attributes } from "./attributes.ts";
import { accessSpecifier, classBehindMacro, isClassBehindMacro, label, specifier, statement } from "./classes.ts";
import {
  aliasDeclaration,
  concept,
  declaration,
  include,
  namespaceAlias,
  namespaceDefinition,
  templateDeclaration,
  typeDefinition,
  usingDeclaration,
} from "./declarations.ts";
import { bindLocal, comment, readDeclarator } from "./declarators.ts";
import { bindParameters, functionDefinition } from "./functions.ts";
import { macro } from "./macros.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type Reading, type State, type Visitor } from "./state.ts";
import { cTypes } from "./types.ts";
import { cppValues, cValues } from "./values.ts";
import { withoutMacros } from "./without-macros.ts";

/** `for (const auto& store : stores)` */
const forRange: Visitor = inBranch((node, walk) => {
  walk.visit(walk.field(node, "initializer"));
  const type = walk.field(node, "type");
  const isAuto = walk.type(type) === "placeholder_type_specifier";
  const declared = walk.value(type);
  const many = walk.value(walk.field(node, "right"));
  const { name } = readDeclarator(walk.field(node, "declarator"), walk);
  bindLocal(name, isAuto ? stepped(many, "[]") : declared, walk);
  walk.visit(walk.field(node, "body"));
});

const catchClause: Visitor = inBranch((node, walk) => {
  bindParameters(walk.field(node, "parameters"), walk);
  walk.visit(walk.field(node, "body"));
});

const returned: Visitor = (node, walk) => {
  walk.returns(walk.value(walk.children(node)[0] ?? NO_NODE));
};

/** `int size = 0;` in a class looks to the grammar like a method without a body. */
const functionOrField: Visitor = (node, walk) => {
  const isField =
    walk.childOfType(node, "pure_virtual_clause") !== NO_NODE &&
    readDeclarator(walk.field(node, "declarator"), walk).function === NO_NODE;
  const isClass = !isField && isClassBehindMacro(node, walk);
  (isField ? declaration : isClass ? classBehindMacro : functionDefinition)(node, walk);
};

const visitors: Readonly<Record<string, Visitor>> = {
  comment,
  compound_statement: block,
  ...forTypes<Visitor>(dividingBlock, "if_statement", "for_statement", "while_statement", "do_statement"),
  for_range_loop: forRange,
  case_statement: dividing,
  catch_clause: catchClause,
  return_statement: returned,
  function_definition: functionOrField,
  ...forTypes(declaration, "declaration", "field_declaration"),
  type_definition: typeDefinition,
  access_specifier: accessSpecifier,
  namespace_definition: namespaceDefinition,
  namespace_alias_definition: namespaceAlias,
  using_declaration: usingDeclaration,
  alias_declaration: aliasDeclaration,
  template_declaration: templateDeclaration,
  concept_definition: concept,
  preproc_include: include,
  ...forTypes(macro, "preproc_def", "preproc_function_def"),
  ...forTypes<Visitor>(ignored, "preproc_call", "goto_statement", "module_declaration", "import_declaration"),
  ...attributes,
  labeled_statement: label,
  expression_statement: statement,
};

const values: Readonly<Record<string, Reading>> = {
  ...cTypes,
  ...cValues,
  ...forTypes(specifier, "struct_specifier", "union_specifier", "class_specifier", "enum_specifier"),
};

/** Node types that are mostly intact even where a macro next to them broke the syntax. */
const whole = wordSet(`
function_definition declaration type_definition field_declaration template_declaration struct_specifier class_specifier
union_specifier enum_specifier namespace_definition preproc_include preproc_def preproc_function_def preproc_if preproc_ifdef
attribute_specifier
`);

const rules: ReaderRules<State> = {
  state: () => openState(false),
  membersInScope: false,
  builtIn: BUILT_IN,
  visitors,
  values,
  whole,
  prepare: withoutMacros,
};

export const cFacts: FactsReader = defineFactsReader(rules);
export const cppFacts: FactsReader = defineFactsReader({
  ...rules,
  state: () => openState(true),
  membersInScope: true,
  values: { ...values, ...cppValues },
});
