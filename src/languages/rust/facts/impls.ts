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
export function ownerOf({ facts, state }: Walk): Owner | null {
  const open = state.owners.at(-1) ?? null;
  const kind = facts.definition(facts.enclosing)?.kind;
  return open === null || kind === "method" || kind === "function" || kind === "test" ? null : open;
}

/** What a definition in the block says of its place. */
export const placeOf = (owner: Owner | null): Pick<DefinitionDraft, "parent" | "qualifier"> =>
  owner === null
    ? {}
    : { parent: owner.parent, ...(owner.qualifier === undefined ? {} : { qualifier: owner.qualifier }) };

export const implItem: Visitor = (node, walk) => {
  const { tree, facts, state } = walk;
  facts.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    const type = tree.field(node, "type");
    const name = typeName(type, walk);
    const parent = facts.child(facts.enclosing, name);
    const own = pathOf(bare(type, walk), walk, "type");
    const self = insideOf(type, walk) ?? (parent === FILE ? own : rooted(definitionChain(parent)));
    const trait = tree.field(node, "trait");
    if (trait !== NO_NODE) {
      const of = pathOf(trait, walk, "extend");
      const supers = [...(state.supers.get(parent) ?? []), of];
      state.supers.set(parent, supers);
      if (parent !== FILE) {
        facts.amend(parent, { supers });
      }
    }
    const isForTrait = trait !== NO_NODE;
    state.owners.push(
      parent === FILE ? { parent: facts.enclosing, qualifier: name, isForTrait } : { parent, isForTrait },
    );
    withSelf(self, walk, () => walk.visit(tree.field(node, "body")));
    state.owners.pop();
  });
};

/** `impl Store for Arc<Ring>`: `self` is treated as a Ring. */
function insideOf(type: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const isInside = tree.type(type) === "generic_type" && TRANSPARENT.has(tree.text(tree.field(type, "type")));
  const [inner = NO_NODE] = isInside ? tree.children(tree.field(type, "type_arguments")) : [];
  const value = inner === NO_NODE || walk.facts.child(FILE, typeName(type, walk)) !== FILE ? null : walk.value(inner);
  return typeOfInstance(value);
}

/** The type itself of `&Ring<T>`. */
function bare(type: NodeAt, { tree }: Walk): NodeAt {
  const inner = tree.type(type) === "reference_type" ? tree.field(type, "type") : type;
  return tree.type(inner) === "generic_type" ? tree.field(inner, "type") : inner;
}

function typeName(type: NodeAt, walk: Walk): string {
  const { tree } = walk;
  const of = bare(type, walk);
  return tree.text(tree.type(of) === "scoped_type_identifier" ? tree.field(of, "name") : of);
}
