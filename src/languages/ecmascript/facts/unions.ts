// Unions: values that may be one of more than one type.

import { type ChainDraft, isSame, NOTHING, rooted } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, definitionChain } from "../../../vocabulary/chain.ts";
import { COMPUTED } from "../../../vocabulary/facts.ts";
import { ANONYMOUS, rangeOf } from "./node-text.ts";
import type { Walk } from "./state.ts";

/** The union of these; where more than one is of the project, an anonymous field is defined with all of them as its type. */
export function anyOf(node: NodeAt, chains: readonly ChainDraft[], walk: Walk, flags = 0): ChainDraft {
  const known = chains.filter((chain) => chain !== null && chain !== NOTHING);
  const [first = null, ...others] = known;
  if (others.every((other) => isSame(first, other))) {
    return first ?? (chains.includes(null) ? null : NOTHING);
  }
  const range = rangeOf(node, node, walk);
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false, types: known, flags });
  return rooted(definitionChain(at));
}

/** One of these, which a condition on types chooses: what is not known is one of them too. */
export function computedFrom(node: NodeAt, outcomes: readonly ChainDraft[], walk: Walk): ChainDraft {
  const isNone = outcomes.every((one) => one === null || one === NOTHING);
  return isNone
    ? anyOf(node, outcomes, walk)
    : anyOf(
        node,
        outcomes.map((one) => one ?? rooted(BUILT_IN_ROOT)),
        walk,
        COMPUTED,
      );
}

/** The values of the two outcomes of a condition. */
export const outcomesOf = (node: NodeAt, walk: Walk): ChainDraft[] =>
  ["consequence", "alternative"].map((field) => walk.value(walk.field(node, field)));
