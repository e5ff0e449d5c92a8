// What readers of many languages do alike: open a block, divide the control flow, weigh two values, know the class around.

import type { NodeAt } from "../syntax/syntax-tree.ts";
import { selfChain, superChain } from "../vocabulary/chain.ts";
import { FILE } from "../vocabulary/facts.ts";
import type { FactsBuilder } from "./facts-builder.ts";
import type { Reading, Visitor, Walk } from "./read-facts.ts";
import { type ChainDraft, isSame, NOTHING, rooted } from "./scopes.ts";

export const block: Visitor = (node, walk) => walk.facts.within({ kind: "block" }, () => walk.visitChildren(node));

/** The control flow divides; names that a condition binds are seen behind it, too. */
export const dividing: Visitor = (node, walk) => {
  walk.facts.branch();
  walk.visitChildren(node);
};

/** The control flow divides, and what is bound is bound inside alone. */
export const dividingBlock: Visitor = (node, walk) => {
  walk.facts.branch();
  block(node, walk);
};

/** What is inside is visited; it comes to nothing of any project's. */
export const nothing: Reading = (node, walk) => {
  walk.visitChildren(node);
  return NOTHING;
};

/** All that is in it is visited; what the last of that is, `empty` where there is nothing. */
export function last(node: NodeAt, walk: Walk, empty: ChainDraft = null): ChainDraft {
  let held = empty;
  for (const part of walk.tree.children(node)) {
    held = walk.value(part);
  }
  return held;
}

/** An instance of the class around (`self`), or of what that extends (`super`); null outside of classes. */
export const enclosingInstance = ({ enclosingClass }: FactsBuilder, root: "self" | "super" = "self"): ChainDraft =>
  enclosingClass === FILE ? null : rooted((root === "self" ? selfChain : superChain)(enclosingClass));

/** Either of two: what is known of both, or of the one that is something. */
export function either(a: ChainDraft, b: ChainDraft): ChainDraft {
  return a === NOTHING || isSame(a, b) ? b : b === NOTHING ? a : null;
}

/** `condition ? consequence : alternative` */
export const ternary: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  walk.visit(tree.field(node, "condition"));
  const yes = walk.value(tree.field(node, "consequence"));
  return either(yes, walk.value(tree.field(node, "alternative")));
};

/**
 * `a + b + c` is nested to the left, as deep as it is long: the innermost left operand, and the operations on it from the inside out.
 * `leftOf`: the left operand of an operation, null for what is no operation.
 */
export function leftSpine(
  node: NodeAt,
  leftOf: (node: NodeAt) => NodeAt | null,
): { left: NodeAt; operations: NodeAt[] } {
  const operations: NodeAt[] = [];
  let left = node;
  for (let next = leftOf(left); next !== null; next = leftOf(left)) {
    operations.push(left);
    left = next;
  }
  return { left, operations: operations.reverse() };
}

/** `a + b`, which gives `held`; where the sign is one of these, the control flow divides. */
export const binary =
  (divides: RegExp, held: ChainDraft): Reading =>
  (node, walk) => {
    const { tree, facts } = walk;
    const { left, operations } = leftSpine(node, (each) =>
      tree.type(each) === "binary_expression" ? tree.field(each, "left") : null,
    );
    walk.visit(left);
    for (const each of operations) {
      if (divides.test(tree.text(tree.field(each, "operator")))) {
        facts.branch();
      }
      walk.visit(tree.field(each, "right"));
    }
    return held;
  };
