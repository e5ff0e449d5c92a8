// Reads an expression where something outside of it is known: the receiver of the enclosing `?.`, or the type that is expected.
import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { State, Walk } from "./state.ts";

type Outside = Partial<Pick<State, "receiver" | "expected">>;

/** Runs `read` where this is known. */
export function within(outside: Outside, read: () => ChainDraft, { state }: Walk): ChainDraft {
  const { receiver, expected } = state;
  Object.assign(state, outside);
  const value = read();
  Object.assign(state, { receiver, expected });
  return value;
}

/** The value of an expression, read where this is known. */
export const valueWithin = (outside: Outside, node: NodeAt, walk: Walk): ChainDraft =>
  within(outside, () => walk.value(node), walk);

/** The value of an expression whose place has a declared type: behind `=` or `=>`, or in a `return`. */
export function valueFor(node: NodeAt, expected: ChainDraft, walk: Walk): ChainDraft {
  const value = walk.type(node) === "arrow_expression_clause" ? behind("=>", node, walk) : node;
  return valueWithin({ expected }, value, walk);
}

/** What follows a sign among the children of a node: `this` and `base` have no name in the tree. */
export function behind(sign: string, node: NodeAt, walk: Walk): NodeAt {
  const at = walk.childOfType(node, sign);
  return at === NO_NODE ? NO_NODE : walk.nextSibling(at);
}
