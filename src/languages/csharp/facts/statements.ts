// C#'s statements: the blocks they open, what they bind, where the control flow divides; attributes; queries.

import { stepped } from "../../../facts/chain-drafts.ts";
import { block, dividing, dividingBlock, forTypes, ignored, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT } from "../../../vocabulary/chain.ts";
import { valueFor } from "./expected.ts";
import { matched } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType, valueOfType } from "./types.ts";

const isVar = (type: NodeAt, { tree }: Walk): boolean => tree.type(type) === "implicit_type";

const variables: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const type = tree.field(node, "type");
  const declared = isVar(type, walk) ? null : valueOfType(type, walk);
  for (const one of tree.children(node)) {
    if (tree.type(one) !== "variable_declarator") {
      continue;
    }
    const value = valueFor(tree.childOfType(one, "equals_value_clause"), declared, walk);
    const name = tree.childOfType(one, "identifier");
    if (name === NO_NODE) {
      bindAll(tree.childOfType(one, "tuple_pattern"), walk);
    } else {
      facts.local(tree.text(name), isVar(type, walk) ? value : declared);
    }
  }
};

/** `var (a, b) = …`: the values of a tuple's parts are unknown. */
function bindAll(pattern: NodeAt, walk: Walk): void {
  for (const name of walk.tree.children(pattern)) {
    if (walk.tree.type(name) === "identifier") {
      walk.facts.local(walk.tree.text(name), null);
    } else {
      walk.deeper(() => bindAll(name, walk));
    }
  }
}

const forEach: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const [type, left] = [tree.field(node, "type"), tree.field(node, "left")];
    const many = walk.value(tree.field(node, "right"));
    if (tree.type(left) === "identifier") {
      facts.local(tree.text(left), isVar(type, walk) ? stepped(many, ELEMENT) : valueOfType(type, walk));
    } else {
      bindAll(left, walk);
    }
    walk.visit(tree.field(node, "body"));
  });
};

const catchClause: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const declaration = tree.childOfType(node, "catch_declaration");
    const value = valueOfType(tree.field(declaration, "type"), walk);
    facts.local(tree.text(tree.field(declaration, "name")), value);
    walk.visit(tree.childOfType(node, "catch_filter_clause"));
    walk.visit(tree.field(node, "body"));
  });
};

const switchStatement: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const value = walk.value(tree.field(node, "value"));
  facts.within({ kind: "block" }, () => {
    for (const section of tree.children(tree.field(node, "body"))) {
      facts.within({ kind: "block" }, () => matched(section, value, walk));
    }
  });
};

/** `out var x`, `(Store a, var b) = …` */
const declared: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const type = tree.field(node, "type");
  facts.local(tree.text(tree.field(node, "name")), isVar(type, walk) ? null : valueOfType(type, walk));
};

/** `from store in stores` */
const from: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const type = tree.field(node, "type");
  const [name = NO_NODE, source = NO_NODE, ...others] = tree.children(node).filter((one) => one !== type);
  const declared = valueOfType(type, walk);
  const many = walk.value(source);
  facts.local(tree.text(name), type === NO_NODE ? stepped(many, ELEMENT) : declared);
  others.forEach(walk.visit);
};

const letClause: Visitor = (node, walk) => {
  const [name = NO_NODE, value = NO_NODE] = walk.tree.children(node);
  walk.facts.local(walk.tree.text(name), walk.value(value));
};

const attribute: Visitor = (node, walk) => {
  const { tree } = walk;
  const of = namedType(tree.field(node, "name"), walk, "decorate");
  const isWhole = tree.text(tree.field(node, "name")).endsWith("Attribute");
  const list = tree.childOfType(node, "attribute_argument_list");
  for (const part of tree.children(list).flatMap(tree.children)) {
    if (tree.type(part) === "name_equals") {
      // Of an attribute whose whole name is there; of another it is not known here what it is called.
      referToMember(isWhole ? of : null, tree.childOfType(part, "identifier"), walk, "write");
    } else if (tree.type(part) !== "name_colon") {
      walk.visit(part);
    }
  }
};

export const csharpStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(block, "block", "using_statement", "fixed_statement", "query_expression"),
  ...forTypes(dividing, "if_statement", "while_statement", "do_statement"),
  ...forTypes(dividing, "case_switch_label", "case_pattern_switch_label"),
  for_statement: dividingBlock,
  for_each_statement: forEach,
  catch_clause: catchClause,
  switch_statement: switchStatement,
  variable_declaration: variables,
  declaration_expression: declared,
  ...forTypes(from, "from_clause", "join_clause"),
  let_clause: letClause,
  query_continuation: (node, walk) => {
    const [name = NO_NODE, ...others] = walk.tree.children(node);
    walk.facts.local(walk.tree.text(name), null);
    others.forEach(walk.visit);
  },
  attribute,
  ...forTypes(ignored, "attribute_target_specifier", "name_colon", "name_equals", "goto_statement", "preproc_call"),
  labeled_statement: (node, walk) => walk.visit(walk.tree.children(node).at(-1) ?? NO_NODE),
};
