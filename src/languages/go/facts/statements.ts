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
  for (const [index, name] of walk.children(left).entries()) {
    if (walk.text(name) !== "_") {
      walk.local(walk.text(name), values[index] ?? null);
    }
  }
}

/** `a, b := f()` */
const shortVariables: Visitor = (node, walk) => {
  const values = walk.children(walk.field(node, "right")).map((value) => walk.value(value));
  const left = walk.field(node, "left");
  const count = walk.children(left).length;
  bindNames(left, values.length === 1 && count > 1 ? resultsOf(values[0] ?? null, count) : values, walk);
};

const assignment: Visitor = (node, walk) => {
  const right = walk.children(walk.field(node, "right"));
  const values = right.map((one) => walk.value(one));
  for (const [place, target] of walk.children(walk.field(node, "left")).entries()) {
    const expected = referred(target, walk, "write");
    walk.converts(values[place] ?? null, expected, walk.line(right[place] ?? target));
  }
};

const step: Visitor = (node, walk) => void referred(walk.children(node)[0] ?? NO_NODE, walk, "write");

/** `for i, v := range xs`: v is one of xs. Of one name alone it is not known whether that is a key: only channels matter. */
const range: Visitor = (node, walk) => {
  const one = stepped(walk.value(walk.field(node, "right")), "[]");
  const left = walk.field(node, "left");
  const isDeclared = walk.childOfType(node, ":=") !== NO_NODE;
  if (!isDeclared) {
    for (const target of walk.children(left)) {
      referred(target, walk, "write");
    }
    return;
  }
  bindNames(left, walk.children(left).length === 1 ? [one] : [rooted("!"), one], walk);
};

/** `case m := <-ch`. */
const received: Visitor = (node, walk) => {
  const value = walk.value(walk.field(node, "right"));
  const left = walk.field(node, "left");
  if (walk.childOfType(node, ":=") !== NO_NODE) {
    bindNames(left, [value], walk);
  } else {
    for (const target of walk.children(left)) {
      referred(target, walk, "write");
    }
  }
};

/** `switch t := x.(type)`: in each case, t is of that case's type. */
const typeSwitch: Visitor = (node, walk) => {
  walk.within({ kind: "block" }, () => {
    walk.visit(walk.field(node, "initializer"));
    const value = walk.value(walk.field(node, "value"));
    const alias = walk.text(walk.field(node, "alias"));
    for (const one of walk.children(node)) {
      if (walk.type(one) === "type_case" || walk.type(one) === "default_case") {
        walk.branch();
        walk.within({ kind: "block" }, () => typeCase(one, alias, value, walk));
      } else if (walk.type(one) === "comment") {
        walk.visit(one);
      }
    }
  });
};

function typeCase(node: NodeAt, alias: string, value: ChainDraft, walk: Walk): void {
  const types = walk.fields(node, "type").filter(walk.isNamed);
  const result = types.map((type) => walk.value(type));
  for (const [place, type] of types.entries()) {
    walk.converts(result[place] ?? null, value, walk.line(type));
  }
  if (alias !== "") {
    walk.local(alias, types.length === 1 ? (result[0] ?? null) : value);
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
