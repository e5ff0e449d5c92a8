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
  switch (walk.type(node)) {
    case "identifier": {
      if (walk.text(node) === "_") {
        return null;
      }
      const of = walk.name(walk.text(node));
      walk.reference(node, role, of);
      return of;
    }
    case "selector_expression": {
      const [operand, name] = [walk.field(node, "operand"), walk.field(node, "field")];
      const of = stepped(walk.value(operand), `.${walk.text(name)}`);
      walk.reference(name, role, of);
      if (walk.type(operand) === "identifier") {
        walk.hazard(hazardsOf(walk.text(operand), walk.text(name)));
      }
      return of;
    }
    case "parenthesized_expression":
      return walk.deeper(() => referred(walk.children(node)[0] ?? NO_NODE, walk, role));
    case "unary_expression":
      return walk.text(walk.field(node, "operator")) === "*"
        ? walk.deeper(() => referred(walk.field(node, "operand"), walk, role))
        : walk.value(node);
    default:
      return walk.value(node);
  }
}

/** Built-in functions that return their first argument, or a value of the type that it names. */
const FIRST_GIVES = /^(?:new|make|append|min|max|sync\.OnceValue)$/;

const call: Reading = (node, walk) => {
  const callee = walk.field(node, "function");
  const given = walk.field(node, "arguments");
  walk.visit(walk.field(node, "type_arguments"));
  const [first = NO_NODE, ...others] = walk.children(given);
  const of = referred(callee, walk, "call");
  if (FIRST_GIVES.test(walk.text(callee).slice(0, 20)) && first !== NO_NODE) {
    const value = typeOrValue(first, walk);
    const isAppended = walk.text(callee) === "append";
    for (const other of others) {
      walk.converts(walk.value(other), isAppended ? stepped(value, "[]") : null, walk.line(other));
    }
    return value;
  }
  readArguments(given, of, walk);
  return stepped(of, "()");
};

/** The first argument of `new` and `make` is a type, and a type's name may be read as an expression. */
function typeOrValue(node: NodeAt, walk: Walk): ChainDraft {
  const enclosing = walk.text(walk.field(walk.parent(walk.parent(node)), "function"));
  const isType = enclosing === "new" || enclosing === "make";
  const isName = walk.type(node) === "identifier" || walk.type(node) === "selector_expression";
  return isType && isName ? stepped(referred(node, walk, "type"), "^") : walk.value(node);
}

const literal: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const of = walk.value(type);
  const isMap = walk.type(type) === "map_type";
  fill(walk.field(node, "body"), of, isMap || /array|slice/.test(walk.type(type)), walk);
  return of;
};

/** What is in braces: fields of a struct by name, or elements. `isMany`: certainly elements. */
function fill(body: NodeAt, of: ChainDraft, isMany: boolean, walk: Walk): void {
  for (const part of walk.children(body)) {
    if (walk.type(part) === "keyed_element") {
      const [key = NO_NODE, value = NO_NODE] = walk.children(part);
      const name = walk.children(key)[0] ?? key;
      if (!isMany && walk.type(name) === "identifier") {
        const field = stepped(of, `.${walk.text(name)}`);
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
  const inside = walk.type(node) === "literal_element" ? (walk.children(node)[0] ?? NO_NODE) : node;
  if (walk.type(inside) === "literal_value") {
    walk.deeper(() => fill(inside, due, endsIn(due, COLLECTION), walk));
  } else {
    walk.converts(walk.value(inside), due, walk.line(inside));
  }
}

const unary: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "operand"));
  switch (walk.text(walk.field(node, "operator"))) {
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
  const operator = walk.text(walk.field(node, "operator"));
  if (operator === "&&" || operator === "||") {
    walk.branch();
  }
  const left = walk.value(walk.field(node, "left"));
  walk.visit(walk.field(node, "right"));
  return /^(?:[+\-*/%&|^]|&\^|<<|>>)$/.test(operator) ? left : rooted("!");
};

/** The value of what is in this field; the rest is visited. */
const through =
  (field: string, steps = ""): Reading =>
  (node, walk) => {
    const value = walk.value(walk.field(node, field));
    walk.visitChildren(node, field);
    return stepped(value, steps);
  };

const assertion: Reading = (node, walk) => {
  const from = walk.value(walk.field(node, "operand"));
  const to = walk.value(walk.field(node, "type"));
  // Only a type that implements the interface can be asserted.
  walk.converts(to, from, walk.line(node));
  return to;
};

const closure: Reading = (node, walk) => {
  let gives: ChainDraft = null;
  walk.within({ kind: "function" }, () => {
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
  parenthesized_expression: (node, walk) => walk.value(walk.children(node)[0] ?? NO_NODE),
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
