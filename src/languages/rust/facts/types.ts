// Reads Rust's types: what a value of each is, and the names they refer to. References, options, results and boxes are treated
// as what they contain.

import { BUILT_IN_VALUE, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { first, forTypes, linesOf, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { COLLECTIONS, TRANSPARENT } from "./names.ts";
import { pathOf } from "./paths.ts";
import type { Reading, Walk } from "./state.ts";

const named: Reading = (node, walk) => stepped(pathOf(node, walk, "type"), "^");

const inner: Reading = (node, walk) => walk.value(walk.field(node, "type"));

const generic: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const name = walk.text(type).split("::").at(-1) ?? "";
  const args = walk.children(walk.field(node, "type_arguments")).filter((one) => walk.type(one) !== "lifetime");
  const of = pathOf(type, walk, "type");
  // `Source<Item = u32>` names a member of the trait.
  for (const one of args.filter((arg) => walk.type(arg) === "type_binding")) {
    referToMember(of, walk.field(one, "name"), walk, "type");
  }
  const values = args.map(walk.value);
  // A type that the file defines hides a built-in one of the same name.
  const isOwn = walk.child(FILE, name) !== FILE;
  if (TRANSPARENT.has(name) && !isOwn) {
    return values[0] ?? null;
  }
  return COLLECTIONS.has(name) && !isOwn && !walk.state.ofCrate.has(name)
    ? stepped(values.at(-1) ?? null, "*")
    : stepped(of, "^");
};

/** `impl Iterator<Item = T>` is a collection of T. */
const abstract: Reading = (node, walk) => {
  const trait = walk.field(node, "trait");
  const isIterator = /^(?:\w+::)*(?:Double(?:Ended))?(?:Into)?(?:Iterator|Stream)</.test(walk.text(trait));
  const value = walk.value(trait);
  const item = isIterator ? walk.childOfType(walk.field(trait, "type_arguments"), "type_binding") : NO_NODE;
  return item === NO_NODE ? value : stepped(walk.value(item), "*");
};

const many: Reading = (node, walk) => {
  const element = walk.field(node, "element");
  walk.visitChildren(node, "element");
  return stepped(walk.value(element), "*");
};

/** `(Sender, Receiver)`: what has its parts as fields by their places, where others can see it. */
const tuple: Reading = (node, walk) => {
  if (walk.enclosing() === FILE || walk.state.inBody > 0) {
    walk.visitChildren(node);
    return null;
  }
  const at = walk.define({ name: "{}", kind: "class", ...linesOf(node, walk), binds: false });
  walk.children(node).forEach((part, place) => void placed(part, place, at, walk));
  return at === FILE ? null : stepped(rooted(definitionChain(at)), "^");
};

/** A field that has no name but its place. */
export function placed(type: NodeAt, place: number, parent: DefinitionAt, walk: Walk): void {
  const value = walk.value(type);
  // Nothing leads through what is not known.
  if (value !== null && parent !== FILE) {
    walk.define({ name: `${place}`, kind: "field", ...linesOf(type, walk), type: value, parent, binds: false });
  }
}

const builtIn: Reading = () => BUILT_IN_VALUE;

/** A function type: its value is a function, not the result of a call. */
const functionType: Reading = (node, walk) => {
  walk.visitChildren(node);
  return null;
};

export const rustTypes: Readonly<Record<string, Reading>> = {
  ...forTypes(named, "type_identifier", "scoped_type_identifier"),
  generic_type: generic,
  ...forTypes(inner, "reference_type", "pointer_type", "type_binding"),
  bounded_type: first,
  ...forTypes(abstract, "abstract_type", "dynamic_type"),
  array_type: many,
  tuple_type: tuple,
  ...forTypes(builtIn, "primitive_type", "unit_type", "never_type"),
  function_type: functionType,
};
