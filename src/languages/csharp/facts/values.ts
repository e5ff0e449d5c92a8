// Reads C#'s expressions: their values, and the names they refer to.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import {
  enclosingInstance,
  forTypes,
  last,
  literal,
  readBinary,
  referToMember,
  referToName,
  ternary,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { argumentStep, CALL, ELEMENT } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { behind, valueWithin, within } from "./expected.ts";
import { lambda } from "./functions.ts";
import { hazardOfClass, PASSES_ELEMENT } from "./names.ts";
import { matched } from "./patterns.ts";
import type { Reading, Walk } from "./state.ts";
import { argumentsOf, namedType, valueOfType } from "./types.ts";

/** The name in `Load` or `Load<Line>`, whose arguments are recorded as references. */
function nameIn(node: NodeAt, walk: Walk): NodeAt {
  if (walk.type(node) !== "generic_name") {
    return node;
  }
  argumentsOf(node, walk);
  return walk.children(node)[0] ?? NO_NODE;
}

/** An expression whose outermost name is recorded as a reference with this role. */
function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  switch (walk.type(node)) {
    case "identifier":
      // The sign of an assignment, where a name stands for it (neutralisers.ts).
      return walk.text(node) === "=" ? null : referToName(node, walk, role);
    case "generic_name":
      return referToName(nameIn(node, walk), walk, role);
    case "member_access_expression":
      return memberOf(walk.value(walk.field(node, "expression")), walk.field(node, "name"), walk, role);
    case "conditional_access_expression": {
      const receiver = walk.value(walk.field(node, "condition"));
      const rest = walk.children(node).at(-1) ?? NO_NODE;
      return within({ receiver }, () => walk.deeper(() => referred(rest, walk, role)), walk);
    }
    case "member_binding_expression":
      return memberOf(walk.state.receiver, walk.field(node, "name"), walk, role);
    case "alias_qualified_name":
      return namedType(node, walk, role);
    default:
      return walk.value(node);
  }
}

const memberOf = (owner: ChainDraft, node: NodeAt, walk: Walk, role: Role): ChainDraft =>
  referToMember(owner, nameIn(node, walk), walk, role);

const read: Reading = (node, walk) => walk.deeper(() => referred(node, walk, "read"));

/** Of `store.Load` and `store?.Load`, both; or no object, and all of it. */
function partsOfCalled(called: NodeAt, walk: Walk): readonly [object: NodeAt, member: NodeAt] {
  switch (walk.type(called)) {
    case "member_access_expression":
      return [walk.field(called, "expression"), walk.field(called, "name")];
    case "conditional_access_expression": {
      const name = walk.field(walk.childOfType(called, "member_binding_expression"), "name");
      return name === NO_NODE ? [NO_NODE, called] : [walk.field(called, "condition"), name];
    }
    default:
      return [NO_NODE, called];
  }
}

/** What an argument passes, without its label. */
const passedBy = (argument: NodeAt, walk: Walk): NodeAt[] =>
  walk.children(argument).filter((part) => walk.fieldOf(part) !== "name");

const call: Reading = (node, walk) => {
  const called = walk.field(node, "function");
  const [object, member] = partsOfCalled(called, walk);
  const isMember = member !== called;
  const receiver = walk.value(object);
  const of = isMember ? memberOf(receiver, member, walk, "call") : referred(called, walk, "call");
  walk.hazard(walk.type(object) === "identifier" ? hazardOfClass(walk.text(object)) : 0);
  const name = walk.text(member).replace(/<.*/s, "");
  const element = PASSES_ELEMENT.has(name) ? stepped(receiver, ELEMENT) : null;
  for (const argument of walk.children(walk.field(node, "arguments")).flatMap((one) => passedBy(one, walk))) {
    if (walk.type(argument) === "lambda_expression") {
      walk.deeper(() => lambda(argument, element, walk));
    } else {
      valueWithin({ expected: null }, argument, walk);
    }
  }
  // `Task.ConfigureAwait(false)` returns its receiver.
  return isMember && name === "ConfigureAwait" ? receiver : stepped(of, CALL);
};

const creation: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  walk.hazard(hazardOfClass(walk.text(type)));
  const value = valueOfType(type, walk, "new");
  passed(walk.field(node, "arguments"), value, walk);
  initialized(walk.field(node, "initializer"), value, walk);
  return value;
};

/** `new(…)` makes what is expected here. */
const implicitCreation: Reading = (node, walk) => {
  const { expected } = walk.state;
  passed(walk.childOfType(node, "argument_list"), expected, walk);
  initialized(walk.childOfType(node, "initializer_expression"), expected, walk);
  return expected;
};

/** Arguments of what is made, whose names are those of the fields that they set: `new Line(Size: 1)`. */
function passed(list: NodeAt, value: ChainDraft, walk: Walk): void {
  for (const argument of walk.children(list)) {
    const label = walk.field(argument, "name");
    if (label !== NO_NODE && value !== null) {
      walk.reference(label, "write", stepped(value, argumentStep(walk.text(label))));
    }
    walk.visit(argument);
  }
}

/** `{ Name = "a", Lines = { … } }` behind `new Store`: members of what is made. */
function initialized(node: NodeAt, value: ChainDraft, walk: Walk): void {
  for (const part of walk.children(node)) {
    initializedBy(part, value, walk);
  }
}

function initializedBy(part: NodeAt, value: ChainDraft, walk: Walk): void {
  const [left = NO_NODE] = /^(?:assignment_expression|with_initializer)$/.test(walk.type(part))
    ? walk.children(part)
    : [];
  if (walk.type(left) !== "identifier") {
    valueWithin({ expected: stepped(value, ELEMENT) }, part, walk);
    return;
  }
  const of = memberOf(value, left, walk, "write");
  const right = behind("=", part, walk);
  if (walk.type(right) === "initializer_expression") {
    walk.deeper(() => initialized(right, of, walk));
  } else {
    valueWithin({ expected: of }, right, walk);
  }
}

/** `[first, .. others]` makes what is expected here. */
const collection: Reading = (node, walk) => {
  const { expected } = walk.state;
  for (const element of walk.children(node).flatMap(walk.children)) {
    const isSpread = walk.type(element) === "spread_element";
    valueWithin({ expected: isSpread ? expected : stepped(expected, ELEMENT) }, element, walk);
  }
  return expected;
};

/** `new { Name = name, store.Size }`: what is written before `=` is a member of nothing else. */
const anonymous: Reading = (node, walk) => {
  for (const part of walk.children(node)) {
    walk.visit(walk.type(walk.nextSibling(part)) === "=" ? NO_NODE : part);
  }
  return null;
};

const arrayCreation: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const value = valueOfType(type, walk, "new");
  walk.visit(walk.field(type, "rank"));
  initialized(walk.childOfType(node, "initializer_expression"), value, walk);
  return value;
};

const binary: Reading = (node, walk) =>
  readBinary(node, walk, /^(?:&&|\|\||\?\?)$/, (operator, left, right) =>
    operator === "??" ? (left ?? right) : NOTHING,
  );

const assignment: Reading = (node, walk) => {
  const expected = referred(walk.field(node, "left"), walk, "write");
  return valueWithin({ expected }, walk.field(node, "right"), walk);
};

const isPattern: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "expression"));
  matched(walk.field(node, "pattern"), value, walk);
  return NOTHING;
};

const switchExpression: Reading = (node, walk) => {
  const subject = walk.value(walk.firstChild(node));
  for (const arm of walk.children(node).filter((part) => walk.type(part) === "switch_expression_arm")) {
    walk.branch();
    walk.within({ kind: "block" }, () => matched(arm, subject, walk));
  }
  return null;
};

/** `x as Store`, `(Store)x`: what it is afterwards. */
const asType: Reading = (node, walk) => {
  walk.visit(walk.field(node, "left"));
  return valueOfType(walk.field(node, "right"), walk);
};

const cast: Reading = (node, walk) => {
  const value = valueOfType(walk.field(node, "type"), walk);
  walk.visit(walk.field(node, "value"));
  return value;
};

const ofType: Reading = (node, walk) => {
  valueOfType(walk.children(node)[0] ?? NO_NODE, walk);
  return NOTHING;
};

/** `x!` is x; `x++` is written. */
const unary: Reading = (node, walk) => {
  const [operand = NO_NODE] = walk.children(node);
  const isWritten = walk.childOfType(node, "++") !== NO_NODE || walk.childOfType(node, "--") !== NO_NODE;
  return isWritten ? referred(operand, walk, "write") : walk.value(operand);
};

export const csharpValues: Readonly<Record<string, Reading>> = {
  ...forTypes(read, "identifier", "generic_name", "alias_qualified_name"),
  ...forTypes(read, "member_access_expression", "conditional_access_expression", "member_binding_expression"),
  qualified_name: (node, walk) => namedType(node, walk, "read"),
  this: (_, walk) => enclosingInstance(walk),
  base: (_, walk) => enclosingInstance(walk, "super"),
  invocation_expression: call,
  object_creation_expression: creation,
  implicit_object_creation_expression: implicitCreation,
  array_creation_expression: arrayCreation,
  element_access_expression(node, walk) {
    const value = walk.value(walk.field(node, "expression"));
    walk.visit(walk.field(node, "subscript"));
    return stepped(value, ELEMENT);
  },
  element_binding_expression(node, walk) {
    walk.visitChildren(node);
    return stepped(walk.state.receiver, ELEMENT);
  },
  with_expression(node, walk) {
    const value = walk.value(walk.firstChild(node));
    const parts = walk.children(node).filter((part) => walk.type(part) === "with_initializer");
    for (const part of parts) {
      initializedBy(part, value, walk);
    }
    return value;
  },
  collection_expression: collection,
  anonymous_object_creation_expression: anonymous,
  ...forTypes(last, "parenthesized_expression", "await_expression", "checked_expression", "ref_expression"),
  ...forTypes(last, "expression_element", "spread_element"),
  binary_expression: binary,
  conditional_expression: ternary,
  assignment_expression: assignment,
  is_pattern_expression: isPattern,
  switch_expression: switchExpression,
  ...forTypes(asType, "as_expression", "is_expression"),
  cast_expression: cast,
  ...forTypes(ofType, "typeof_expression", "sizeof_expression"),
  default_expression: (node, walk) => valueOfType(walk.field(node, "type"), walk),
  ...forTypes(unary, "postfix_unary_expression", "prefix_unary_expression"),
  ...forTypes(literal, "predefined_type", "string_literal", "verbatim_string_literal", "raw_string_literal"),
  ...forTypes(literal, "character_literal", "integer_literal", "real_literal", "boolean_literal", "null_literal"),
};
