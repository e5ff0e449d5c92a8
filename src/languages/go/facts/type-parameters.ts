// Type parameters of Go: each represents the interface that constrains it, as far as one does. A type's own are members of it,
// named by their position (`:0`), so that its methods, in any file, and its type arguments can be compared with the
// constraint.

import { type ChainDraft, stepped, typeOfInstance } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { mayBeInterface } from "./conversions.ts";
import type { Walk } from "./state.ts";

/** `[T Bound]`, of the type `of` or of a function. What represents any type is no type of the project's. */
export function bindTypeParameters(list: NodeAt, walk: Walk, of: DefinitionAt = FILE): void {
  let place = 0;
  const all = list === NO_NODE ? [] : walk.children(list);
  const namesOf = (one: NodeAt): NodeAt[] => walk.fields(one, "name").filter(walk.isNamed);
  // A constraint may name any of them: `[M ~map[K]V, K comparable, V any]`.
  for (const name of all.flatMap(namesOf)) {
    walk.local(walk.text(name), null);
  }
  for (const one of all) {
    const constraint = constraintOf(walk.field(one, "type"), walk);
    for (const name of namesOf(one)) {
      walk.local(walk.text(name), typeOfInstance(constraint));
      if (of !== FILE && constraint !== null) {
        const lines = { startLine: walk.line(one), endLine: walk.endLine(one), nameLine: walk.line(name) };
        const known = { kind: "field", parent: of, binds: false, type: constraint } as const;
        walk.define({ name: `:${place}`, ...known, ...lines });
      }
      place += 1;
    }
  }
}

/** What a value of the parameter is: an instance of the one interface that is named there. */
function constraintOf(node: NodeAt, walk: Walk): ChainDraft {
  const value = walk.value(node);
  return node !== NO_NODE && mayBeInterface(node, walk) ? value : null;
}

/** The receiver's names for the parameters of its type, which may be declared in another file. */
export function bindReceived(type: string, names: readonly string[], walk: Walk): void {
  const owner = walk.name(type);
  for (const [place, name] of names.entries()) {
    walk.local(name, stepped(owner, `.:${place}`));
  }
}

/** The type arguments of a generic type have to satisfy the constraints of its parameters. */
export function readTypeArguments(list: NodeAt, of: ChainDraft, walk: Walk): void {
  let place = 0;
  for (const given of list === NO_NODE ? [] : walk.children(list)) {
    if (walk.type(given) !== "comment") {
      walk.converts(walk.value(given), stepped(of, `.:${place}`), walk.line(given));
      place += 1;
    }
  }
}
