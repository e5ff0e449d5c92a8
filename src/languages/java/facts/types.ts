// Reads Java's types: what a value of each is, and the names they refer to.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { elementOf, forTypes, last, literal, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { writtenOut } from "./imports.ts";
import { BUILT_IN, COLLECTIONS } from "./names.ts";
import type { Reading, Walk } from "./state.ts";
import { noteTypeParameter } from "./written-types.ts";

const TYPES: ReadonlySet<string> = wordSet(`
type_identifier scoped_type_identifier generic_type annotated_type array_type identifier scoped_identifier
integral_type floating_point_type boolean_type void_type
`);

/** The first child that is a type: for nodes whose grammar has no field for it. */
export const typeIn = (node: NodeAt, walk: Walk): NodeAt =>
  walk.children(node).find((child) => TYPES.has(walk.type(child))) ?? NO_NODE;

/** The class that a name is, not an instance; null for what names none. Records it as a reference with this role. */
export function namedType(node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft {
  switch (walk.type(node)) {
    case "type_identifier":
    case "identifier":
      return referToName(node, walk, role);
    case "scoped_type_identifier":
    case "scoped_identifier":
      return scoped(node, walk, role);
    case "generic_type": {
      const of = namedType(typeIn(node, walk), walk, role);
      argumentsOf(node, walk);
      return of;
    }
    case "annotated_type":
      walk.children(node).slice(0, -1).forEach(walk.visit);
      return namedType(walk.children(node).at(-1) ?? NO_NODE, walk, role);
    default:
      walk.visit(node);
      return null;
  }
}

/** `Outer.Inner`, or `a.b.Outer`. */
function scoped(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const parts = walk.children(node);
  const [before = NO_NODE, name = NO_NODE] = [parts[0], parts.at(-1)];
  const text = walk.text(name);
  const of = writtenOut(node, text, walk) ?? walk.deeper(() => stepped(namedType(before, walk, "read"), `.${text}`));
  walk.reference(name, role, of);
  return of;
}

/** Values of the type arguments, in order. */
const argumentsOf = (node: NodeAt, walk: Walk): ChainDraft[] =>
  walk.children(walk.childOfType(node, "type_arguments")).map(walk.value);

const instance: Reading = (node, walk) => stepped(namedType(node, walk), INSTANCE);

/** Whether a generic type of this name is one of Java's collections. */
export const isCollection = (name: string, { state }: Walk): boolean =>
  COLLECTIONS.has(name) && !state.imported.has(name);

/** The same of a name with what stands before it: `java.util.List`; an entry of a map is a collection of its one value. */
function isWhollyCollection(written: string, walk: Walk): boolean {
  const [, before = "", name = ""] = /^(.*?)([\w$]+)$/su.exec(written) ?? [];
  return before === ""
    ? isCollection(name, walk)
    : name === "Entry"
      ? /(?:^|\.)Map\.$/u.test(before)
      : before.startsWith("java.") && COLLECTIONS.has(name);
}

const generic: Reading = (node, walk) => {
  const type = typeIn(node, walk);
  const name = walk.text(type);
  const of = namedType(type, walk);
  const typeArguments = argumentsOf(node, walk);
  return isWhollyCollection(name, walk)
    ? stepped(elementOf(typeArguments, BUILT_IN), COLLECTION)
    : stepped(of, INSTANCE);
};

/** `<T extends Bound>`: T is as good as the first of its bounds; without one it is no type of the project's. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  for (const one of walk.children(walk.childOfType(node, "type_parameters"))) {
    if (walk.type(one) !== "type_parameter") {
      walk.visit(one);
      continue;
    }
    walk
      .children(one)
      .filter((part) => /annotation$/.test(walk.type(part)))
      .forEach(walk.visit);
    const bounds = walk.children(walk.childOfType(one, "type_bound")).map((type) => namedType(type, walk));
    const name = walk.text(typeIn(one, walk));
    walk.local(name, bounds[0] ?? null);
    noteTypeParameter(name, walk);
  }
}

export const javaTypes: Readonly<Record<string, Reading>> = {
  ...forTypes(instance, "type_identifier", "scoped_type_identifier"),
  generic_type: generic,
  ...forTypes(last, "annotated_type", "wildcard"),
  array_type: (node, walk) => stepped(walk.value(walk.field(node, "element")), COLLECTION),
  ...forTypes(literal, "integral_type", "floating_point_type", "boolean_type", "void_type"),
};
