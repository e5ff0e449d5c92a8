// Context of a C# expression that is not part of it: the receiver of `?.`, and the type that a `new()` without one makes.

import type { FactsBuilder } from "../../../facts/facts-builder.ts";
import type { Walk } from "../../../facts/read-facts.ts";
import type { ChainDraft } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";

interface Around {
  readonly asked: ChainDraft;
  readonly wanted: ChainDraft;
}

const NOWHERE: Around = { asked: null, wanted: null };
const arounds = new WeakMap<FactsBuilder, Around>();
export const around = (facts: FactsBuilder): Around => arounds.get(facts) ?? NOWHERE;

/** Reads what is inside with this around it. */
export function within(of: Partial<Around>, read: () => ChainDraft, facts: FactsBuilder): ChainDraft {
  const outer = around(facts);
  arounds.set(facts, { ...outer, ...of });
  const value = read();
  arounds.set(facts, outer);
  return value;
}

export const inside = (of: Partial<Around>, node: NodeAt, walk: Walk): ChainDraft =>
  within(of, () => walk.value(node), walk.facts);

/** What is given for a thing of a declared type: behind `=` or `=>`, or in a body that gives it back. */
export function givenFor(node: NodeAt, wanted: ChainDraft, walk: Walk): ChainDraft {
  const { tree } = walk;
  const isClause = node !== NO_NODE && /^(?:equals_value_clause|arrow_expression_clause)$/.test(tree.type(node));
  return inside({ wanted }, isClause ? (tree.children(node)[0] ?? NO_NODE) : node, walk);
}
