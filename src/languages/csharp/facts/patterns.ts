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
  const value = valueOfType(walk.field(node, "type"), walk);
  const name = walk.children(node).findLast((part) => walk.type(part) === "identifier" && walk.fieldOf(part) === null);
  if (name !== undefined) {
    walk.local(walk.text(name), value);
  }
};

const variable: Visitor = (node, walk) => {
  walk.local(walk.text(walk.childOfType(node, "identifier")), walk.state.matched);
};

/** `is Store` is read as a constant: a type, mostly. Where there is no such type, linking looks for a constant. */
const constant: Visitor = (node, walk) => {
  const [part = NO_NODE] = walk.children(node);
  if (walk.type(part) === "identifier") {
    namedType(part, walk, "read");
  } else {
    walk.visit(part);
  }
};

/** `Store { Name: "a", Owner: User u } s` */
const recursive: Visitor = (node, walk) => {
  const parts = walk.children(node);
  const [first = NO_NODE] = parts;
  const isTyped = /^(?:identifier|\w+_name)$/.test(walk.type(first));
  const value = isTyped ? valueOfType(first, walk) : walk.state.matched;
  for (const part of parts) {
    if (/_clause$/.test(walk.type(part))) {
      matched(part, value, walk);
    }
  }
  const last = parts.at(-1) ?? NO_NODE;
  if (last !== first && walk.type(last) === "identifier") {
    walk.local(walk.text(last), value);
  }
};

const part: Visitor = (node, walk) => {
  const name = walk.childOfType(walk.childOfType(node, "name_colon"), "identifier");
  const of = name === NO_NODE ? null : referToMember(walk.state.matched, name, walk, "read");
  for (const child of walk.children(node)) {
    if (walk.type(child) !== "name_colon") {
      matched(child, of, walk);
    }
  }
};

export const csharpPatterns: Readonly<Record<string, Visitor>> = {
  declaration_pattern: declaration,
  var_pattern: variable,
  constant_pattern: constant,
  type_pattern: (node, walk) => void valueOfType(walk.children(node)[0] ?? NO_NODE, walk),
  recursive_pattern: recursive,
  subpattern: part,
};
