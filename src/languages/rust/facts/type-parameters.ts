// What the type parameters of Rust represent inside of what they are declared on: the first bound that is the project's own.

import { type ChainDraft, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN } from "./names.ts";
import type { Walk } from "./state.ts";

export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  for (const one of tree.children(tree.field(node, "type_parameters"))) {
    const name = tree.field(one, "name");
    const bound = boundOf(one, walk);
    if (tree.type(name) === "type_identifier") {
      facts.local(tree.text(name), bound);
    } else {
      walk.visit(tree.field(one, "type"));
    }
    walk.visit(tree.field(one, "default_type"));
    // `const N: usize = LIMIT`
    walk.visit(tree.field(one, "value"));
  }
  for (const one of tree.children(tree.childOfType(node, "where_clause"))) {
    const left = tree.field(one, "left");
    if (tree.type(left) === "type_identifier") {
      facts.local(tree.text(left), boundOf(one, walk));
    } else {
      walk.visit(one);
    }
  }
}

/** The first bound that is not the language's own, as a type. */
function boundOf(node: NodeAt, { tree, value }: Walk): ChainDraft {
  const bounds = tree.children(tree.field(node, "bounds")).map(value);
  return typeOfInstance(bounds.find((bound) => bound !== null && !BUILT_IN.has(bound.root)) ?? null);
}
