// Reads Swift's types: what a value of each is, and the names they refer to.

import { type ChainDraft, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { first, forTypes, last, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { isModule, isNoName, nameOf } from "./modifiers.ts";
import { COLLECTIONS } from "./names.ts";
import type { Reading, Visitor, Walk } from "./state.ts";

const TYPE = /_type$|^(?:metatype|type_parameter_pack|type_pack_expansion)$/;
export const isType = (node: NodeAt, walk: Walk): boolean => TYPE.test(walk.type(node));

/** The first child of `node` that is a type. */
export const typeIn = (node: NodeAt, walk: Walk): NodeAt =>
  walk.children(node).find((child) => isType(child, walk)) ?? NO_NODE;

/** The value of the type in `node`, with the attributes before it; null where there is none. */
export function declaredIn(node: NodeAt, walk: Walk): ChainDraft {
  walk.visit(walk.childOfType(node, "type_modifiers"));
  return walk.value(typeIn(node, walk));
}

/** `@MainActor () -> Void`: what stands behind the attribute in parentheses is that of a function type (`inAttribute`). */
export const typeModifiers: Visitor = (node, walk) => {
  for (const attribute of walk.children(node)) {
    namedType(walk.childOfType(attribute, "user_type"), walk, "decorate");
  }
};

/** The typed error of `throws(Failure)`. */
export const thrownIn = (node: NodeAt, walk: Walk): void => walk.visit(walk.childOfType(node, "throws_clause"));

/** `Self`, or what the name of a type means here. */
export const typeNamed = (name: string, walk: Walk, isCalled = false): ChainDraft =>
  name === "Self" && walk.enclosingClass() !== FILE
    ? rooted(definitionChain(walk.enclosingClass()))
    : walk.name(name, isCalled);

/** The class that a `user_type` is, not an instance. Records it as a reference with this role. */
export function namedType(node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft {
  if (walk.type(node) !== "user_type") {
    walk.visit(node);
    return null;
  }
  let of: ChainDraft = null;
  const parts = walk.children(node).filter((part) => walk.type(part) === "type_identifier");
  const names = parts.length > 1 && isModule(walk.text(parts[0] ?? NO_NODE), walk) ? parts.slice(1) : parts;
  for (const [at, name] of names.entries()) {
    const text = nameOf(name, walk);
    if (isNoName(text)) {
      return null;
    }
    if (at > 0 && /^(?:Type|Protocol)$/.test(text)) {
      continue;
    }
    of = at === 0 ? typeNamed(text, walk) : stepped(of, `.${text}`);
    if (text !== "Self") {
      walk.reference(name, name === names.at(-1) ? role : "read", of);
    }
  }
  for (const part of walk.children(node)) {
    if (walk.type(part) === "type_arguments") {
      walk.visitChildren(part);
    }
  }
  return of;
}

const userType: Reading = (node, walk) => {
  const names = walk.children(node).filter((part) => walk.type(part) === "type_identifier");
  const [only = NO_NODE] = names;
  const list = walk.childOfType(node, "type_arguments");
  if (names.length === 1 && list !== NO_NODE && COLLECTIONS.has(walk.text(only))) {
    referToName(only, walk, "type");
    return stepped(last(list, walk), COLLECTION);
  }
  const of = namedType(node, walk);
  const isMeta = names.length > 1 && /^(?:Type|Protocol)$/.test(walk.text(names.at(-1) ?? NO_NODE));
  return isMeta ? of : stepped(of, INSTANCE);
};

/** Types of the parameters of a function type that was read. */
export const parametersOfType = (node: NodeAt, { state }: Walk): readonly ChainDraft[] =>
  state.parameters.get(node) ?? [];

/** A function type: the result of a call is its last part. */
function functionType(node: NodeAt, walk: Walk): ChainDraft {
  const [parameters = NO_NODE, ...others] = walk.children(node);
  thrownIn(node, walk);
  const isList = walk.type(parameters) === "tuple_type";
  const value = isList ? walk.children(parameters).map((part) => walk.value(part)) : inAttribute(node, walk);
  walk.state.parameters.set(node, value);
  return stepped(others.map((part) => walk.value(part)).at(-1) ?? null, RESULT_STEP);
}

/** To the grammar, the list in `@Sendable (Request) async -> Response` is the attribute's, and `async` the parameter. */
function inAttribute(node: NodeAt, walk: Walk): ChainDraft[] {
  const modifiers = walk.childOfType(walk.parent(node), "type_modifiers");
  const [, ...names] = walk.children(walk.children(modifiers).at(-1) ?? NO_NODE);
  return names.map((name) =>
    walk.type(name) === "simple_identifier"
      ? stepped(referToName(name, walk, "type", nameOf(name, walk)), INSTANCE)
      : null,
  );
}

const collection: Reading = (node, walk) => stepped(last(node, walk), COLLECTION);

/** `<T: Bound>`, `where T: Bound`: T is as good as its bound; without one it is no type of the project's. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  for (const one of walk.children(walk.childOfType(node, "type_parameters"))) {
    const pack = walk.childOfType(walk.childOfType(one, "type_parameter_pack"), "user_type");
    const name = walk.childOfType(pack === NO_NODE ? one : pack, "type_identifier");
    const bound = walk
      .children(one)
      .findLast((part) => isType(part, walk) && walk.type(part) !== "type_parameter_pack");
    walk.local(walk.text(name), namedType(bound ?? NO_NODE, walk));
  }
  for (const one of walk.children(walk.childOfType(node, "type_constraints"))) {
    walk.visitChildren(one);
  }
}

const bound: Reading = (node, walk) =>
  walk.value(walk.children(node).findLast((part) => isType(part, walk)) ?? NO_NODE);

const declared: Reading = (node, walk) => declaredIn(node, walk);

export const swiftTypes: Readonly<Record<string, Reading>> = {
  user_type: userType,
  ...forTypes(last, "optional_type", "opaque_type", "existential_type", "type_parameter_pack"),
  ...forTypes(collection, "array_type", "dictionary_type", "type_pack_expansion"),
  protocol_composition_type: first,
  function_type: functionType,
  tuple_type: (node, walk) => {
    const parts = walk.children(node);
    const value = parts.map((part) => walk.value(part));
    return parts.length === 1 ? (value[0] ?? null) : null;
  },
  tuple_type_item: declared,
  // What comes first is the name of a type, of which only the bound is a reference.
  ...forTypes(bound, "inheritance_constraint", "equality_constraint"),
};
