// `impl` blocks: which type what is in them is a member of, what traits that type gets by them, and what `Self` is.

import type { Visitor, Walk } from "../../../facts/read-facts.ts";
import { type ChainDraft, rooted } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { TRANSPARENT } from "./names.ts";
import { pathOf, withSelf } from "./paths.ts";
import { bindTypeParameters, withoutInstance } from "./type-parameters.ts";

/** Where a method of an `impl` block stands: under its type, be that in this file or in another. */
interface Owner {
  readonly parent: DefinitionAt;
  readonly qualifier?: string;
}

const owners = new WeakMap<Walk["facts"], Owner[]>();

/** Null outside of `impl` blocks, and in functions inside of their methods. */
export function ownerOf({ facts }: Walk): Owner | null {
  const open = owners.get(facts)?.at(-1) ?? null;
  const kind = facts.definition(facts.enclosing)?.kind;
  return open === null || kind === "method" || kind === "function" || kind === "test" ? null : open;
}

export const implItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    const type = tree.field(node, "type");
    const name = typeName(type, walk);
    const parent = facts.child(facts.enclosing, name);
    const own = pathOf(bare(type, walk), walk, "type");
    const self = insideOf(type, walk) ?? (parent === FILE ? own : rooted(`@${parent}`));
    const trait = tree.field(node, "trait");
    if (trait !== NO_NODE) {
      const of = pathOf(trait, walk, "extend");
      const known = supersOf.get(facts) ?? new Map<DefinitionAt, ChainDraft[]>();
      supersOf.set(facts, known);
      known.set(parent, [...(known.get(parent) ?? []), of]);
      if (parent !== FILE) {
        facts.amend(parent, { supers: known.get(parent) ?? [] });
      }
    }
    const open = owners.get(facts) ?? [];
    owners.set(facts, open);
    open.push(parent === FILE ? { parent: facts.enclosing, qualifier: name } : { parent });
    withSelf(self, facts, () => walk.visit(tree.field(node, "body")));
    open.pop();
  });
};

const supersOf = new WeakMap<Walk["facts"], Map<DefinitionAt, ChainDraft[]>>();

/** `impl Store for Arc<Ring>`: what `self` is as good as. */
function insideOf(type: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const isInside = tree.type(type) === "generic_type" && TRANSPARENT.has(tree.text(tree.field(type, "type")));
  const [inner = NO_NODE] = isInside ? tree.children(tree.field(type, "type_arguments")) : [];
  const value = inner === NO_NODE || walk.facts.child(FILE, typeName(type, walk)) !== FILE ? null : walk.value(inner);
  return value === null ? null : withoutInstance(value);
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
