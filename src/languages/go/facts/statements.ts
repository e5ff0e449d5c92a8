// Go's statements: what they bind and change, and the blocks they open.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { block, dividingBlock } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { returned, sent } from "./conversions.ts";
import { resultsOf } from "./parameters.ts";
import type { Visitor, Walk } from "./state.ts";
import { referred } from "./values.ts";

/** Names on the left get these values; what is no name is written to. */
function bindNames(left: NodeAt, values: readonly ChainDraft[], walk: Walk): void {
  const { tree, facts } = walk;
  for (const [index, name] of tree.children(left).entries()) {
    if (tree.text(name) !== "_") {
      facts.local(tree.text(name), values[index] ?? null);
    }
  }
}

/** `a, b := f()` */
const shortVariables: Visitor = (node, walk) => {
  const { tree } = walk;
  const values = tree.children(tree.field(node, "right")).map((value) => walk.value(value));
  const left = tree.field(node, "left");
  const count = tree.children(left).length;
  bindNames(left, values.length === 1 && count > 1 ? resultsOf(values[0] ?? null, count) : values, walk);
};

const assignment: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const right = tree.children(tree.field(node, "right"));
  const values = right.map((one) => walk.value(one));
  for (const [place, target] of tree.children(tree.field(node, "left")).entries()) {
    const expected = referred(target, walk, "write");
    facts.converts(values[place] ?? null, expected, walk.line(right[place] ?? target));
  }
};

const step: Visitor = (node, walk) => void referred(walk.tree.children(node)[0] ?? NO_NODE, walk, "write");

/** `for i, v := range xs`: v is one of xs. Of one name alone it is not known whether that is a key: only channels matter. */
const range: Visitor = (node, walk) => {
  const { tree } = walk;
  const one = stepped(walk.value(tree.field(node, "right")), "[]");
  const left = tree.field(node, "left");
  const isDeclared = tree.childOfType(node, ":=") !== NO_NODE;
  if (!isDeclared) {
    for (const target of tree.children(left)) {
      referred(target, walk, "write");
    }
    return;
  }
  bindNames(left, tree.children(left).length === 1 ? [one] : [rooted("!"), one], walk);
};

/** `case m := <-ch`. */
const received: Visitor = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "right"));
  const left = tree.field(node, "left");
  if (tree.childOfType(node, ":=") !== NO_NODE) {
    bindNames(left, [value], walk);
  } else {
    for (const target of tree.children(left)) {
      referred(target, walk, "write");
    }
  }
};

/** `switch t := x.(type)`: in each case, t is of that case's type. */
const typeSwitch: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.within({ kind: "block" }, () => {
    walk.visit(tree.field(node, "initializer"));
    const value = walk.value(tree.field(node, "value"));
    const alias = tree.text(tree.field(node, "alias"));
    for (const one of tree.children(node)) {
      if (tree.type(one) === "type_case" || tree.type(one) === "default_case") {
        facts.branch();
        facts.within({ kind: "block" }, () => typeCase(one, alias, value, walk));
      } else if (tree.type(one) === "comment") {
        walk.visit(one);
      }
    }
  });
};

function typeCase(node: NodeAt, alias: string, value: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const types = tree.fields(node, "type").filter(tree.isNamed);
  const result = types.map((type) => walk.value(type));
  for (const [place, type] of types.entries()) {
    facts.converts(result[place] ?? null, value, walk.line(type));
  }
  if (alias !== "") {
    facts.local(alias, types.length === 1 ? (result[0] ?? null) : value);
  }
  walk.visitChildren(node, "type");
}

export const goStatements: Readonly<Record<string, Visitor>> = {
  block,
  if_statement: dividingBlock,
  for_statement: dividingBlock,
  expression_switch_statement: block,
  expression_case: dividingBlock,
  default_case: block,
  communication_case: dividingBlock,
  type_switch_statement: typeSwitch,
  short_var_declaration: shortVariables,
  assignment_statement: assignment,
  inc_statement: step,
  dec_statement: step,
  return_statement: returned,
  send_statement: sent,
  range_clause: range,
  receive_statement: received,
};
