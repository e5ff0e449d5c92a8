// Ruby's constants, by which classes and modules are named.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import type { Walk } from "./state.ts";

/** The class or module that a constant is, not an instance. */
export function constant(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  if (walk.type(node) === "scope_resolution") {
    const [scope, name] = [walk.field(node, "scope"), walk.field(node, "name")];
    const text = walk.text(name);
    const of = scope === NO_NODE ? rooted(text) : stepped(walk.value(scope), `.${text}`);
    walk.reference(name, role, of);
    return of;
  }
  return walk.type(node) === "constant" ? referToName(node, walk, role) : walk.value(node);
}
