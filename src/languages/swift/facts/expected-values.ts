// Members that are written without their type (`.loading`), and closures: their values follow from the type that their place
// expects.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT } from "../../../vocabulary/chain.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import type { Walk } from "./state.ts";

/** Nodes that begin with the member, or contain nothing else; to the grammar, the right side of `x == .a && y` is `.a && y`. */
const STARTS_WITH_MEMBER: ReadonlySet<string> = wordSet(`
call_expression navigation_expression try_expression await_expression conjunction_expression disjunction_expression
`);

/** Records that the value of this is expected where the expression stands. To be called before that is visited. */
export function expect(expression: NodeAt, of: ChainDraft, walk: Walk): void {
  const { state } = walk;
  if (of === null) {
    return;
  }
  switch (walk.type(expression)) {
    case "lambda_literal":
    case "prefix_expression":
      state.expected.set(expression, of);
      return;
    case "array_literal":
      for (const element of walk.children(expression)) {
        expect(element, stepped(of, ELEMENT), walk);
      }
      return;
    case "if_statement":
    case "switch_statement":
    case "switch_entry":
      for (const part of walk.children(expression)) {
        const [only = NO_NODE, ...more] = walk.type(part) === "statements" ? walk.children(part) : [part];
        if (more.length === 0 && walk.fieldOf(part) === null) {
          expect(only, of, walk);
        }
      }
      return;
    case "ternary_expression":
      expect(walk.field(expression, "if_true"), of, walk);
      expect(walk.field(expression, "if_false"), of, walk);
      return;
    default: {
      let node = expression;
      while (STARTS_WITH_MEMBER.has(walk.type(node))) {
        node = walk.children(node)[0] ?? NO_NODE;
      }
      if (walk.type(node) === "prefix_expression") {
        state.expected.set(node, of);
      }
    }
  }
}

export const expectedAt = (node: NodeAt, { state }: Walk): ChainDraft => state.expected.get(node) ?? null;
