// What parameters, declarations and destructuring bind, and the value of each of their names.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { inBranch, referToMember, referToName } from "../../../facts/common.ts";
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
  // Deeper than a chain can be, values are unknown.
  if (node === NO_NODE || depth > 4 * CHAIN_STEPS_MAX) {
    walk.leave(node === NO_NODE ? 0 : 1);
    return;
  }
  const bind = (inside: NodeAt, what: ChainDraft): void => bindPattern(inside, what, walk, declare, depth + 1);
  switch (walk.type(node)) {
    case "identifier":
    case "this":
    case "shorthand_property_identifier_pattern":
      declare(node, holds);
      return;
    case "object_pattern":
      for (const part of walk.children(node)) {
        bindMember(part, holds, walk, bind);
      }
      return;
    case "array_pattern":
      for (const { part, place } of placesIn(node, walk)) {
        const isRest = walk.type(part) === "rest_pattern";
        bind(part, isRest ? restOf(holds) : place === null ? stepped(holds, "[]") : partOf(holds, place));
      }
      return;
    case "assignment_pattern":
    case "object_assignment_pattern": {
      const other = walk.value(walk.field(node, "right"));
      bind(walk.field(node, "left"), holds ?? other);
      return;
    }
    case "rest_pattern":
      bind(walk.children(node)[0] ?? NO_NODE, holds);
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
  const member = (name: NodeAt): ChainDraft => referToMember(holds, name, walk, "read");
  switch (walk.type(part)) {
    case "shorthand_property_identifier_pattern":
      bind(part, member(part));
      return;
    case "object_assignment_pattern": {
      const name = walk.field(part, "left");
      const isName = walk.type(name) === "shorthand_property_identifier_pattern";
      const other = walk.value(walk.field(part, "right"));
      bind(name, isName ? (member(name) ?? other) : other);
      return;
    }
    case "pair_pattern": {
      const key = walk.field(part, "key");
      const isName = walk.type(key) === "property_identifier";
      if (!isName) {
        walk.visit(key);
      }
      bind(walk.field(part, "value"), isName ? member(key) : null);
      return;
    }
    default:
      bind(part, holds);
  }
}

/** A variable of a block, or `hoisted` to the enclosing function. */
export const declareLocal =
  (walk: Walk, hoisted = false): Declare =>
  (name, holds) =>
    walk.local(nameOf(name, walk), holds, hoisted);

/** `for (const x of xs)`: the names have an element as their value; with `in`, a text. */
const forIn: Visitor = inBranch((node, walk) => {
  const many = walk.value(walk.field(node, "right"));
  const isOf = walk.text(walk.field(node, "operator")) === "of";
  const left = walk.field(node, "left");
  const kind = walk.field(node, "kind");
  const element = stepped(many, "[]");
  const isAwaited = walk.childOfType(node, "await") !== NO_NODE;
  const one = isOf ? (isAwaited ? awaited(element) : element) : NOTHING;
  bindPattern(left, one, walk, kind === NO_NODE ? assign(walk) : declareLocal(walk, walk.text(kind) === "var"));
  walk.visit(walk.field(node, "body"));
});

/** Names of a pattern that is assigned to are there already. */
export const assign =
  (walk: Walk): Declare =>
  (name) =>
    void referToName(name, walk, "write");

const catchClause: Visitor = inBranch((node, walk) => {
  walk.visit(walk.field(node, "type"));
  bindPattern(walk.field(node, "parameter"), null, walk, declareLocal(walk));
  walk.visit(walk.field(node, "body"));
});

export const patterns: Readonly<Record<string, Visitor>> = { for_in_statement: forIn, catch_clause: catchClause };
