// What parameters, declarations and destructuring bind, and the value of each of their names.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { CHAIN_STEPS_MAX } from "../../../vocabulary/chain.ts";
import { useAs } from "./names.ts";
import { nameOf } from "./node-text.ts";
import { awaited } from "./promises.ts";
import type { Visitor, Walk } from "./state.ts";
import { partOf, placesIn } from "./tuples.ts";

/** Called for each name that a pattern binds, with its value. */
export type Declare = (name: NodeAt, holds: ChainDraft) => void;

/**
 * Binds the names of a pattern to which the value `holds` is assigned; visits defaults and computed keys, records references to
 * the members that it reads.
 */
export function bindPattern(node: NodeAt, holds: ChainDraft, walk: Walk, declare: Declare, depth = 0): void {
  const { tree } = walk;
  // Deeper than a chain can be, values are unknown.
  if (node === NO_NODE || depth > 4 * CHAIN_STEPS_MAX) {
    walk.facts.leave(node === NO_NODE ? 0 : 1);
    return;
  }
  const bind = (inside: NodeAt, what: ChainDraft): void => bindPattern(inside, what, walk, declare, depth + 1);
  switch (tree.type(node)) {
    case "identifier":
    case "this":
    case "shorthand_property_identifier_pattern":
      declare(node, holds);
      return;
    case "object_pattern":
      for (const part of tree.children(node)) {
        bindMember(part, holds, walk, bind);
      }
      return;
    case "array_pattern":
      for (const { part, place } of placesIn(node, walk)) {
        const isRest = tree.type(part) === "rest_pattern";
        bind(part, isRest ? restOf(holds) : place === null ? stepped(holds, "[]") : partOf(holds, place));
      }
      return;
    case "assignment_pattern":
    case "object_assignment_pattern": {
      const other = walk.value(tree.field(node, "right"));
      bind(tree.field(node, "left"), holds ?? other);
      return;
    }
    case "rest_pattern":
      bind(tree.children(node)[0] ?? NO_NODE, holds);
      return;
    case "member_expression":
      useAs(node, "write", walk);
      return;
    default:
      walk.visit(node);
  }
}

/** What `...rest` takes of a collection: any of its elements. */
const restOf = (holds: ChainDraft): ChainDraft => stepped(stepped(holds, "[]"), "*");

/** A part of `{ a, b: c, d = 1, ...rest }`. */
function bindMember(part: NodeAt, holds: ChainDraft, walk: Walk, bind: Declare): void {
  const { tree } = walk;
  const member = (name: NodeAt): ChainDraft => referToMember(holds, name, walk, "read");
  switch (tree.type(part)) {
    case "shorthand_property_identifier_pattern":
      bind(part, member(part));
      return;
    case "object_assignment_pattern": {
      const name = tree.field(part, "left");
      const isName = tree.type(name) === "shorthand_property_identifier_pattern";
      const other = walk.value(tree.field(part, "right"));
      bind(name, isName ? (member(name) ?? other) : other);
      return;
    }
    case "pair_pattern": {
      const key = tree.field(part, "key");
      const isName = tree.type(key) === "property_identifier";
      if (!isName) {
        walk.visit(key);
      }
      bind(tree.field(part, "value"), isName ? member(key) : null);
      return;
    }
    default:
      bind(part, holds);
  }
}

/** A variable of a block, or `hoisted` to the enclosing function. */
export function declareLocal(walk: Walk, hoisted = false): Declare {
  return (name, holds) => walk.facts.local(nameOf(name, walk), holds, hoisted);
}

/** `for (const x of xs)`: the names have an element as their value; with `in`, a text. */
const forIn: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const many = walk.value(tree.field(node, "right"));
    const isOf = tree.text(tree.field(node, "operator")) === "of";
    const left = tree.field(node, "left");
    const kind = tree.field(node, "kind");
    const element = stepped(many, "[]");
    const isAwaited = tree.childOfType(node, "await") !== NO_NODE;
    const one = isOf ? (isAwaited ? awaited(element) : element) : NOTHING;
    bindPattern(left, one, walk, kind === NO_NODE ? assign(walk) : declareLocal(walk, tree.text(kind) === "var"));
    walk.visit(tree.field(node, "body"));
  });
};

/** Names of a pattern that is assigned to are there already. */
export function assign(walk: Walk): Declare {
  return (name) => void referToName(name, walk, "write");
}

const catchClause: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    walk.visit(tree.field(node, "type"));
    bindPattern(tree.field(node, "parameter"), null, walk, declareLocal(walk));
    walk.visit(tree.field(node, "body"));
  });
};

export const patterns: Readonly<Record<string, Visitor>> = { for_in_statement: forIn, catch_clause: catchClause };
