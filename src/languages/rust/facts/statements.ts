// Rust's statements: what they bind, and the blocks they open; macros, as far as their arguments can be read.

import { stepped } from "../../../facts/chain-drafts.ts";
import { dividingBlock, forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { attribute } from "./attributes.ts";
import { macroNamed, pathOf } from "./paths.ts";
import { bindPattern } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";
import { readTokens } from "./tokens.ts";

const letDeclaration: Visitor = (node, walk) => {
  const type = walk.field(node, "type");
  const value = walk.value(walk.field(node, "value"));
  const result = type === NO_NODE ? value : (walk.value(type) ?? value);
  bindPattern(walk.field(node, "pattern"), result, walk);
  walk.visit(walk.field(node, "alternative"));
};

const forLoop: Visitor = (node, walk) => {
  walk.branch();
  const value = walk.value(walk.field(node, "value"));
  walk.within({ kind: "block" }, () => {
    bindPattern(walk.field(node, "pattern"), stepped(value, "[]"), walk);
    walk.visit(walk.field(node, "body"));
  });
};

/** `if let`, `while let`: what it binds is seen in what follows. */
const letCondition: Visitor = (node, walk) =>
  bindPattern(walk.field(node, "pattern"), walk.value(walk.field(node, "value")), walk);

const match: Visitor = (node, walk) => {
  const value = walk.value(walk.field(node, "value"));
  for (const arm of walk.children(walk.field(node, "body"))) {
    walk.branch();
    walk.within({ kind: "block" }, () => {
      bindPattern(walk.field(arm, "pattern"), value, walk);
      walk.visitChildren(arm, "pattern");
    });
  }
};

const macroCall: Visitor = (node, walk) => {
  const name = walk.field(node, "macro");
  if (walk.type(name) === "scoped_identifier") {
    pathOf(name, walk, "call");
  } else {
    walk.reference(name, "call", macroNamed(walk.text(name), walk));
  }
  const tokens = walk.childOfType(node, "token_tree");
  if (tokens !== NO_NODE && !rereadItems(tokens, walk) && !rereadExpressions(tokens, walk)) {
    readTokens(tokens, walk);
  }
};

/** The arguments of macros in braces mostly become code as they are: `cfg_io! { pub fn … }`. */
function rereadItems(tokens: NodeAt, walk: Walk): boolean {
  const [start, end] = [walk.start(tokens) + 1, walk.end(tokens) - 1];
  return STARTS_AS_ITEM.test(walk.whole.slice(start - 1, start + ITEM_CHARS_MAX)) && walk.reread(start, end);
}

/**
 * What is in parentheses or brackets is mostly expressions. Parsed again as expressions where that finds more than their names
 * alone.
 */
function rereadExpressions(tokens: NodeAt, walk: Walk): boolean {
  const [start, end] = [walk.start(tokens), walk.end(tokens)];
  if (end - start > EXPRESSIONS_CHARS_MAX || walk.whole[start] === "{") {
    return false;
  }
  const text = walk.whole.slice(start, end).replace(/"(?:\\.|[^"\\]){0,2000}"/gsu, "");
  // `width = 3` names what the macro makes of it.
  if (!/[|{]|::</u.test(text) || /[(,]\s*\w+\s*=[^=>]/u.test(text)) {
    return false;
  }
  const terminator = walk.whole.indexOf(";", end);
  return terminator >= 0 && walk.reread(start, end, terminator);
}

const EXPRESSIONS_CHARS_MAX = 20_000;

/** Comments aside, what items and statements start with; anything else is a notation of the macro's own. */
const STARTS_AS_ITEM =
  /^\{(?:\s|\/\/[^\n]*\n)*(?:#!?\[|(?:pub|fn|struct|enum|union|impl|mod|use|trait|type|static|const|unsafe|async|extern|let|macro_rules!|\w+!\s*\{)(?!\w))/u;
const ITEM_CHARS_MAX = 4000;

export const rustStatements: Readonly<Record<string, Visitor>> = {
  let_declaration: letDeclaration,
  for_expression: forLoop,
  let_condition: letCondition,
  match_expression: match,
  ...forTypes<Visitor>(dividingBlock, "if_expression", "while_expression", "loop_expression"),
  macro_invocation: macroCall,
  ...forTypes(attribute, "attribute_item", "inner_attribute_item"),
};
