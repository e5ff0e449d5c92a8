// Reads C#'s expressions: their values, and the names they refer to.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { enclosingInstance, leftSpine, ternary } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { valueWithin, within } from "./expected.ts";
import { lambda, oneOf } from "./functions.ts";
import { hazardOfClass, PASSES_ELEMENT } from "./names.ts";
import { matched } from "./patterns.ts";
import type { Reading, Walk } from "./state.ts";
import { argumentsOf, namedType, valueOfType } from "./types.ts";

/** The name in `Load` or `Load<Line>`, whose arguments are recorded as references. */
function nameIn(node: NodeAt, walk: Walk): NodeAt {
  if (walk.tree.type(node) !== "generic_name") {
    return node;
  }
  argumentsOf(node, walk);
  return walk.tree.children(node)[0] ?? NO_NODE;
}

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const { tree, facts } = walk;
  switch (tree.type(node)) {
    case "identifier":
    case "generic_name": {
      const name = nameIn(node, walk);
      const of = facts.name(tree.text(name));
      walk.reference(name, role, of);
      return of;
    }
    case "member_access_expression":
      return memberOf(walk.value(tree.field(node, "expression")), tree.field(node, "name"), walk, role);
    case "conditional_access_expression": {
      const [condition = NO_NODE, rest = NO_NODE] = tree.children(node);
      const receiver = walk.value(condition);
      return within({ receiver }, () => walk.deeper(() => referred(rest, walk, role)), walk);
    }
    case "member_binding_expression":
      return memberOf(walk.state.receiver, tree.field(node, "name"), walk, role);
    case "alias_qualified_name":
      return namedType(node, walk, role);
    default:
      return walk.value(node);
  }
}

function memberOf(owner: ChainDraft, node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const name = nameIn(node, walk);
  const of = stepped(owner, `.${walk.tree.text(name)}`);
  walk.reference(name, role, of);
  return of;
}

const read: Reading = (node, walk) => walk.deeper(() => referred(node, walk, "read"));

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const called = tree.field(node, "function");
  const of = referred(called, walk, "call");
  const isMember = tree.type(called) === "member_access_expression";
  const object = isMember ? tree.field(called, "expression") : NO_NODE;
  facts.hazard(tree.type(object) === "identifier" ? hazardOfClass(tree.text(object)) : 0);
  const name = tree.text(isMember ? tree.field(called, "name") : called).replace(/<.*/s, "");
  const owner = of === null ? null : { ...of, steps: of.steps.replace(/\.[^.]*$/, "") };
  const one = isMember && PASSES_ELEMENT.has(name) ? oneOf(owner) : null;
  argumentsIn(tree.field(node, "arguments"), one, walk);
  // `Task.ConfigureAwait(false)` returns its receiver.
  return name === "ConfigureAwait" ? owner : stepped(of, "()");
};

function argumentsIn(list: NodeAt, one: ChainDraft, walk: Walk): void {
  const { tree } = walk;
  for (const argument of list === NO_NODE ? [] : tree.children(list)) {
    for (const given of tree.children(argument)) {
      if (tree.type(given) === "lambda_expression") {
        walk.deeper(() => lambda(given, one, walk));
      } else {
        valueWithin({ expected: null }, given, walk);
      }
    }
  }
}

const creation: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const type = tree.field(node, "type");
  facts.hazard(hazardOfClass(tree.text(type)));
  const value = valueOfType(type, walk, "new");
  walk.visit(tree.field(node, "arguments"));
  initialized(tree.field(node, "initializer"), value, walk);
  return value;
};

/** `new(…)` makes what is expected here. */
const implicitCreation: Reading = (node, walk) => {
  const { tree } = walk;
  const { expected } = walk.state;
  walk.visit(tree.childOfType(node, "argument_list"));
  initialized(tree.childOfType(node, "initializer_expression"), expected, walk);
  return expected;
};

/** `{ Name = "a", Lines = { … } }` behind `new Store`: members of what is made. */
function initialized(node: NodeAt, value: ChainDraft, walk: Walk): void {
  const { tree } = walk;
  for (const part of node === NO_NODE ? [] : tree.children(node)) {
    const [left = NO_NODE] = /assignment_expression$/.test(tree.type(part)) ? tree.children(part) : [];
    if (tree.type(left) !== "identifier") {
      valueWithin({ expected: oneOf(value) }, part, walk);
      continue;
    }
    const of = memberOf(value, left, walk, "write");
    const right = tree.children(part).at(-1) ?? NO_NODE;
    if (tree.type(right) === "initializer_expression") {
      walk.deeper(() => initialized(right, of, walk));
    } else {
      valueWithin({ expected: of }, right, walk);
    }
  }
}

const arrayCreation: Reading = (node, walk) => {
  const { tree } = walk;
  const type = tree.childOfType(node, "array_type");
  const value = valueOfType(type, walk, "new");
  walk.visit(type === NO_NODE ? NO_NODE : tree.field(type, "rank"));
  initialized(tree.childOfType(node, "initializer_expression"), value, walk);
  return value;
};

/** `a + b + c` is nested to the left, as deep as it is long. */
const binary: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const { left, operations } = leftSpine(node, (each) =>
    tree.type(each) === "binary_expression" ? tree.field(each, "left") : null,
  );
  let value = walk.value(left);
  for (const each of operations) {
    const sign = tree.text(tree.childOfType(each, "??"));
    if (sign !== "" || tree.childOfType(each, "&&") !== NO_NODE || tree.childOfType(each, "||") !== NO_NODE) {
      facts.branch();
    }
    const right = walk.value(tree.field(each, "right"));
    value = sign === "" ? NOTHING : (value ?? right);
  }
  return value;
};

const assignment: Reading = (node, walk) => {
  const { tree } = walk;
  const written = referred(tree.field(node, "left"), walk, "write");
  const value = valueWithin({ expected: written }, tree.field(node, "right"), walk);
  return value;
};

const isPattern: Reading = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "expression"));
  matched(tree.field(node, "pattern"), value, walk);
  return NOTHING;
};

const switchExpression: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const [value = NO_NODE, ...arms] = tree.children(node);
  const asked = walk.value(value);
  for (const arm of arms) {
    facts.branch();
    facts.within({ kind: "block" }, () => matched(arm, asked, walk));
  }
  return null;
};

/** `x as Store`, `(Store)x`: what it is afterwards. */
const asType: Reading = (node, walk) => {
  walk.visit(walk.tree.field(node, "left"));
  return valueOfType(walk.tree.field(node, "right"), walk);
};

const cast: Reading = (node, walk) => {
  const value = valueOfType(walk.tree.field(node, "type"), walk);
  walk.visit(walk.tree.field(node, "value"));
  return value;
};

const ofType: Reading = (node, walk) => {
  valueOfType(walk.tree.children(node)[0] ?? NO_NODE, walk);
  return NOTHING;
};

const last: Reading = (node, walk) => {
  const parts = walk.tree.children(node).map((part) => walk.value(part));
  return parts.at(-1) ?? null;
};

/** `x!` is x; `x++` is written. */
const unary: Reading = (node, walk) => {
  const { tree } = walk;
  const [operand = NO_NODE] = tree.children(node);
  const isWritten = tree.childOfType(node, "++") !== NO_NODE || tree.childOfType(node, "--") !== NO_NODE;
  return isWritten ? referred(operand, walk, "write") : walk.value(operand);
};

const nothing: Reading = () => NOTHING;

export const csharpValues: Readonly<Record<string, Reading>> = {
  identifier: read,
  generic_name: read,
  member_access_expression: read,
  conditional_access_expression: read,
  member_binding_expression: read,
  alias_qualified_name: read,
  qualified_name: (node, walk) => namedType(node, walk, "read"),
  this_expression: (_, { facts }) => enclosingInstance(facts),
  base_expression: (_, { facts }) => enclosingInstance(facts, "super"),
  invocation_expression: call,
  object_creation_expression: creation,
  implicit_object_creation_expression: implicitCreation,
  array_creation_expression: arrayCreation,
  element_access_expression(node, walk) {
    const value = walk.value(walk.tree.field(node, "expression"));
    walk.visit(walk.tree.field(node, "subscript"));
    return stepped(value, "[]");
  },
  element_binding_expression(node, walk) {
    walk.visitChildren(node);
    return stepped(walk.state.receiver, "[]");
  },
  with_expression(node, walk) {
    const [of = NO_NODE, parts = NO_NODE] = walk.tree.children(node);
    const value = walk.value(of);
    initialized(parts, value, walk);
    return value;
  },
  parenthesized_expression: last,
  await_expression: last,
  checked_expression: last,
  binary_expression: binary,
  conditional_expression: ternary,
  assignment_expression: assignment,
  is_pattern_expression: isPattern,
  switch_expression: switchExpression,
  as_expression: asType,
  is_expression: asType,
  cast_expression: cast,
  type_of_expression: ofType,
  default_expression: (node, walk) => valueOfType(walk.tree.field(node, "type"), walk),
  size_of_expression: ofType,
  postfix_unary_expression: unary,
  prefix_unary_expression: unary,
  lambda_expression: (node, walk) => {
    lambda(node, null, walk);
    return null;
  },
  anonymous_method_expression: (node, walk) => {
    lambda(node, null, walk);
    return null;
  },
  predefined_type: nothing,
  string_literal: nothing,
  verbatim_string_literal: nothing,
  character_literal: nothing,
  integer_literal: nothing,
  real_literal: nothing,
  boolean_literal: nothing,
  null_literal: nothing,
};
