// What `self` is while Ruby's text is read: an instance of the enclosing class, or the class itself. A class's own methods are
// members of a definition without a name in it, which also has what it extends as supertypes: its singleton class.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain, superChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE, isNamed, OVERRIDES, STATIC } from "../../../vocabulary/facts.ts";
import { isAboveAll } from "../every-object.ts";
import type { Self, Walk } from "./state.ts";

export const selfIn = ({ state }: Walk): Self => state.selves.at(-1) ?? "instance";

export function withSelf<Result>({ state: { selves } }: Walk, self: Self, inside: () => Result): Result {
  selves.push(self);
  const result = inside();
  selves.pop();
  return result;
}

/** The enclosing class or module, where the look-up of constants starts; FILE at the top. */
export const ownerOf = (walk: Walk): DefinitionAt => walk.enclosingClass();

/** What `self` is; null at the top of a file. */
export function selfOf(walk: Walk): ChainDraft {
  const owner = ownerOf(walk);
  return owner === FILE ? null : rooted((selfIn(walk) === "instance" ? selfChain : definitionChain)(owner));
}

/** A bare name that may be a method's: of `self`, where no variable has it. */
export function bareName(name: string, walk: Walk): ChainDraft {
  const owner = ownerOf(walk);
  if (owner === FILE || selfIn(walk) === "instance") {
    return walk.name(name);
  }
  return walk.within({ kind: "class", definition: singletonOf(owner, walk) }, () => walk.name(name));
}

/** The class's own class, made when it is first needed. */
function singletonOf(owner: DefinitionAt, walk: Walk): DefinitionAt {
  const known = walk.state.singletons.get(owner) ?? defineNameless(owner, "module", STATIC, walk);
  walk.state.singletons.set(owner, known);
  return known;
}

/** A block that runs in a class of its own, without a name. */
export const nameless = (owner: DefinitionAt, walk: Walk): DefinitionAt => defineNameless(owner, "class", 0, walk);

/** A definition in the class for what is not only its own; without a name, so that no tool lists it. */
function defineNameless(owner: DefinitionAt, kind: "module" | "class", flags: number, walk: Walk): DefinitionAt {
  const line = walk.defined(owner)?.nameLine ?? 1;
  const lines = { nameLine: line, startLine: line, endLine: line };
  return walk.define({ name: "{}", kind, ...lines, flags, parent: owner, binds: false });
}

/** A definition without a name for the methods that become class methods of every class that includes `owner`. */
export function forIncluders(owner: DefinitionAt, walk: Walk): DefinitionAt {
  const known = walk.state.forIncluders.get(owner) ?? defineNameless(owner, "module", 0, walk);
  walk.state.forIncluders.set(owner, known);
  return known;
}

/** They are looked up before those that are known already: the module included last comes first, the superclass last. */
export function addSupers(at: DefinitionAt, more: readonly ChainDraft[], walk: Walk): void {
  const all = [...more, ...(walk.state.supers.get(at) ?? [])];
  walk.state.supers.set(at, all);
  walk.amend(at, { supers: all });
}

/** `include A, B`; of `extend`, and inside `class << self`, the class's own class does. */
export function mixIn(modules: readonly ChainDraft[], by: string, walk: Walk): void {
  const owner = ownerOf(walk);
  if (owner !== FILE) {
    if (by === "prepend") {
      walk.state.prepended.add(owner);
    }
    const isOwn = by === "extend" || selfIn(walk) === "singleton";
    addSupers(isOwn ? singletonOf(owner, walk) : owner, modules, walk);
  }
}

/** `super`: calls the method of this name that a class or module above has; from a module, that of a class which has the module. */
export function callsAbove(node: NodeAt, walk: Walk): ChainDraft {
  const method = walk.defined(walk.enclosing());
  if (method?.kind !== "method" || !isNamed(method)) {
    return null;
  }
  const isAnyObjects = isAboveAll(method.name);
  if (!isAnyObjects) {
    walk.amend(walk.enclosing(), { flags: OVERRIDES });
  }
  const owner = ownerOf(walk);
  const isKnown = owner !== FILE && selfIn(walk) === "instance";
  const of = isKnown ? stepped(rooted(superChain(owner)), `.${method.name}`) : null;
  // What is prepended comes before the class itself, and calls its method by `super`.
  const isAboveUnknown = walk.defined(owner)?.kind === "module" || walk.state.prepended.has(owner);
  // Without the one above, every object's own is called. That takes no arguments where it makes an object.
  if (!isAnyObjects || method.name === "initialize") {
    walk.refer(method.name, walk.line(node), "call", isAboveUnknown ? null : of);
  }
  return of === null ? null : stepped(of, "()");
}

/** Whether what is defined here is reached through the class. */
export const isOnClass = (walk: Walk): boolean => selfIn(walk) === "singleton";
