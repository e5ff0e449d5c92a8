// Reads Kotlin's types: what a value of each is, and the names they refer to.

import { last } from "../../../facts/common.ts";
import { type ChainDraft, stepped } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { writtenOut } from "./imports.ts";
import { COLLECTIONS } from "./names.ts";
import type { Reading, Walk } from "./state.ts";

const TYPES: ReadonlySet<string> = new Set([
  ...["user_type", "nullable_type", "function_type", "parenthesized_type", "not_nullable_type"],
]);

/** The child of `node` that is a type; the last one. */
export const typeIn = (node: NodeAt, { tree }: Walk): NodeAt =>
  tree.children(node).findLast((child) => TYPES.has(tree.type(child))) ?? NO_NODE;

/** The value of the type in `node`; null where there is none. */
export const declaredIn = (node: NodeAt, walk: Walk): ChainDraft => walk.value(typeIn(node, walk));

/** The class that a `user_type` is, not an instance. Records it as a reference with this role. */
export function namedType(node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft {
  const { tree, facts } = walk;
  if (tree.type(node) !== "user_type") {
    walk.visit(node);
    return null;
  }
  const parts = tree.children(node);
  const names = parts.filter((part) => tree.type(part) === "type_identifier");
  const last = names.at(-1) ?? NO_NODE;
  const direct = writtenOut(
    node,
    names.map((name) => tree.text(name)),
    walk,
  );
  let of = direct;
  if (of !== null) {
    walk.reference(last, role, of);
  } else {
    for (const [at, name] of names.entries()) {
      of = at === 0 ? facts.name(tree.text(name)) : stepped(of, `.${tree.text(name)}`);
      walk.reference(name, name === last ? role : "read", of);
    }
  }
  for (const part of parts) {
    if (tree.type(part) === "type_arguments") {
      walk.visitChildren(part);
    }
  }
  return of;
}

/** The value of the last type argument of a `user_type` or call; its names are recorded as references. */
export function lastArgument(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const list = tree.childOfType(node, "type_arguments");
  return list === NO_NODE
    ? null
    : (tree
        .children(list)
        .map((given) => walk.value(given))
        .at(-1) ?? null);
}

const userType: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const names = tree.children(node).filter((part) => tree.type(part) === "type_identifier");
  const [only = NO_NODE] = names;
  if (names.length === 1 && COLLECTIONS.has(tree.text(only))) {
    walk.reference(only, "type", facts.name(tree.text(only)));
    return stepped(lastArgument(node, walk), "*");
  }
  return stepped(namedType(node, walk), "^");
};

/** `<T : Bound>`: T is as good as its bound; without one it is no type of the project's. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const list = tree.childOfType(node, "type_parameters");
  for (const one of list === NO_NODE ? [] : tree.children(list)) {
    const name = tree.childOfType(one, "type_identifier");
    const bound = typeIn(one, walk);
    const of = bound === NO_NODE ? null : namedType(bound, walk);
    facts.local(tree.text(name), of);
  }
  const constraints = tree.childOfType(node, "type_constraints");
  for (const one of constraints === NO_NODE ? [] : tree.children(constraints)) {
    const bound = typeIn(one, walk);
    facts.local(tree.text(tree.childOfType(one, "type_identifier")), bound === NO_NODE ? null : namedType(bound, walk));
  }
}

export const kotlinTypes: Readonly<Record<string, Reading>> = {
  user_type: userType,
  nullable_type: last,
  not_nullable_type: last,
  parenthesized_type: last,
  type_projection: last,
  // A value of a function type can only be called: no chain expresses it.
  function_type: (node, walk) => {
    walk.visitChildren(node);
    return null;
  },
  parameter: (node, walk) => {
    // Of a function type: its name is no name of anything.
    return declaredIn(node, walk);
  },
};
