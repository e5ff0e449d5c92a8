// C#'s patterns: which type they test a value for, and what they bind. What they prove is visible in the enclosing statement.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT } from "../../../vocabulary/chain.ts";
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
  bindDesignation(node, value, walk);
};

const variable: Visitor = (node, walk) => bindDesignation(node, walk.state.matched, walk);

/** The name that a pattern gives what it matches; or several, in parentheses, to its parts. */
function bindDesignation(node: NodeAt, value: ChainDraft, walk: Walk): void {
  for (const name of walk.fields(node, "name")) {
    walk.local(walk.text(name), value);
  }
  for (const part of walk.children(node)) {
    if (walk.type(part) === "parenthesized_variable_designation") {
      walk.deeper(() => bindDesignation(part, null, walk));
    }
  }
}

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
  const type = walk.field(node, "type");
  const value = type === NO_NODE ? walk.state.matched : valueOfType(type, walk);
  for (const part of walk.children(node)) {
    if (/_clause$/.test(walk.type(part))) {
      matched(part, value, walk);
    }
  }
  bindDesignation(node, value, walk);
};

/** `[var first, .., { Size: 1 }]` */
const list: Visitor = (node, walk) => {
  for (const part of walk.children(node)) {
    if (walk.fieldOf(part) === null) {
      matched(part, stepped(walk.state.matched, ELEMENT), walk);
    }
  }
  bindDesignation(node, walk.state.matched, walk);
};

const part: Visitor = (node, walk) => {
  const [name = NO_NODE] = walk.childOfType(node, ":") === NO_NODE ? [] : walk.children(node);
  const of = name === NO_NODE ? null : memberNamed(name, walk);
  for (const child of walk.children(node)) {
    if (child !== name) {
      matched(child, of, walk);
    }
  }
};

/** `Owner` or `Owner.Name` of what is matched. */
function memberNamed(node: NodeAt, walk: Walk): ChainDraft {
  if (walk.type(node) !== "member_access_expression") {
    return referToMember(walk.state.matched, node, walk, "read");
  }
  const of = walk.deeper(() => memberNamed(walk.field(node, "expression"), walk));
  return referToMember(of, walk.field(node, "name"), walk, "read");
}

export const csharpPatterns: Readonly<Record<string, Visitor>> = {
  declaration_pattern: declaration,
  var_pattern: variable,
  constant_pattern: constant,
  type_pattern: (node, walk) => void valueOfType(walk.field(node, "type"), walk),
  recursive_pattern: recursive,
  list_pattern: list,
  subpattern: part,
};
