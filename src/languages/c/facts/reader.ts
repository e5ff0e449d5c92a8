// How the facts of C and C++ are read: which node types bind, declare, include, branch, or are types and expressions.

import { stepped } from "../../../facts/chain-drafts.ts";
import { block, dividingBlock } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader, type ReaderRules } from "../../../facts/read-facts.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
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
import { comment, readDeclarator } from "./declarators.ts";
import { bindParameters, functionDefinition } from "./functions.ts";
import { macro } from "./macros.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type Reading, type State, type Visitor } from "./state.ts";
import { cTypes } from "./types.ts";
import { cppValues, cValues } from "./values.ts";
import { withoutMacros } from "./without-macros.ts";

/** `for (const auto& store : stores)` */
const forRange: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    walk.visit(tree.field(node, "initializer"));
    const type = tree.field(node, "type");
    const isAuto = tree.type(type) === "placeholder_type_specifier";
    const declared = walk.value(type);
    const many = walk.value(tree.field(node, "right"));
    const { name } = readDeclarator(tree.field(node, "declarator"), walk);
    if (tree.type(name) === "structured_binding_declarator") {
      for (const one of tree.children(name)) {
        facts.local(tree.text(one), null);
      }
    } else if (name !== NO_NODE) {
      facts.local(tree.text(name), isAuto ? stepped(many, "[]") : declared);
    }
    walk.visit(tree.field(node, "body"));
  });
};

const catchClause: Visitor = (node, walk) => {
  walk.facts.branch();
  walk.facts.within({ kind: "block" }, () => {
    bindParameters(walk.tree.field(node, "parameters"), walk);
    walk.visit(walk.tree.field(node, "body"));
  });
};

const returned: Visitor = (node, walk) => {
  walk.facts.returns(walk.value(walk.tree.children(node)[0] ?? NO_NODE));
};

const caseLabel: Visitor = (node, walk) => {
  walk.facts.branch();
  walk.visitChildren(node);
};

/** `int size = 0;` in a class looks to the grammar like a method without a body. */
const functionOrField: Visitor = (node, walk) => {
  const { tree } = walk;
  const isField =
    tree.childOfType(node, "pure_virtual_clause") !== NO_NODE &&
    readDeclarator(tree.field(node, "declarator"), walk).function === NO_NODE;
  const isClass = !isField && isClassBehindMacro(node, walk);
  (isField ? declaration : isClass ? classBehindMacro : functionDefinition)(node, walk);
};

const ignored: Visitor = () => undefined;

const visitors: Readonly<Record<string, Visitor>> = {
  comment,
  compound_statement: block,
  if_statement: dividingBlock,
  for_statement: dividingBlock,
  while_statement: dividingBlock,
  do_statement: dividingBlock,
  for_range_loop: forRange,
  case_statement: caseLabel,
  catch_clause: catchClause,
  return_statement: returned,
  function_definition: functionOrField,
  declaration,
  field_declaration: declaration,
  type_definition: typeDefinition,
  access_specifier: accessSpecifier,
  namespace_definition: namespaceDefinition,
  namespace_alias_definition: namespaceAlias,
  using_declaration: usingDeclaration,
  alias_declaration: aliasDeclaration,
  template_declaration: templateDeclaration,
  concept_definition: concept,
  preproc_include: include,
  preproc_def: macro,
  preproc_function_def: macro,
  preproc_call: ignored,
  attribute_specifier: ignored,
  attribute_declaration: ignored,
  goto_statement: ignored,
  labeled_statement: label,
  expression_statement: statement,
};

const values: Readonly<Record<string, Reading>> = {
  ...cTypes,
  ...cValues,
  struct_specifier: specifier,
  union_specifier: specifier,
  class_specifier: specifier,
  enum_specifier: specifier,
};

/** Node types that are mostly intact even where a macro beside them broke the syntax. */
const whole: ReadonlySet<string> = new Set([
  ...["function_definition", "declaration", "type_definition", "field_declaration", "template_declaration"],
  ...["struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "namespace_definition"],
  ...["preproc_include", "preproc_def", "preproc_function_def", "preproc_if", "preproc_ifdef"],
]);

const rules: ReaderRules<State> = {
  state: openState,
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
  membersInScope: true,
  values: { ...values, ...cppValues },
});
