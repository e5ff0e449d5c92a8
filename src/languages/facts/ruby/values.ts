// What Ruby's expressions are, and the names they mention. A bare name that no variable has is a call of a method of `self`.

import { FILE } from "../../../vocabulary/facts.ts";
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import { nothing } from "../common.ts";
import type { Reading, Walk } from "../read-facts.ts";
import { type ChainDraft, isSame, NOTHING, rooted, stepped } from "../scopes.ts";
import { constant, selfOf } from "./constants.ts";
import { attributes, bindParameters, mixIn, titled } from "./definitions.ts";
import { GIVES_ONE, GIVES_SELF, hazardsOf } from "./names.ts";

const identifier: Reading = (node, walk) => {
  const of = walk.facts.name(walk.tree.text(node));
  walk.mention(node, "call", of);
  return of;
};

/** `@orders`: a field of the class around, under the name with its sign. */
const instanceVariable: Reading = (node, walk) => {
  const of = stepped(selfOf(walk), `.${walk.tree.text(node)}`);
  walk.mention(node, "read", of);
  return of;
};

const MIXES: ReadonlySet<string> = new Set(["include", "extend", "prepend"]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  "attr_reader",
  "attr_writer",
  "attr_accessor",
  "mattr_accessor",
  "cattr_accessor",
]);
const TITLED: ReadonlySet<string> = new Set(
  "describe context feature it specify scenario test shared_examples task namespace".split(" "),
);

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const receiver = tree.field(node, "receiver");
  const method = tree.field(node, "method");
  const name = tree.text(method);
  const block = tree.field(node, "block");
  const given = tree.children(tree.field(node, "arguments"));
  facts.hazard(hazardsOf(receiver === NO_NODE ? "" : tree.text(receiver).slice(0, 40), name));
  if (receiver === NO_NODE && /^require(?:_relative)?$/.test(name)) {
    required(given[0] ?? NO_NODE, name === "require_relative", walk);
  }
  if (receiver === NO_NODE && MIXES.has(name)) {
    mixIn(
      given.map((one) => constant(one, walk, "extend")),
      facts,
    );
    return NOTHING;
  }
  if (receiver === NO_NODE && ATTRIBUTES.has(name)) {
    attributes(given, walk);
    return NOTHING;
  }
  if (
    TITLED.has(name) &&
    block !== NO_NODE &&
    given.length > 0 &&
    (receiver === NO_NODE || tree.text(receiver) === "RSpec")
  ) {
    return titledBlock(given, block, node, walk);
  }
  const held = receiver === NO_NODE ? null : walk.value(receiver);
  const of = made(receiver, held, method, name, walk);
  for (const one of given) {
    walk.value(one);
  }
  readBlock(block, name, held, walk);
  return of;
};

/** `require_relative "order/store"`: which file, not which names. */
function required(given: NodeAt, isRelative: boolean, walk: Walk): void {
  const { tree, facts } = walk;
  const path = given === NO_NODE ? undefined : /^["']([^"'#]{1,200})["']$/.exec(tree.text(given))?.[1];
  if (path !== undefined) {
    facts.import({ local: null, imported: null, specifier: isRelative ? `./${path}` : path, line: walk.line(given) });
  }
}

/** `Store.new` is an instance; all else is what the method gives. */
function made(receiver: NodeAt, held: ChainDraft, method: NodeAt, name: string, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  if (name === "new") {
    const owner = facts.enclosingClass;
    return receiver !== NO_NODE ? stepped(held, "^") : owner === FILE ? null : rooted(`@${owner}^`);
  }
  if (receiver !== NO_NODE && tree.type(receiver) === "self" && name === "class") {
    return facts.enclosingClass === FILE ? null : rooted(`@${facts.enclosingClass}`);
  }
  const of = receiver === NO_NODE ? facts.name(name) : stepped(held, `.${name}`);
  if (method !== NO_NODE && /^(?:identifier|constant)$/.test(tree.type(method))) {
    walk.mention(method, "call", of);
  }
  return stepped(of, "()");
}

function readBlock(block: NodeAt, method: string, held: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  if (block === NO_NODE) {
    return;
  }
  facts.within({ kind: "block" }, () => {
    const first = GIVES_ONE.has(method) ? stepped(held, "[]") : GIVES_SELF.has(method) ? held : null;
    bindParameters(tree.children(tree.field(block, "parameters")), [first], walk);
    walk.visit(tree.field(block, "body"));
  });
}

function titledBlock(given: readonly NodeAt[], block: NodeAt, node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const [title = NO_NODE, ...others] = given;
  for (const one of others) {
    walk.value(one);
  }
  const isConstant = /^(?:constant|scope_resolution)$/.test(tree.type(title));
  if (isConstant) {
    constant(title, walk, "read");
  }
  const text = tree.text(title).replace(/^["':]+|["':]+$/g, "");
  titled(node, isConstant ? text.replaceAll("::", ".") : text, walk.line(title), walk, () =>
    walk.visit(tree.field(block, "body")),
  );
  return NOTHING;
}

/** The value of the last of these. */
const last: Reading = (node, walk) => {
  let held: ChainDraft = null;
  for (const one of walk.tree.children(node)) {
    held = walk.tree.type(one) === "comment" ? held : walk.value(one);
  }
  return held;
};

export function assign(target: NodeAt, held: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  switch (tree.type(target)) {
    case "identifier":
      facts.local(tree.text(target), held);
      break;
    case "instance_variable":
      assignField(target, held, walk);
      break;
    case "constant":
      walk.mention(target, "write", facts.name(tree.text(target)));
      break;
    case "call": {
      const method = tree.field(target, "method");
      const of = stepped(walk.value(tree.field(target, "receiver")), `.${tree.text(method)}`);
      walk.mention(method, "write", of);
      break;
    }
    case "left_assignment_list":
      for (const one of tree.children(target)) {
        assign(one, null, walk);
      }
      break;
    default:
      walk.visit(target);
  }
}

/** The first assignment of an instance variable defines it. */
function assignField(target: NodeAt, held: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const owner = facts.enclosingClass;
  const name = tree.text(target);
  if (owner !== FILE && facts.child(owner, name) === FILE) {
    const line = walk.line(target);
    const lines = { nameLine: line, startLine: line, endLine: line };
    facts.define({ name, kind: "field", ...lines, type: held, parent: owner, binds: false });
    return;
  }
  walk.mention(target, "write", stepped(selfOf(walk), `.${name}`));
}

const assignment: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const left = tree.field(node, "left");
  const isConstant = tree.type(left) === "constant";
  const held = walk.value(tree.field(node, "right"));
  const kind = facts.definition(facts.enclosing)?.kind;
  if (isConstant && kind !== "function" && kind !== "method") {
    const line = walk.line(left);
    const lines = { nameLine: line, startLine: walk.line(node), endLine: walk.endLine(node) };
    facts.define({ name: tree.text(left), kind: "variable", ...lines, type: held });
  } else {
    assign(left, held, walk);
  }
  return held;
};

const ternary: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  walk.visit(tree.field(node, "condition"));
  const yes = walk.value(tree.field(node, "consequence"));
  const no = walk.value(tree.field(node, "alternative"));
  return no === null || no === NOTHING || isSame(yes, no) ? yes : yes === NOTHING ? no : null;
};

const array: Reading = (node, walk) => {
  const held = walk.tree.children(node).map((one) => walk.value(one));
  return stepped(held[0] ?? null, "*");
};

const element: Reading = (node, walk) => {
  const held = walk.value(walk.tree.field(node, "object"));
  walk.visitChildren(node, "object");
  return stepped(held, "[]");
};

const lambda: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.within({ kind: "block" }, () => {
    bindParameters(tree.children(tree.field(node, "parameters")), [], walk);
    walk.visit(tree.field(tree.field(node, "body"), "body"));
  });
  return null;
};

/** A name of its own: an object with such a method would be taken for a promise. */
const THEN: string = "then";

export const rubyValues: Readonly<Record<string, Reading>> = {
  identifier,
  constant: (node, walk) => constant(node, walk, "read"),
  scope_resolution: (node, walk) => constant(node, walk, "read"),
  instance_variable: instanceVariable,
  self: (_node, walk) => selfOf(walk),
  call,
  assignment,
  operator_assignment(node, walk) {
    const held = walk.value(walk.tree.field(node, "right"));
    assign(walk.tree.field(node, "left"), held, walk);
    return held;
  },
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
  return: last,
  argument_list: last,
  string: nothing,
  hash: nothing,
  integer: () => NOTHING,
  float: () => NOTHING,
  nil: () => NOTHING,
  true: () => NOTHING,
  false: () => NOTHING,
  simple_symbol: () => NOTHING,
};
