// Reads Ruby's expressions: their values, and the names they refer to. A bare name that no variable has is a call of a method of
// `self`.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { either, forTypes, literal, referToMember, ternary } from "../../../facts/common.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { assign, assignment } from "./assignments.ts";
import { call, oneOf } from "./calls.ts";
import { constant } from "./constants.ts";
import { bindParameters } from "./definitions.ts";
import { referToAttribute } from "./named-by-literals.ts";
import { bareName, callsAbove, selfOf } from "./selves.ts";
import type { Reading } from "./state.ts";

const identifier: Reading = (node, walk) => {
  const of = bareName(walk.text(node), walk);
  walk.reference(node, "call", of);
  return of;
};

/** `@orders`: a field of the enclosing class, under the name with its sign. */
const variable: Reading = (node, walk) => {
  referToAttribute(node, "read", walk);
  return referToMember(selfOf(walk), node, walk, "read");
};

/** An instance of one of Ruby's own classes, to which a project may have added. */
const instanceOf =
  (name: string): Reading =>
  (node, walk) => {
    walk.visitChildren(node);
    return stepped(rooted(name), "^");
  };

const ASIDE: ReadonlySet<string> = new Set(["comment", "rescue", "ensure", "else", "heredoc_body"]);

/** The value of the last of these, without what only runs beside them. */
const last: Reading = (node, walk) => {
  let value: ChainDraft = null;
  for (const one of walk.children(node)) {
    const result = walk.value(one);
    value = ASIDE.has(walk.type(one)) ? value : result;
  }
  return value;
};

const array: Reading = (node, walk) => {
  const [value] = walk.children(node).map(walk.value);
  return stepped(value ?? NOTHING, "*");
};

const element: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "object"));
  walk.visitChildren(node, "object");
  return oneOf(value);
};

const lambda: Reading = (node, walk) => {
  walk.within({ kind: "block" }, () => {
    bindParameters(walk.children(walk.field(node, "parameters")), [], walk);
    walk.visit(walk.field(walk.field(node, "body"), "body"));
  });
  return null;
};

/** `a || b`: what is known of either; `a && b` is b. */
const binary: Reading = (node, walk) => {
  const left = walk.value(walk.field(node, "left"));
  const right = walk.value(walk.field(node, "right"));
  switch (walk.text(walk.field(node, "operator"))) {
    case "||":
    case "or":
      return left === null || right === null ? (left ?? right) : either(left, right);
    case "&&":
    case "and":
      return right;
    default:
      return null;
  }
};

export const rubyValues: Readonly<Record<string, Reading>> = {
  identifier,
  ...forTypes<Reading>((node, walk) => constant(node, walk, "read"), "constant", "scope_resolution"),
  ...forTypes(variable, "instance_variable", "class_variable"),
  self: (_node, walk) => selfOf(walk),
  super: callsAbove,
  call,
  assignment,
  operator_assignment(node, walk) {
    const value = walk.value(walk.field(node, "right"));
    assign(walk.field(node, "left"), value, walk);
    return value;
  },
  binary,
  ...forTypes<Reading>(ternary, "if", "unless", "conditional"),
  array,
  element_reference: element,
  lambda,
  ...forTypes(
    last,
    "then",
    "else",
    "body_statement",
    "block_body",
    "begin",
    "parenthesized_statements",
    "argument_list",
  ),
  return(node, walk) {
    const result = walk.firstChild(node) === NO_NODE ? NOTHING : last(node, walk);
    walk.returns(result);
    return result;
  },
  ...forTypes(instanceOf("String"), "string", "chained_string", "heredoc_beginning"),
  ...forTypes(instanceOf("Array"), "string_array", "symbol_array"),
  hash: instanceOf("Hash"),
  integer: instanceOf("Integer"),
  float: instanceOf("Float"),
  regex: instanceOf("Regexp"),
  range: instanceOf("Range"),
  ...forTypes<Reading>(literal, "nil", "true", "false"),
  simple_symbol: instanceOf("Symbol"),
};
