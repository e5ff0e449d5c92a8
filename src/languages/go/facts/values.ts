// Reads Go's expressions: their values, and the names they refer to.

import { type ChainDraft, endsIn, NOTHING, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { readArguments } from "./conversions.ts";
import { insideFunction } from "./definitions.ts";
import { hazardsOf } from "./names.ts";
import type { Reading, Walk } from "./state.ts";

/** An expression whose outermost name is recorded as a reference with this role. */
export function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const { tree, facts } = walk;
  switch (tree.type(node)) {
    case "identifier": {
      if (tree.text(node) === "_") {
        return null;
      }
      const of = facts.name(tree.text(node));
      walk.reference(node, role, of);
      return of;
    }
    case "selector_expression": {
      const [operand, name] = [tree.field(node, "operand"), tree.field(node, "field")];
      const of = stepped(walk.value(operand), `.${tree.text(name)}`);
      walk.reference(name, role, of);
      if (tree.type(operand) === "identifier") {
        facts.hazard(hazardsOf(tree.text(operand), tree.text(name)));
      }
      return of;
    }
    case "parenthesized_expression":
      return walk.deeper(() => referred(tree.children(node)[0] ?? NO_NODE, walk, role));
    case "unary_expression":
      return tree.text(tree.field(node, "operator")) === "*"
        ? walk.deeper(() => referred(tree.field(node, "operand"), walk, role))
        : walk.value(node);
    default:
      return walk.value(node);
  }
}

/** Built-in functions that return their first argument, or a value of the type that it names. */
const FIRST_GIVES = /^(?:new|make|append|min|max|sync\.OnceValue)$/;

const call: Reading = (node, walk) => {
  const { tree } = walk;
  const callee = tree.field(node, "function");
  const given = tree.field(node, "arguments");
  walk.visit(tree.field(node, "type_arguments"));
  const [first = NO_NODE, ...others] = tree.children(given);
  const of = referred(callee, walk, "call");
  if (FIRST_GIVES.test(tree.text(callee).slice(0, 20)) && first !== NO_NODE) {
    const value = typeOrValue(first, walk);
    const isAppended = tree.text(callee) === "append";
    for (const other of others) {
      walk.facts.converts(walk.value(other), isAppended ? stepped(value, "[]") : null, walk.line(other));
    }
    return value;
  }
  readArguments(given, of, walk);
  return stepped(of, "()");
};

/** The first argument of `new` and `make` is a type, and a type's name may be read as an expression. */
function typeOrValue(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const enclosing = tree.text(tree.field(tree.parent(tree.parent(node)), "function"));
  const isType = enclosing === "new" || enclosing === "make";
  const isName = tree.type(node) === "identifier" || tree.type(node) === "selector_expression";
  return isType && isName ? stepped(referred(node, walk, "type"), "^") : walk.value(node);
}

const literal: Reading = (node, walk) => {
  const { tree } = walk;
  const type = tree.field(node, "type");
  const of = walk.value(type);
  const isMap = tree.type(type) === "map_type";
  fill(tree.field(node, "body"), of, isMap || /array|slice/.test(tree.type(type)), walk);
  return of;
};

/** What is in braces: fields of a struct by name, or elements. `isMany`: certainly elements. */
function fill(body: NodeAt, of: ChainDraft, isMany: boolean, walk: Walk): void {
  const { tree } = walk;
  for (const part of tree.children(body)) {
    if (tree.type(part) === "keyed_element") {
      const [key = NO_NODE, value = NO_NODE] = tree.children(part);
      const name = tree.children(key)[0] ?? key;
      if (!isMany && tree.type(name) === "identifier") {
        const field = stepped(of, `.${tree.text(name)}`);
        walk.reference(name, "write", field);
        element(value, field, walk);
      } else {
        element(key, null, walk);
        element(value, stepped(of, "[]"), walk);
      }
    } else {
      element(part, stepped(of, "[]"), walk);
    }
  }
}

/** Braces without a type of their own are of the type that is due there. */
function element(node: NodeAt, due: ChainDraft, walk: Walk): void {
  const { tree } = walk;
  const inside = tree.type(node) === "literal_element" ? (tree.children(node)[0] ?? NO_NODE) : node;
  if (tree.type(inside) === "literal_value") {
    walk.deeper(() => fill(inside, due, endsIn(due, COLLECTION), walk));
  } else {
    walk.facts.converts(walk.value(inside), due, walk.line(inside));
  }
}

const unary: Reading = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "operand"));
  switch (tree.text(tree.field(node, "operator"))) {
    case "&":
    case "*":
      return value;
    case "<-":
      return stepped(value, "[]");
    default:
      return rooted("!");
  }
};

const binary: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const operator = tree.text(tree.field(node, "operator"));
  if (operator === "&&" || operator === "||") {
    facts.branch();
  }
  const left = walk.value(tree.field(node, "left"));
  walk.visit(tree.field(node, "right"));
  return /^(?:[+\-*/%&|^]|&\^|<<|>>)$/.test(operator) ? left : rooted("!");
};

/** The value of what is in this field; the rest is visited. */
const through =
  (field: string, steps = ""): Reading =>
  (node, walk) => {
    const value = walk.value(walk.tree.field(node, field));
    walk.visitChildren(node, field);
    return stepped(value, steps);
  };

const assertion: Reading = (node, walk) => {
  const from = walk.value(walk.tree.field(node, "operand"));
  const to = walk.value(walk.tree.field(node, "type"));
  // Only a type that implements the interface can be asserted.
  walk.facts.converts(to, from, walk.line(node));
  return to;
};

const closure: Reading = (node, walk) => {
  let gives: ChainDraft = null;
  walk.facts.within({ kind: "function" }, () => {
    gives = insideFunction(node, walk);
  });
  return stepped(gives, RESULT_STEP);
};

const plain: Reading = () => rooted("!");

export const goValues: Readonly<Record<string, Reading>> = {
  identifier: (node, walk) => referred(node, walk, "read"),
  selector_expression: (node, walk) => referred(node, walk, "read"),
  call_expression: call,
  composite_literal: literal,
  unary_expression: unary,
  binary_expression: binary,
  index_expression: through("operand", "[]"),
  slice_expression: through("operand"),
  type_conversion_expression: through("type"),
  type_instantiation_expression: through("type"),
  type_assertion_expression: assertion,
  parenthesized_expression: (node, walk) => walk.value(walk.tree.children(node)[0] ?? NO_NODE),
  func_literal: closure,
  interpreted_string_literal: plain,
  raw_string_literal: plain,
  int_literal: plain,
  float_literal: plain,
  imaginary_literal: plain,
  rune_literal: plain,
  true: plain,
  false: plain,
  iota: plain,
  nil: () => NOTHING,
};
