// Parameters of generic types, and uses of such types with arguments.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { ANONYMOUS, nameOf, rangeOf } from "./node-text.ts";
import type { Walk } from "./state.ts";

/** Makes the type parameters of the type or function `of` members of it: `<0>`, `<1>`. */
export function declareTypeParameters(list: NodeAt, of: DefinitionAt, walk: Walk): void {
  const all = walk.children(list).filter((part) => walk.type(part) === "type_parameter");
  for (const [place, part] of all.entries()) {
    const known = { name: `<${place}>`, kind: "field", parent: of, binds: false } as const;
    const at = walk.define({ ...known, ...rangeOf(part, part, walk) });
    walk.local(walk.text(walk.field(part, "name")), rooted(definitionChain(at)));
    const constraint = walk.value(walk.field(part, "constraint"));
    const other = walk.value(walk.field(part, "value"));
    const isOpen = constraint === null || constraint === NOTHING;
    walk.amend(at, { type: isOpen ? (other ?? constraint) : constraint });
  }
}

/** A value of the generic type `used` with these arguments. */
export function instanceOf(node: NodeAt, used: ChainDraft, args: readonly ChainDraft[], walk: Walk): ChainDraft {
  const value = stepped(used, "^");
  const use = useOf(node, value, args, walk);
  return use === value ? value : stepped(use, "^");
}

/** Defines a use of something generic with these type arguments; returns `used` itself where none of them is a project's. */
export function useOf(node: NodeAt, used: ChainDraft, args: readonly ChainDraft[], walk: Walk): ChainDraft {
  if (used === null || args.every((one) => one === null || one === NOTHING)) {
    return used;
  }
  const range = rangeOf(node, node, walk);
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false, type: used });
  for (const [place, type] of args.entries()) {
    walk.define({ name: `<${place}>`, kind: "field", parent: at, binds: false, type, ...range });
  }
  return rooted(definitionChain(at));
}

/** Members of literal types that are arguments of `used` name those of what its parameters have to be: `Box<{ id: string }>`. */
export function referenceConstraintMembers(list: NodeAt, used: ChainDraft, walk: Walk): void {
  const args = walk.children(list).filter((part) => walk.type(part) !== "comment");
  for (const [place, type] of args.entries()) {
    for (const member of walk.type(type) === "object_type" ? walk.children(type) : []) {
      const name = walk.field(member, "name");
      if (walk.type(member) === "property_signature" && walk.type(name) === "property_identifier") {
        const of = stepped(used, `.<${place}>.${nameOf(name, walk)}`);
        walk.referenceKnown(nameOf(name, walk), walk.line(name), "write", of);
      }
    }
  }
}
