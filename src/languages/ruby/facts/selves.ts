// What `self` is while Ruby's text is read: an instance of the enclosing class, or the class itself. A class's own methods are
// members of a definition without a name in it, which also has what it extends as supertypes: its singleton class.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { FactsBuilder } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain, superChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE, isNamed, STATIC } from "../../../vocabulary/facts.ts";
import type { Self, Walk } from "./state.ts";

export const selfIn = ({ state }: Walk): Self => state.selves.at(-1) ?? "instance";

export function withSelf({ state: { selves } }: Walk, self: Self, inside: () => void): void {
  selves.push(self);
  inside();
  selves.pop();
}

/** The enclosing class or module, where the look-up of constants starts; FILE at the top. */
export function ownerOf({ facts }: Walk): DefinitionAt {
  return facts.enclosingClass;
}

/** What `self` is; null at the top of a file. */
export function selfOf(walk: Walk): ChainDraft {
  const owner = ownerOf(walk);
  return owner === FILE ? null : rooted((selfIn(walk) === "instance" ? selfChain : definitionChain)(owner));
}

/** A bare name that may be a method's: of `self`, where no variable has it. */
export function bareName(name: string, walk: Walk): ChainDraft {
  const { facts } = walk;
  const owner = ownerOf(walk);
  if (owner === FILE || selfIn(walk) === "instance") {
    return facts.name(name);
  }
  let of: ChainDraft = null;
  facts.within({ kind: "class", definition: singletonOf(owner, walk) }, () => {
    of = facts.name(name);
  });
  return of;
}

/** The class's own class, made when it is first needed. */
function singletonOf(owner: DefinitionAt, { facts, state: { singletons } }: Walk): DefinitionAt {
  const known = singletons.get(owner) ?? define(owner, "module", STATIC, facts);
  singletons.set(owner, known);
  return known;
}

/** A block that runs in a class of its own, without a name. */
export const nameless = (owner: DefinitionAt, { facts }: Walk): DefinitionAt => define(owner, "class", 0, facts);

/** What is in the class for more than it, without a name, so that no tool lists it. */
function define(owner: DefinitionAt, kind: "module" | "class", flags: number, facts: FactsBuilder): DefinitionAt {
  const line = facts.definition(owner)?.nameLine ?? 1;
  const lines = { nameLine: line, startLine: line, endLine: line };
  return facts.define({ name: "{}", kind, ...lines, flags, parent: owner, binds: false });
}

/** A definition without a name for the methods that become class methods of every class that includes `owner`. */
export function forIncluders(owner: DefinitionAt, { facts, state: { forIncluders: all } }: Walk): DefinitionAt {
  const known = all.get(owner) ?? define(owner, "module", 0, facts);
  all.set(owner, known);
  return known;
}

/** Looked up before what is known already: the module included last comes first, the superclass last. */
export function addSupers(at: DefinitionAt, given: readonly ChainDraft[], { facts, state: { supers } }: Walk): void {
  const all = [...given, ...(supers.get(at) ?? [])];
  supers.set(at, all);
  facts.amend(at, { supers: all });
}

/** `include A, B`; of `extend`, and inside `class << self`, the class's own class does. */
export function mixIn(given: readonly ChainDraft[], isExtended: boolean, walk: Walk): void {
  const owner = ownerOf(walk);
  if (owner !== FILE) {
    const isOwn = isExtended || selfIn(walk) === "singleton";
    addSupers(isOwn ? singletonOf(owner, walk) : owner, given, walk);
  }
}

/** The name of the enclosing method of a class or module; null for none. */
function enclosingMethod({ facts }: Walk): string | null {
  const enclosing = facts.definition(facts.enclosing);
  return enclosing?.kind === "method" && isNamed(enclosing) ? enclosing.name : null;
}

/** The method of the superclass that `super` calls in the enclosing method. */
export function aboveSelf(walk: Walk): ChainDraft {
  const method = enclosingMethod(walk);
  const owner = ownerOf(walk);
  return owner === FILE || method === null || selfIn(walk) !== "instance"
    ? null
    : stepped(rooted(superChain(owner)), `.${method}`);
}

/** What is defined here is reached through the class. */
export const isOnClass = (walk: Walk): boolean => selfIn(walk) === "singleton";

export const nodeLines = (node: NodeAt, walk: Walk): { nameLine: number; startLine: number; endLine: number } => {
  const line = walk.line(node);
  return { nameLine: line, startLine: line, endLine: walk.endLine(node) };
};
