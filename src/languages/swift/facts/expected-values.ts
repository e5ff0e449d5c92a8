// Members that are written without their type (`.loading`), and closures: their values follow from the type that their place
// expects.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { TYPE_MARK } from "../../../vocabulary/chain.ts";
import type { Walk } from "./state.ts";

/** A case or a static member; other members of that name are ignored. */
export const ofType = (name: string): string => `.${name}${TYPE_MARK}`;

/** Nodes that begin with the member, or contain nothing else; to the grammar, the right side of `x == .a && y` is `.a && y`. */
const ENCLOSING_MACRO: ReadonlySet<string> = new Set([
  ...["call_expression", "navigation_expression", "try_expression", "await_expression"],
  ...["conjunction_expression", "disjunction_expression"],
]);

/** The expression is to be of what this is. To be called before it is visited. */
export function expect(expression: NodeAt, of: ChainDraft, walk: Walk): void {
  const { tree } = walk;
  if (of !== null && tree.type(expression) === "lambda_literal") {
    walk.state.expected.set(expression, of);
    return;
  }
  if (of !== null && tree.type(expression) === "array_literal") {
    for (const element of tree.children(expression)) {
      expect(element, stepped(of, "[]"), walk);
    }
    return;
  }
  if (of !== null && tree.type(expression) === "ternary_expression") {
    expect(tree.field(expression, "if_true"), of, walk);
    expect(tree.field(expression, "if_false"), of, walk);
    return;
  }
  let node = expression;
  while (ENCLOSING_MACRO.has(tree.type(node))) {
    node = tree.children(node)[0] ?? NO_NODE;
  }
  if (of !== null && node !== NO_NODE && tree.type(node) === "prefix_expression") {
    walk.state.expected.set(node, of);
  }
}

export const expectedAt = (node: NodeAt, { state }: Walk): ChainDraft => state.expected.get(node) ?? null;
