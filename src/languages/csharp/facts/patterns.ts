// C#'s patterns: which type they test a value for, and what they bind. What they prove is visible in the enclosing statement.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import { referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType, valueOfType } from "./types.ts";

/** Reads a pattern, or what has patterns in it, for this value. */
export function matched(pattern: NodeAt, value: ChainDraft, walk: Walk): void {
  const outer = walk.state.matched;
  walk.state.matched = value;
  walk.visit(pattern);
  walk.state.matched = outer;
}

/** `Store s` */
const declaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const value = valueOfType(tree.field(node, "type"), walk);
  const name = tree.children(node).findLast((part) => tree.type(part) === "identifier" && tree.fieldOf(part) === null);
  if (name !== undefined) {
    facts.local(tree.text(name), value);
  }
};

const variable: Visitor = (node, { tree, facts, state }) => {
  facts.local(tree.text(tree.childOfType(node, "identifier")), state.matched);
};

/** `is Store` is read as a constant: a type, mostly. Where there is no such type, linking looks for a constant. */
const constant: Visitor = (node, walk) => {
  const { tree } = walk;
  const [part = NO_NODE] = tree.children(node);
  if (tree.type(part) === "identifier") {
    namedType(part, walk, "read");
  } else {
    walk.visit(part);
  }
};

/** `Store { Name: "a", Owner: User u } s` */
const recursive: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const parts = tree.children(node);
  const [first = NO_NODE] = parts;
  const isTyped = /^(?:identifier|\w+_name)$/.test(tree.type(first));
  const value = isTyped ? valueOfType(first, walk) : walk.state.matched;
  for (const part of parts) {
    if (/_clause$/.test(tree.type(part))) {
      matched(part, value, walk);
    }
  }
  const last = parts.at(-1) ?? NO_NODE;
  if (last !== first && tree.type(last) === "identifier") {
    facts.local(tree.text(last), value);
  }
};

const part: Visitor = (node, walk) => {
  const { tree } = walk;
  const name = tree.childOfType(tree.childOfType(node, "name_colon"), "identifier");
  const of = name === NO_NODE ? null : referToMember(walk.state.matched, name, walk, "read");
  for (const child of tree.children(node)) {
    if (tree.type(child) !== "name_colon") {
      matched(child, of, walk);
    }
  }
};

export const csharpPatterns: Readonly<Record<string, Visitor>> = {
  declaration_pattern: declaration,
  var_pattern: variable,
  constant_pattern: constant,
  type_pattern: (node, walk) => void valueOfType(walk.tree.children(node)[0] ?? NO_NODE, walk),
  recursive_pattern: recursive,
  subpattern: part,
};
