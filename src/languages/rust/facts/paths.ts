// Rust's paths, `crate::store::Store::new`: what they lead to, and the names on the way, as references.

import { BUILT_IN_VALUE, type ChainDraft, definitionOfDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, importChain, MACRO_MARK, selfChain } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { BUILT_IN } from "./names.ts";
import type { Walk } from "./state.ts";

/** `self`: an instance of the type whose code is read; of one defined here its members are proven. */
export function selfOf({ state: { self } }: Walk): ChainDraft {
  const at = definitionOfDraft(self);
  return at === null ? stepped(self, "^") : rooted(selfChain(at));
}

/** Runs `inside` where `Self` is this type. */
export function withSelf(self: ChainDraft, { state }: Walk, inside: () => void): void {
  const outer = state.self;
  state.self = self;
  inside();
  state.self = outer;
}

/** `crate`, `self` or `super` as the module that it is, seen from the file. */
export function moduleRoot(word: string, line: number, walk: Walk): ChainDraft {
  // A module inside the file finds the names of its parent in the enclosing scope.
  if (walk.state.depth > 0 && word !== "crate") {
    return null;
  }
  const at = walk.state.roots.get(word) ?? walk.import({ local: word, imported: "*", specifier: word, line });
  walk.state.roots.set(word, at);
  return rooted(importChain(at));
}

/** A macro by its bare name: one that the file defines above or brings in, else any of the crate's. */
export function macroNamed(name: string, walk: Walk): ChainDraft {
  const known = walk.state.macros.get(name);
  return known !== undefined
    ? rooted(definitionChain(known))
    : walk.name(walk.state.imported.has(name) ? name : name + MACRO_MARK);
}

/** What the path leads to; its last name is recorded as a reference with this role, those before it as read. */
export function pathOf(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  switch (walk.type(node)) {
    case "identifier":
    case "type_identifier":
    case "metavariable":
      return walk.text(node) === "Self" ? walk.state.self : referToName(node, walk, role);
    case "crate":
    case "self":
    case "super":
      return moduleRoot(walk.text(node), walk.line(node), walk);
    case "scoped_identifier":
    case "scoped_type_identifier":
      return scoped(node, walk, role);
    case "generic_type":
    case "generic_type_with_turbofish":
      walk.visit(walk.field(node, "type_arguments"));
      return pathOf(walk.field(node, "type"), walk, role);
    case "generic_function":
      walk.visit(walk.field(node, "type_arguments"));
      return pathOf(walk.field(node, "function"), walk, role);
    case "bracketed_type":
      return qualified(walk.children(node)[0] ?? NO_NODE, walk);
    default:
      walk.visit(node);
      return null;
  }
}

/** Notes the name that a path begins with: it may be a crate. Types and what is built in are none. */
export function noteCrate(name: string, line: number, { state: { crates } }: Walk): void {
  if (/^[a-z_]/.test(name) && !BUILT_IN.has(name) && !crates.has(name)) {
    crates.set(name, line);
  }
}

function scoped(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const [before, name] = [walk.field(node, "path"), walk.field(node, "name")];
  // `::tokio::spawn` begins with the crate, too.
  const first = before === NO_NODE ? name : before;
  if (walk.type(first) === "identifier") {
    noteCrate(walk.text(first), walk.line(first), walk);
  }
  const isInside = walk.state.depth > 0 && /^(?:self|super)$/.test(walk.type(before));
  const of = isInside
    ? walk.name(walk.text(name))
    : before === NO_NODE
      ? BUILT_IN_VALUE
      : stepped(pathOf(before, walk, "read"), `.${walk.text(name)}`);
  // `super::super` names no thing of its own.
  if (walk.type(name) === "identifier" || walk.type(name) === "type_identifier") {
    walk.reference(name, role, of);
  }
  return of;
}

/** `<T as Trait>::call`: whose it is, is known by the trait. */
function qualified(node: NodeAt, walk: Walk): ChainDraft {
  const alias = walk.field(node, "alias");
  if (alias === NO_NODE) {
    return pathOf(node, walk, "type");
  }
  walk.value(walk.field(node, "type"));
  return pathOf(alias, walk, "type");
}

/** The names of a path as written. */
export const namesOf = (node: NodeAt, walk: Walk): string[] =>
  walk
    .text(node)
    .split(/::|\./)
    .map((part) => part.replace(/[^\w].*$/su, ""));
