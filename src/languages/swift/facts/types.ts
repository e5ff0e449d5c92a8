// Reads Swift's types: what a value of each is, and the names they refer to.

import { type ChainDraft, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { last } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { isModule, nameOf } from "./modifiers.ts";
import { COLLECTIONS } from "./names.ts";
import type { Reading, Walk } from "./state.ts";

const TYPE = /_type$|^metatype$/;
export const isType = (node: NodeAt, { tree }: Walk): boolean => TYPE.test(tree.type(node));

/** The first child of `node` that is a type. */
export const typeIn = (node: NodeAt, walk: Walk): NodeAt =>
  walk.tree.children(node).find((child) => isType(child, walk)) ?? NO_NODE;

/** The value of the type in `node`; null where there is none. */
export const declaredIn = (node: NodeAt, walk: Walk): ChainDraft => walk.value(typeIn(node, walk));

/** `Self`, or what the name of a type means here. */
export const typeNamed = (name: string, { facts }: Walk, isCalled = false): ChainDraft =>
  name === "Self" && facts.enclosingClass !== FILE
    ? rooted(definitionChain(facts.enclosingClass))
    : facts.name(name, isCalled);

/** The class that a `user_type` is, not an instance. Records it as a reference with this role. */
export function namedType(node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft {
  const { tree } = walk;
  if (tree.type(node) !== "user_type") {
    walk.visit(node);
    return null;
  }
  let of: ChainDraft = null;
  const parts = tree.children(node).filter((part) => tree.type(part) === "type_identifier");
  const names = parts.length > 1 && isModule(tree.text(parts[0] ?? NO_NODE), walk) ? parts.slice(1) : parts;
  for (const [at, name] of names.entries()) {
    const text = nameOf(name, walk);
    if (at > 0 && /^(?:Type|Protocol)$/.test(text)) {
      continue;
    }
    of = at === 0 ? typeNamed(text, walk) : stepped(of, `.${text}`);
    if (text !== "Self") {
      walk.reference(name, name === names.at(-1) ? role : "read", of);
    }
  }
  for (const part of tree.children(node)) {
    if (tree.type(part) === "type_arguments") {
      walk.visitChildren(part);
    }
  }
  return of;
}

const userType: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const names = tree.children(node).filter((part) => tree.type(part) === "type_identifier");
  const [only = NO_NODE] = names;
  const list = tree.childOfType(node, "type_arguments");
  if (names.length === 1 && list !== NO_NODE && COLLECTIONS.has(tree.text(only))) {
    walk.reference(only, "type", facts.name(tree.text(only)));
    return stepped(last(list, walk), "*");
  }
  const of = namedType(node, walk);
  const isMeta = names.length > 1 && /^(?:Type|Protocol)$/.test(tree.text(names.at(-1) ?? NO_NODE));
  return isMeta ? of : stepped(of, "^");
};

/** Types of the parameters of a function type that was read. */
export const parametersOfType = (node: NodeAt, { state }: Walk): readonly ChainDraft[] =>
  state.parameters.get(node) ?? [];

/** A function type: the result of a call is its last part. */
function functionType(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const [parameters = NO_NODE, ...others] = tree.children(node);
  const isList = tree.type(parameters) === "tuple_type";
  const value = isList ? tree.children(parameters).map((part) => walk.value(part)) : takenByAttribute(node, walk);
  walk.state.parameters.set(node, value);
  return stepped(others.map((part) => walk.value(part)).findLast(() => true) ?? null, RESULT_STEP);
}

/** To the grammar, the list in `@Sendable (Request) async -> Response` is the attribute's, and `async` what is taken. */
function takenByAttribute(node: NodeAt, walk: Walk): ChainDraft[] {
  const { tree, facts } = walk;
  const modifiers = tree.childOfType(tree.parent(node), "type_modifiers");
  const attribute = modifiers === NO_NODE ? NO_NODE : (tree.children(modifiers).at(-1) ?? NO_NODE);
  const names = attribute === NO_NODE ? [] : tree.children(attribute).slice(1);
  return names.map((name) => {
    if (tree.type(name) !== "simple_identifier") {
      return null;
    }
    const of = facts.name(nameOf(name, walk));
    walk.reference(name, "type", of);
    return stepped(of, "^");
  });
}

const many: Reading = (node, walk) => stepped(last(node, walk), "*");

/** The value of the first child; all are visited. */
const first: Reading = (node, walk) => {
  const [value = null] = walk.tree.children(node).map((part) => walk.value(part));
  return value;
};

/** `<T: Bound>`, `where T: Bound`: T is as good as its bound; without one it is no type of the project's. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const list = tree.childOfType(node, "type_parameters");
  for (const one of list === NO_NODE ? [] : tree.children(list)) {
    const bound = typeIn(one, walk);
    const of = bound === NO_NODE ? null : namedType(bound, walk);
    facts.local(tree.text(tree.childOfType(one, "type_identifier")), of);
  }
  const constraints = tree.childOfType(node, "type_constraints");
  for (const one of constraints === NO_NODE ? [] : tree.children(constraints)) {
    walk.visitChildren(one);
  }
}

export const swiftTypes: Readonly<Record<string, Reading>> = {
  user_type: userType,
  optional_type: last,
  opaque_type: last,
  existential_type: last,
  array_type: many,
  dictionary_type: many,
  protocol_composition_type: first,
  function_type: functionType,
  tuple_type: (node, walk) => {
    const parts = walk.tree.children(node);
    const value = parts.map((part) => walk.value(part));
    return parts.length === 1 ? (value[0] ?? null) : null;
  },
  tuple_type_item: (node, walk) => declaredIn(node, walk),
  // What follows is the name of a type, of which only the bound is a reference.
  inheritance_constraint: (node, walk) => {
    declaredIn(node, walk);
    return null;
  },
  equality_constraint: (node, walk) => {
    declaredIn(node, walk);
    return null;
  },
};
