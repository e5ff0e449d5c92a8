// C#'s statements: the blocks they open, what they bind, where the control flow divides; attributes; queries.

import { stepped } from "../../../facts/chain-drafts.ts";
import { block, dividing, dividingBlock, forTypes, ignored, inBranch, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT } from "../../../vocabulary/chain.ts";
import { behind, valueFor } from "./expected.ts";
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
    walk.visit(walk.childOfType(one, "bracketed_argument_list"));
    const value = valueFor(behind("=", one, walk), declared, walk);
    const name = walk.field(one, "name");
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
      if (walk.childOfType(section, "case") !== NO_NODE) {
        walk.branch();
      }
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
  const [name = NO_NODE, ...others] = walk.children(node).filter((one) => one !== type);
  const source = behind("in", node, walk);
  const declared = valueOfType(type, walk);
  const many = walk.value(source);
  walk.local(walk.text(name), type === NO_NODE ? stepped(many, ELEMENT) : declared);
  others.filter((one) => one !== source).forEach(walk.visit);
};

const letClause: Visitor = (node, walk) => {
  const [name = NO_NODE, value = NO_NODE] = walk.children(node);
  walk.local(walk.text(name), walk.value(value));
};

/** `from … select … into name …`, whose name stands among its clauses. */
const query: Visitor = (node, walk) => {
  walk.within({ kind: "block" }, () => {
    for (const part of walk.children(node)) {
      if (walk.type(part) === "identifier") {
        walk.local(walk.text(part), null);
      } else {
        walk.visit(part);
      }
    }
  });
};

const attribute: Visitor = (node, walk) => {
  const of = namedType(walk.field(node, "name"), walk, "decorate");
  const isWhole = walk.text(walk.field(node, "name")).endsWith("Attribute");
  const list = walk.childOfType(node, "attribute_argument_list");
  for (const part of walk.children(list).flatMap(walk.children)) {
    if (walk.fieldOf(part) !== "name") {
      walk.visit(part);
    } else if (walk.type(walk.nextSibling(part)) === "=") {
      // Of an attribute whose whole name is there; of another it is not known here what it is called.
      referToMember(isWhole ? of : null, part, walk, "write");
    }
  }
};

export const csharpStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(block, "block", "using_statement", "fixed_statement"),
  query_expression: query,
  ...forTypes(dividing, "if_statement", "while_statement", "do_statement"),
  for_statement: dividingBlock,
  foreach_statement: forEach,
  catch_clause: catchClause,
  switch_statement: switchStatement,
  variable_declaration: variables,
  declaration_expression: declared,
  ...forTypes(from, "from_clause", "join_clause"),
  let_clause: letClause,
  join_into_clause: (node, walk) => walk.local(walk.text(walk.childOfType(node, "identifier")), null),
  attribute,
  argument: (node, walk) => walk.visitChildren(node, "name"),
  // What a directive asks for is no name of the code.
  ...forTypes<Visitor>((node, walk) => walk.visitChildren(node, "condition"), "preproc_if", "preproc_elif"),
  ...forTypes(ignored, "attribute_target_specifier", "goto_statement", "preproc_pragma", "shebang_directive"),
  labeled_statement: (node, walk) => walk.visit(walk.children(node).at(-1) ?? NO_NODE),
};
