// `impl` blocks: which type what is in them is a member of, what traits that type gets by them, and what `Self` is.

import { type ChainDraft, rooted, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import { TRANSPARENT } from "./names.ts";
import { pathOf, withSelf } from "./paths.ts";
import type { Owner, Visitor, Walk } from "./state.ts";
import { bindTypeParameters } from "./type-parameters.ts";

/** Null outside of `impl` blocks, and in functions inside of their methods. */
export function ownerOf(walk: Walk): Owner | null {
  const open = walk.state.owners.at(-1) ?? null;
  const kind = walk.defined(walk.enclosing())?.kind;
  return open === null || kind === "method" || kind === "function" || kind === "test" ? null : open;
}

/** What a definition in the block says of its place. */
export const placeOf = (owner: Owner | null): Pick<DefinitionDraft, "parent" | "qualifier"> =>
  owner === null
    ? {}
    : { parent: owner.parent, ...(owner.qualifier === undefined ? {} : { qualifier: owner.qualifier }) };

export const implItem: Visitor = (node, walk) => {
  const { state } = walk;
  walk.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    const type = walk.field(node, "type");
    const name = typeName(type, walk);
    const parent = walk.child(walk.enclosing(), name);
    const own = pathOf(bare(type, walk), walk, "type");
    const self = insideOf(type, walk) ?? (parent === FILE ? own : rooted(definitionChain(parent)));
    const trait = walk.field(node, "trait");
    if (trait !== NO_NODE) {
      const of = pathOf(trait, walk, "extend");
      const supers = [...(state.supers.get(parent) ?? []), of];
      state.supers.set(parent, supers);
      if (parent !== FILE) {
        walk.amend(parent, { supers });
      }
    }
    const isForTrait = trait !== NO_NODE;
    state.owners.push(
      parent === FILE ? { parent: walk.enclosing(), qualifier: name, isForTrait } : { parent, isForTrait },
    );
    withSelf(self, walk, () => walk.visit(walk.field(node, "body")));
    state.owners.pop();
  });
};

/** `impl Store for Arc<Ring>`: `self` is treated as a Ring. */
function insideOf(type: NodeAt, walk: Walk): ChainDraft {
  const isInside = walk.type(type) === "generic_type" && TRANSPARENT.has(walk.text(walk.field(type, "type")));
  const [inner = NO_NODE] = isInside ? walk.children(walk.field(type, "type_arguments")) : [];
  const value = inner === NO_NODE || walk.child(FILE, typeName(type, walk)) !== FILE ? null : walk.value(inner);
  return typeOfInstance(value);
}

/** The type itself of `&Ring<T>`. */
function bare(type: NodeAt, walk: Walk): NodeAt {
  const inner = walk.type(type) === "reference_type" ? walk.field(type, "type") : type;
  return walk.type(inner) === "generic_type" ? walk.field(inner, "type") : inner;
}

function typeName(type: NodeAt, walk: Walk): string {
  const of = bare(type, walk);
  return walk.text(walk.type(of) === "scoped_type_identifier" ? walk.field(of, "name") : of);
}
