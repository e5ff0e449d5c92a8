// Reads Rust's expressions: their values, and the names they refer to.

import { BUILT_IN_VALUE, type ChainDraft, ownerOf, stepped } from "../../../facts/chain-drafts.ts";
import { first, forTypes, last, referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { type Role, UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { hazardsOf, ITERATES, RETURNS_RECEIVER, WRAPPERS } from "./names.ts";
import { namesOf, pathOf, selfOf } from "./paths.ts";
import { bindPattern } from "./patterns.ts";
import type { Reading, Visitor, Walk } from "./state.ts";

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  switch (walk.type(node)) {
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
  const name = walk.field(node, "field");
  const value = walk.value(walk.field(node, "value"));
  return walk.type(name) === "field_identifier"
    ? referToMember(value, name, walk, role)
    : stepped(value, `.${walk.text(name)}`);
}

const call: Reading = (node, walk) => {
  let callee = walk.field(node, "function");
  const args = walk.children(walk.field(node, "arguments"));
  if (walk.type(callee) === "generic_function") {
    walk.visit(walk.field(callee, "type_arguments"));
    callee = walk.field(callee, "function");
  }
  walk.hazard(hazardsOf(namesOf(callee, walk)));
  if (walk.type(callee) === "field_expression") {
    return methodCall(callee, args, walk);
  }
  const of = referred(callee, walk, "call");
  const [first = null] = args.map(walk.value);
  const path = walk.text(callee);
  if (WRAPPERS.has(path.replace(/::new$/, ""))) {
    return first;
  }
  return /::default$/.test(path) ? ofDefault(of) : stepped(of, "()");
};

/** `Order::default()` is one, whether its `Default` is written or derived. */
const ofDefault = (of: ChainDraft): ChainDraft => stepped(ownerOf(of) ?? of, "^");

function methodCall(callee: NodeAt, args: readonly NodeAt[], walk: Walk): ChainDraft {
  const name = walk.text(walk.field(callee, "field"));
  const receiver = walk.value(walk.field(callee, "value"));
  const of = referToMember(receiver, walk.field(callee, "field"), walk, "call");
  const isMany = ITERATES.test(walk.text(walk.field(callee, "value")).slice(-TAIL_MAX));
  for (const one of args) {
    if (walk.type(one) === "closure_expression") {
      closure(one, PASSES_TO_CLOSURE.has(name) ? stepped(receiver, isMany ? "[]" : "") : null, walk);
    } else {
      walk.value(one);
    }
  }
  return RETURNS_RECEIVER.has(name) ? receiver : stepped(of, "()");
}

/** Characters at an expression's end that are read to see whether it is an iterator. */
const TAIL_MAX = 160;
/** Methods that pass their receiver, or an element of it, to a closure: `x.map(|x| …)`. */
const PASSES_TO_CLOSURE = wordSet(`
map for_each filter filter_map flat_map any all find position map_while take_while skip_while retain partition and_then inspect
then is_some_and
`);

function closure(node: NodeAt, first: ChainDraft, walk: Walk): ChainDraft {
  walk.within({ kind: "function" }, () => {
    for (const [at, parameter] of walk.children(walk.field(node, "parameters")).entries()) {
      const isTyped = walk.type(parameter) === "parameter";
      const value = isTyped ? walk.value(walk.field(parameter, "type")) : at === 0 ? first : null;
      bindPattern(isTyped ? walk.field(parameter, "pattern") : parameter, value, walk);
    }
    walk.value(walk.field(node, "body"));
  });
  return null;
}

/** `Order { id, total: 1 }`: fields of the type are written. */
const struct: Reading = (node, walk) => {
  const type = pathOf(walk.field(node, "name"), walk, "new");
  for (const part of walk.children(walk.field(node, "body"))) {
    const name =
      walk.type(part) === "shorthand_field_initializer"
        ? (walk.children(part)[0] ?? NO_NODE)
        : walk.childOfType(part, "field_identifier");
    if (name === NO_NODE) {
      walk.visit(part);
      continue;
    }
    referToMember(type, name, walk, "write");
    if (walk.type(part) === "shorthand_field_initializer") {
      referToName(name, walk, "read");
    } else {
      walk.value(walk.field(part, "value"));
    }
  }
  return stepped(type, "^");
};

const inner: Reading = (node, walk) => walk.value(walk.children(node)[0] ?? NO_NODE);

const lastValue: Reading = (node, walk) => walk.within({ kind: "block" }, () => last(node, walk));

const index: Reading = (node, walk) => {
  return stepped(first(node, walk), "[]");
};

const cast: Reading = (node, walk) => {
  walk.value(walk.field(node, "value"));
  return walk.value(walk.field(node, "type"));
};

const builtIn: Reading = () => BUILT_IN_VALUE;

const elements: Reading = (node, walk) => stepped(first(node, walk), "*");

const unsafe: Reading = (node, walk) => {
  walk.hazard(UNSAFE);
  return lastValue(node, walk);
};

const path: Reading = (node, walk) => pathOf(node, walk, "read");

export const rustValues: Readonly<Record<string, Reading>> = {
  ...forTypes(path, "identifier", "scoped_identifier"),
  self: (_node, walk) => selfOf(walk),
  field_expression: (node, walk) => member(node, walk, "read"),
  call_expression: call,
  struct_expression: struct,
  closure_expression: (node, walk) => closure(node, null, walk),
  ...forTypes(inner, "try_expression", "await_expression", "parenthesized_expression", "unary_expression"),
  expression_statement: inner,
  reference_expression: (node, walk) => walk.value(walk.field(node, "value")),
  index_expression: index,
  type_cast_expression: cast,
  array_expression: elements,
  block: lastValue,
  unsafe_block: unsafe,
  ...forTypes(builtIn, "integer_literal", "float_literal", "string_literal", "raw_string_literal", "char_literal"),
  boolean_literal: builtIn,
};

const assign: Visitor = (node, walk) => {
  walk.value(walk.field(node, "right"));
  referred(walk.field(node, "left"), walk, "write");
};

export const rustWrites: Readonly<Record<string, Visitor>> = {
  ...forTypes(assign, "assignment_expression", "compound_assignment_expr"),
};
