// Reads Kotlin's types: what a value of each is, and the names they refer to.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { elementOf, forTypes, last, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { writtenOut } from "./imports.ts";
import { BUILT_IN, COLLECTIONS } from "./names.ts";
import type { Reading, Walk } from "./state.ts";

const TYPES: ReadonlySet<string> = new Set([
  ...["user_type", "nullable_type", "function_type", "parenthesized_type", "not_nullable_type"],
]);

/** The child of `node` that is a type; the last one. */
export const typeIn = (node: NodeAt, walk: Walk): NodeAt =>
  walk.children(node).findLast((child) => TYPES.has(walk.type(child))) ?? NO_NODE;

/** The value of the type in `node`; null where there is none. */
export const declaredIn = (node: NodeAt, walk: Walk): ChainDraft => walk.value(typeIn(node, walk));

/** The class that a `user_type` is, not an instance. Records it as a reference with this role. */
export function namedType(node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft {
  if (walk.type(node) !== "user_type") {
    walk.visit(node);
    return null;
  }
  const parts = walk.children(node);
  const names = parts.filter((part) => walk.type(part) === "type_identifier");
  const written = names.map((name) => walk.text(name));
  const last = names.at(-1) ?? NO_NODE;
  let of = writtenOut(node, written, walk);
  if (of !== null) {
    walk.reference(last, role, of);
  } else {
    for (const [at, name] of names.entries()) {
      of = at === 0 ? walk.name(written[0] ?? "") : stepped(of, `.${written[at]}`);
      walk.reference(name, name === last ? role : "read", of);
    }
  }
  for (const list of parts.filter((part) => walk.type(part) === "type_arguments")) {
    walk.visitChildren(list);
  }
  return of;
}

/** The value of the last type argument of a `user_type` or call; its names are recorded as references. */
export const lastArgument = (node: NodeAt, walk: Walk): ChainDraft =>
  elementOf(walk.children(walk.childOfType(node, "type_arguments")).map(walk.value), BUILT_IN);

const userType: Reading = (node, walk) => {
  const names = walk.children(node).filter((part) => walk.type(part) === "type_identifier");
  const [only = NO_NODE] = names;
  if (names.length === 1 && COLLECTIONS.has(walk.text(only))) {
    referToName(only, walk, "type");
    return stepped(lastArgument(node, walk), COLLECTION);
  }
  // `kotlin.collections.List<Order>`
  if (/^(?:kotlin|java)$/.test(walk.text(only)) && COLLECTIONS.has(walk.text(names.at(-1) ?? NO_NODE))) {
    return stepped(lastArgument(node, walk), COLLECTION);
  }
  return stepped(namedType(node, walk), INSTANCE);
};

/** `<T : Bound>`: T is as good as its bound; without one it is no type of the project's. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  const [parameters, constraints] = [
    walk.childOfType(node, "type_parameters"),
    walk.childOfType(node, "type_constraints"),
  ];
  for (const one of [...walk.children(parameters), ...walk.children(constraints)]) {
    walk.local(walk.text(walk.childOfType(one, "type_identifier")), namedType(typeIn(one, walk), walk));
  }
}

export const kotlinTypes: Readonly<Record<string, Reading>> = {
  user_type: userType,
  ...forTypes(last, "nullable_type", "not_nullable_type", "parenthesized_type", "type_projection"),
  // Of a function type: its name refers to nothing.
  parameter: (node, walk) => declaredIn(node, walk),
};
