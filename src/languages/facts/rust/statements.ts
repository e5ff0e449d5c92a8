// Rust's statements: what they bind, and the blocks they open; macros, as far as their arguments can be read.

import { NO_NODE } from "../../syntax-tree.ts";
import { dividingBlock } from "../common.ts";
import type { Visitor } from "../read-facts.ts";
import { rooted, stepped } from "../scopes.ts";
import { aroundOf, pathOf } from "./paths.ts";
import { bindPattern } from "./patterns.ts";
import { readTokens } from "./tokens.ts";

const letDeclaration: Visitor = (node, walk) => {
  const { tree } = walk;
  const type = tree.field(node, "type");
  const value = walk.value(tree.field(node, "value"));
  const held = type === NO_NODE ? value : (walk.value(type) ?? value);
  bindPattern(tree.field(node, "pattern"), held, walk);
  walk.visit(tree.field(node, "alternative"));
};

const forLoop: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const value = walk.value(tree.field(node, "value"));
  facts.within({ kind: "block" }, () => {
    bindPattern(tree.field(node, "pattern"), stepped(value, "[]"), walk);
    walk.visit(tree.field(node, "body"));
  });
};

/** `if let`, `while let`: what they bind is seen in what follows. */
const conditional: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    bindPattern(tree.field(node, "pattern"), walk.value(tree.field(node, "value")), walk);
    walk.visitChildren(node, "pattern", "value");
  });
};

const letCondition: Visitor = (node, walk) =>
  bindPattern(walk.tree.field(node, "pattern"), walk.value(walk.tree.field(node, "value")), walk);

const match: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const value = walk.value(tree.field(node, "value"));
  for (const arm of tree.children(tree.field(node, "body"))) {
    facts.branch();
    facts.within({ kind: "block" }, () => {
      bindPattern(tree.field(arm, "pattern"), value, walk);
      walk.visitChildren(arm, "pattern");
    });
  }
};

const macroCall: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const name = tree.field(node, "macro");
  const { macros, brought } = aroundOf(facts);
  const known = macros.get(tree.text(name));
  if (known !== undefined) {
    walk.mention(name, "call", rooted(`@${known}`));
  } else if (tree.type(name) === "scoped_identifier" || brought.has(tree.text(name))) {
    pathOf(name, walk, "call");
  }
  const tokens = tree.childOfType(node, "token_tree");
  if (tokens !== NO_NODE) {
    readTokens(tokens, walk);
  }
};

export const rustStatements: Readonly<Record<string, Visitor>> = {
  let_declaration: letDeclaration,
  for_expression: forLoop,
  if_let_expression: conditional,
  while_let_expression: conditional,
  let_condition: letCondition,
  match_expression: match,
  if_expression: dividingBlock,
  while_expression: dividingBlock,
  loop_expression: dividingBlock,
  macro_invocation: macroCall,
  // Derived and conditional code: its names are others than they seem.
  attribute_item: () => {},
  inner_attribute_item: () => {},
};
