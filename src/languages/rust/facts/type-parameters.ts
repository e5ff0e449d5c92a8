// What the type parameters of Rust represent inside of what they are declared on: the first bound that is the project's own.

import { type ChainDraft, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN } from "./names.ts";
import type { Walk } from "./state.ts";

export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  for (const one of walk.children(walk.field(node, "type_parameters"))) {
    const name = walk.field(one, "name");
    const bound = boundOf(one, walk);
    if (walk.type(name) === "type_identifier") {
      walk.local(walk.text(name), bound);
    } else {
      walk.visit(walk.field(one, "type"));
    }
    walk.visit(walk.field(one, "default_type"));
    // `const N: usize = LIMIT`
    walk.visit(walk.field(one, "value"));
  }
  for (const one of walk.children(walk.childOfType(node, "where_clause"))) {
    const left = walk.field(one, "left");
    if (walk.type(left) === "type_identifier") {
      walk.local(walk.text(left), boundOf(one, walk));
    } else {
      walk.visit(one);
    }
  }
}

/** The first bound that is not the language's own, as a type. */
function boundOf(node: NodeAt, walk: Walk): ChainDraft {
  const bounds = walk.children(walk.field(node, "bounds")).map(walk.value);
  return typeOfInstance(bounds.find((bound) => bound !== null && !BUILT_IN.has(bound.root)) ?? null);
}
