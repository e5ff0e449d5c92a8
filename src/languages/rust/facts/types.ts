// Reads Rust's types: what a value of each is, and the names they refer to. References, options, results and boxes are as good
// as what is in them.

import { BUILT_IN_VALUE, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { COLLECTIONS, TRANSPARENT } from "./names.ts";
import { pathOf } from "./paths.ts";
import type { Reading, Walk } from "./state.ts";

const named: Reading = (node, walk) => stepped(pathOf(node, walk, "type"), "^");

const inner =
  (field: string): Reading =>
  (node, walk) =>
    walk.value(walk.tree.field(node, field));

const first: Reading = (node, walk) => {
  const [one = NO_NODE, ...others] = walk.tree.children(node);
  const value = walk.value(one);
  for (const other of others) {
    walk.value(other);
  }
  return value;
};

const generic: Reading = (node, walk) => {
  const { tree } = walk;
  const type = tree.field(node, "type");
  const name = tree.text(type).split("::").at(-1) ?? "";
  const given = tree.children(tree.field(node, "type_arguments")).filter((one) => tree.type(one) !== "lifetime");
  const of = pathOf(type, walk, "type");
  const values = given.map(walk.value);
  // A type that the file defines hides a built-in one of the same name.
  const isOwn = walk.facts.child(FILE, name) !== FILE;
  if (TRANSPARENT.has(name) && !isOwn) {
    return values[0] ?? null;
  }
  return COLLECTIONS.has(name) && !isOwn && !walk.state.ours.has(name)
    ? stepped(values.at(-1) ?? null, "*")
    : stepped(of, "^");
};

/** `impl Iterator<Item = T>` is a collection of T. */
const binding: Reading = (node, walk) => walk.value(walk.tree.field(node, "type"));

const abstract: Reading = (node, walk) => {
  const { tree } = walk;
  const trait = tree.field(node, "trait");
  const isIterator = /^(?:\w+::)*(?:Double(?:Ended))?(?:Into)?(?:Iterator|Stream)</.test(tree.text(trait));
  const value = walk.value(trait);
  const item = isIterator ? itemOf(trait) : NO_NODE;
  return item === NO_NODE ? value : stepped(walk.value(item), "*");

  function itemOf(of: NodeAt): NodeAt {
    const found = tree.children(tree.field(of, "type_arguments")).find((one) => tree.type(one) === "type_binding");
    return found ?? NO_NODE;
  }
};

const many: Reading = (node, walk) => {
  const { tree } = walk;
  const element = tree.field(node, "element");
  walk.visitChildren(node, "element");
  return stepped(walk.value(element), "*");
};

/** `(Sender, Receiver)`: what has its parts as fields by their places, where others can see it. */
const tuple: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const [startLine, endLine] = [walk.line(node), walk.endLine(node)];
  if (facts.enclosing === FILE || walk.state.inBody > 0) {
    walk.visitChildren(node);
    return null;
  }
  const at = facts.define({ name: "{}", kind: "class", nameLine: startLine, startLine, endLine, binds: false });
  tree.children(node).forEach((part, place) => void placed(part, place, at, walk));
  return at === FILE ? null : stepped(rooted(definitionChain(at)), "^");
};

/** A field that has no name but its place. */
export function placed(type: NodeAt, place: number, parent: DefinitionAt, walk: Walk): void {
  const line = walk.line(type);
  const at = { nameLine: line, startLine: line, endLine: walk.endLine(type) };
  const value = walk.value(type);
  // Nothing leads through what is not known.
  if (value !== null && parent !== FILE) {
    walk.facts.define({ name: `${place}`, kind: "field", ...at, type: value, parent, binds: false });
  }
}

const nothing: Reading = () => BUILT_IN_VALUE;

/** A function type: its value is a function, not the result of a call. */
const functionType: Reading = (node, walk) => {
  walk.visitChildren(node);
  return null;
};

export const rustTypes: Readonly<Record<string, Reading>> = {
  type_identifier: named,
  scoped_type_identifier: named,
  generic_type: generic,
  reference_type: inner("type"),
  pointer_type: inner("type"),
  bounded_type: first,
  abstract_type: abstract,
  dynamic_type: abstract,
  array_type: many,
  tuple_type: tuple,
  primitive_type: nothing,
  unit_type: nothing,
  never_type: nothing,
  function_type: functionType,
  type_binding: binding,
};
