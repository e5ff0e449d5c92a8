// What the type parameters of Rust represent inside of what they are declared on: the first bound that is the project's own.

import { type ChainDraft, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN } from "./names.ts";
import type { Walk } from "./state.ts";

export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  for (const one of tree.children(tree.field(node, "type_parameters"))) {
    const name = tree.field(one, "name");
    const bounds = tree.children(tree.field(one, "bounds")).map(walk.value);
    if (tree.type(name) === "type_identifier") {
      // `T^` is to be what its first bound promises.
      facts.local(tree.text(name), promised(bounds));
    }
  }
  for (const one of tree.children(tree.childOfType(node, "where_clause"))) {
    const left = tree.field(one, "left");
    if (tree.type(left) === "type_identifier") {
      const bounds = tree.children(tree.field(one, "bounds")).map(walk.value);
      facts.local(tree.text(left), promised(bounds));
    } else {
      walk.visit(one);
    }
  }
}

/** The first of the bounds that is not the language's own. */
function promised(bounds: readonly ChainDraft[]): ChainDraft {
  const [first = null] = bounds.filter((bound) => bound !== null && !BUILT_IN.has(bound.root));
  return typeOfInstance(first);
}
