// Reads Rust's expressions: their values, and the names they refer to.

import { BUILT_IN_VALUE, type ChainDraft, ownerOf, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { type Role, UNSAFE } from "../../../vocabulary/facts.ts";
import { hazardsOf, ITERATES, SAME, WRAPPERS } from "./names.ts";
import { namesOf, pathOf, selfOf } from "./paths.ts";
import { bindPattern } from "./patterns.ts";
import type { Reading, Visitor, Walk } from "./state.ts";

/** `self` in a method; elsewhere a module. */
const selfValue: Reading = (_node, walk) => selfOf(walk);

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "identifier":
    case "scoped_identifier":
      return pathOf(node, walk, role);
    case "field_expression":
      return member(node, walk, role);
    default:
      return walk.value(node);
  }
}

function member(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const { tree } = walk;
  const name = tree.field(node, "field");
  const of = stepped(walk.value(tree.field(node, "value")), `.${tree.text(name)}`);
  if (tree.type(name) === "field_identifier") {
    walk.reference(name, role, of);
  }
  return of;
}

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  let callee = tree.field(node, "function");
  const given = tree.children(tree.field(node, "arguments"));
  if (tree.type(callee) === "generic_function") {
    walk.visit(tree.field(callee, "type_arguments"));
    callee = tree.field(callee, "function");
  }
  facts.hazard(hazardsOf(namesOf(callee, walk)));
  if (tree.type(callee) === "field_expression") {
    return methodCall(callee, given, walk);
  }
  const of = referred(callee, walk, "call");
  const values = given.map(walk.value);
  const path = tree.text(callee);
  if (WRAPPERS.has(path.replace(/::new$/, ""))) {
    return values[0] ?? null;
  }
  return /::default$/.test(path) ? ofDefault(of) : stepped(of, "()");
};

/** `Order::default()` is one, whether its `Default` is written or derived. */
const ofDefault = (of: ChainDraft): ChainDraft => stepped(ownerOf(of) ?? of, "^");

function methodCall(callee: NodeAt, given: readonly NodeAt[], walk: Walk): ChainDraft {
  const { tree } = walk;
  const name = tree.text(tree.field(callee, "field"));
  const receiver = walk.value(tree.field(callee, "value"));
  const of = stepped(receiver, `.${name}`);
  walk.reference(tree.field(callee, "field"), "call", of);
  const isMany = ITERATES.test(tree.text(tree.field(callee, "value")).slice(-TAIL_MAX));
  for (const one of given) {
    if (tree.type(one) === "closure_expression") {
      closure(one, PASSES_TO_CLOSURE.has(name) ? stepped(receiver, isMany ? "[]" : "") : null, walk);
    } else {
      walk.value(one);
    }
  }
  return SAME.has(name) ? receiver : stepped(of, "()");
}

/** Characters at an expression's end that are read to see whether it is an iterator. */
const TAIL_MAX = 160;
/** Methods that pass their receiver, or an element of it, to a closure: `x.map(|x| …)`. */
const PASSES_TO_CLOSURE: ReadonlySet<string> = new Set(
  "map for_each filter filter_map flat_map any all find position map_while take_while skip_while retain partition and_then inspect then is_some_and".split(
    " ",
  ),
);

function closure(node: NodeAt, first: ChainDraft, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  facts.within({ kind: "function" }, () => {
    for (const [at, parameter] of tree.children(tree.field(node, "parameters")).entries()) {
      const isTyped = tree.type(parameter) === "parameter";
      const value = isTyped ? walk.value(tree.field(parameter, "type")) : at === 0 ? first : null;
      bindPattern(isTyped ? tree.field(parameter, "pattern") : parameter, value, walk);
    }
    walk.value(tree.field(node, "body"));
  });
  return null;
}

/** `Order { id, total: 1 }`: fields of the type are written. */
const struct: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const type = pathOf(tree.field(node, "name"), walk, "new");
  for (const part of tree.children(tree.field(node, "body"))) {
    const name =
      tree.type(part) === "shorthand_field_initializer"
        ? (tree.children(part)[0] ?? NO_NODE)
        : tree.childOfType(part, "field_identifier");
    if (name === NO_NODE) {
      walk.visit(part);
      continue;
    }
    walk.reference(name, "write", stepped(type, `.${tree.text(name)}`));
    if (tree.type(part) === "shorthand_field_initializer") {
      walk.reference(name, "read", facts.name(tree.text(name)));
    } else {
      walk.value(tree.field(part, "value"));
    }
  }
  return stepped(type, "^");
};

const inner: Reading = (node, walk) => walk.value(walk.tree.children(node)[0] ?? NO_NODE);

const lastValue: Reading = (node, walk) => {
  let value: ChainDraft = null;
  walk.facts.within({ kind: "block" }, () => {
    for (const one of walk.tree.children(node)) {
      value = walk.value(one);
    }
  });
  return value;
};

const reference: Reading = (node, walk) => walk.value(walk.tree.field(node, "value"));

const index: Reading = (node, walk) => {
  const [of = NO_NODE, at = NO_NODE] = walk.tree.children(node);
  const value = walk.value(of);
  walk.value(at);
  return stepped(value, "[]");
};

const cast: Reading = (node, walk) => {
  walk.value(walk.tree.field(node, "value"));
  return walk.value(walk.tree.field(node, "type"));
};

const literal: Reading = () => BUILT_IN_VALUE;

const elements: Reading = (node, walk) => {
  const values = walk.tree.children(node).map(walk.value);
  return stepped(values[0] ?? null, "*");
};

const unsafe: Reading = (node, walk) => {
  walk.facts.hazard(UNSAFE);
  return lastValue(node, walk);
};

const path: Reading = (node, walk) => pathOf(node, walk, "read");

export const rustValues: Readonly<Record<string, Reading>> = {
  identifier: path,
  scoped_identifier: path,
  self: selfValue,
  field_expression: (node, walk) => member(node, walk, "read"),
  call_expression: call,
  struct_expression: struct,
  closure_expression: (node, walk) => closure(node, null, walk),
  try_expression: inner,
  await_expression: inner,
  parenthesized_expression: inner,
  unary_expression: inner,
  expression_statement: inner,
  reference_expression: reference,
  index_expression: index,
  type_cast_expression: cast,
  array_expression: elements,
  block: lastValue,
  unsafe_block: unsafe,
  integer_literal: literal,
  float_literal: literal,
  string_literal: literal,
  raw_string_literal: literal,
  char_literal: literal,
  boolean_literal: literal,
};

const assign: Visitor = (node, walk) => {
  walk.value(walk.tree.field(node, "right"));
  referred(walk.tree.field(node, "left"), walk, "write");
};

export const rustWrites: Readonly<Record<string, Visitor>> = {
  assignment_expression: assign,
  compound_assignment_expr: assign,
};
