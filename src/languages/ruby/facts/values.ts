// Reads Ruby's expressions: their values, and the names they refer to. A bare name that no variable has is a call of a method of
// `self`.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { either, ternary } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { assign, assignment } from "./assignments.ts";
import { call, oneOf } from "./calls.ts";
import { constant } from "./constants.ts";
import { bindParameters } from "./definitions.ts";
import { aboveSelf, bareName, selfOf } from "./selves.ts";
import type { Reading, Walk } from "./state.ts";

const identifier: Reading = (node, walk) => {
  const of = bareName(walk.tree.text(node), walk);
  walk.reference(node, "call", of);
  return of;
};

/** `@orders`: a field of the enclosing class, under the name with its sign. */
const variable: Reading = (node, walk) => {
  const of = stepped(selfOf(walk), `.${walk.tree.text(node)}`);
  walk.reference(node, "read", of);
  return of;
};

/** An instance of one of Ruby's own classes, to which a project may have added. */
const instanceOf =
  (name: string): Reading =>
  (node, walk) => {
    walk.visitChildren(node);
    return stepped(rooted(name), "^");
  };

const ASIDE: ReadonlySet<string> = new Set(["comment", "rescue", "ensure", "else", "heredoc_body"]);

/** The value of the last of these; what is rescued aside. */
const last: Reading = (node, walk) => {
  let value: ChainDraft = null;
  for (const one of walk.tree.children(node)) {
    const given = walk.value(one);
    value = ASIDE.has(walk.tree.type(one)) ? value : given;
  }
  return value;
};

const array: Reading = (node, walk) => {
  const value = walk.tree.children(node).map(walk.value);
  return stepped(value[0] ?? NOTHING, "*");
};

const element: Reading = (node, walk) => {
  const value = walk.value(walk.tree.field(node, "object"));
  walk.visitChildren(node, "object");
  return oneOf(value);
};

const lambda: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.within({ kind: "block" }, () => {
    bindParameters(tree.children(tree.field(node, "parameters")), [], walk);
    walk.visit(tree.field(tree.field(node, "body"), "body"));
  });
  return null;
};

/** `a || b`: what is known of either; `a && b` is b. */
const binary: Reading = (node, walk) => {
  const { tree } = walk;
  const operator = operatorOf(node, walk);
  const left = walk.value(tree.field(node, "left"));
  const right = walk.value(tree.field(node, "right"));
  switch (operator) {
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

function operatorOf(node: NodeAt, { tree }: Walk): string {
  const operator = tree.field(node, "operator");
  return tree.text(operator);
}

/** A name of its own: an object with such a method would be taken for a promise. */
const THEN: string = "then";

export const rubyValues: Readonly<Record<string, Reading>> = {
  identifier,
  constant: (node, walk) => constant(node, walk, "read"),
  scope_resolution: (node, walk) => constant(node, walk, "read"),
  instance_variable: variable,
  class_variable: variable,
  self: (_node, walk) => selfOf(walk),
  super: (_node, walk) => stepped(aboveSelf(walk), "()"),
  call,
  assignment,
  operator_assignment(node, walk) {
    const value = walk.value(walk.tree.field(node, "right"));
    assign(walk.tree.field(node, "left"), value, walk);
    return value;
  },
  binary,
  if: ternary,
  unless: ternary,
  conditional: ternary,
  array,
  element_reference: element,
  lambda,
  [THEN]: last,
  else: last,
  body_statement: last,
  block_body: last,
  begin: last,
  parenthesized_statements: last,
  argument_list: last,
  return(node, walk) {
    const given = walk.tree.firstChild(node) === NO_NODE ? NOTHING : last(node, walk);
    walk.facts.returns(given);
    return given;
  },
  string: instanceOf("String"),
  chained_string: instanceOf("String"),
  heredoc_beginning: instanceOf("String"),
  string_array: instanceOf("Array"),
  symbol_array: instanceOf("Array"),
  hash: instanceOf("Hash"),
  integer: instanceOf("Integer"),
  float: instanceOf("Float"),
  regex: instanceOf("Regexp"),
  range: instanceOf("Range"),
  nil: () => NOTHING,
  true: () => NOTHING,
  false: () => NOTHING,
  simple_symbol: instanceOf("Symbol"),
};
