// C#'s statements: the blocks they open, what they bind, where the control flow divides; attributes; queries.

import { stepped } from "../../../facts/chain-drafts.ts";
import { block, dividing, dividingBlock, forTypes, ignored, inBranch, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT } from "../../../vocabulary/chain.ts";
import { valueFor } from "./expected.ts";
import { matched } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType, valueOfType } from "./types.ts";

const isVar = (type: NodeAt, walk: Walk): boolean => walk.type(type) === "implicit_type";

const variables: Visitor = (node, walk) => {
  const type = walk.field(node, "type");
  const declared = isVar(type, walk) ? null : valueOfType(type, walk);
  for (const one of walk.children(node)) {
    if (walk.type(one) !== "variable_declarator") {
      continue;
    }
    const value = valueFor(walk.childOfType(one, "equals_value_clause"), declared, walk);
    const name = walk.childOfType(one, "identifier");
    if (name === NO_NODE) {
      bindAll(walk.childOfType(one, "tuple_pattern"), walk);
    } else {
      walk.local(walk.text(name), isVar(type, walk) ? value : declared);
    }
  }
};

/** `var (a, b) = …`: the values of a tuple's parts are unknown. */
function bindAll(pattern: NodeAt, walk: Walk): void {
  for (const name of walk.children(pattern)) {
    if (walk.type(name) === "identifier") {
      walk.local(walk.text(name), null);
    } else {
      walk.deeper(() => bindAll(name, walk));
    }
  }
}

const forEach: Visitor = inBranch((node, walk) => {
  const [type, left] = [walk.field(node, "type"), walk.field(node, "left")];
  const many = walk.value(walk.field(node, "right"));
  if (walk.type(left) === "identifier") {
    walk.local(walk.text(left), isVar(type, walk) ? stepped(many, ELEMENT) : valueOfType(type, walk));
  } else {
    bindAll(left, walk);
  }
  walk.visit(walk.field(node, "body"));
});

const catchClause: Visitor = inBranch((node, walk) => {
  const declaration = walk.childOfType(node, "catch_declaration");
  const value = valueOfType(walk.field(declaration, "type"), walk);
  walk.local(walk.text(walk.field(declaration, "name")), value);
  walk.visit(walk.childOfType(node, "catch_filter_clause"));
  walk.visit(walk.field(node, "body"));
});

const switchStatement: Visitor = (node, walk) => {
  const value = walk.value(walk.field(node, "value"));
  walk.within({ kind: "block" }, () => {
    for (const section of walk.children(walk.field(node, "body"))) {
      walk.within({ kind: "block" }, () => matched(section, value, walk));
    }
  });
};

/** `out var x`, `(Store a, var b) = …` */
const declared: Visitor = (node, walk) => {
  const type = walk.field(node, "type");
  walk.local(walk.text(walk.field(node, "name")), isVar(type, walk) ? null : valueOfType(type, walk));
};

/** `from store in stores` */
const from: Visitor = (node, walk) => {
  const type = walk.field(node, "type");
  const [name = NO_NODE, source = NO_NODE, ...others] = walk.children(node).filter((one) => one !== type);
  const declared = valueOfType(type, walk);
  const many = walk.value(source);
  walk.local(walk.text(name), type === NO_NODE ? stepped(many, ELEMENT) : declared);
  others.forEach(walk.visit);
};

const letClause: Visitor = (node, walk) => {
  const [name = NO_NODE, value = NO_NODE] = walk.children(node);
  walk.local(walk.text(name), walk.value(value));
};

const attribute: Visitor = (node, walk) => {
  const of = namedType(walk.field(node, "name"), walk, "decorate");
  const isWhole = walk.text(walk.field(node, "name")).endsWith("Attribute");
  const list = walk.childOfType(node, "attribute_argument_list");
  for (const part of walk.children(list).flatMap(walk.children)) {
    if (walk.type(part) === "name_equals") {
      // Of an attribute whose whole name is there; of another it is not known here what it is called.
      referToMember(isWhole ? of : null, walk.childOfType(part, "identifier"), walk, "write");
    } else if (walk.type(part) !== "name_colon") {
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
    const [name = NO_NODE, ...others] = walk.children(node);
    walk.local(walk.text(name), null);
    others.forEach(walk.visit);
  },
  attribute,
  ...forTypes(ignored, "attribute_target_specifier", "name_colon", "name_equals", "goto_statement", "preproc_call"),
  labeled_statement: (node, walk) => walk.visit(walk.children(node).at(-1) ?? NO_NODE),
};
