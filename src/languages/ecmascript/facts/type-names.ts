// Names of types where they are used: the value of each, and the supertypes of a class.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { instanceOf, referenceConstraintMembers } from "./generics.ts";
import { useAs } from "./names.ts";
import { stringOf } from "./node-text.ts";
import type { Reading, Walk } from "./state.ts";
import { anyOf } from "./unions.ts";

/** Wrappers that are treated as their first type argument: `Promise<Order>` as an order. */
const SEE_THROUGH: ReadonlySet<string> = new Set([
  ...["Promise", "PromiseLike", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "NoInfer"],
  ...["Pick", "Omit", "Extract", "Exclude", "DeepReadonly"],
]);

/** Collections of their last type argument. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  ...["Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "Iterator", "IterableIterator"],
  ...["AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "ArrayLike"],
  ...["Map", "ReadonlyMap", "WeakMap", "Record"],
]);

/** Collections of their first type argument. */
const GENERATORS: ReadonlySet<string> = new Set(["Generator", "AsyncGenerator"]);

/** Values of the type arguments, in order. */
export function argumentsOf(node: NodeAt, { tree, value }: Walk): ChainDraft[] {
  const parts = tree.children(node).filter((part) => tree.type(part) !== "comment");
  return parts.map((given) => value(given));
}

/** The value of a built-in type with these arguments; null for any other type. */
export function builtInType(name: string, given: readonly ChainDraft[]): ChainDraft | undefined {
  if (SEE_THROUGH.has(name) && given.length > 0) {
    return given[0] ?? null;
  }
  if (name === "ReturnType" || name === "InstanceType") {
    return stepped(given[0] ?? null, name === "ReturnType" ? "()" : "^");
  }
  if (COLLECTIONS.has(name)) {
    return stepped(given.at(-1) ?? null, "*");
  }
  return GENERATORS.has(name) ? stepped(given[0] ?? null, "*") : undefined;
}

/** Types whose second argument names members of the first. */
const CHOOSING: ReadonlySet<string> = new Set(["Pick", "Omit"]);

/** Values of the type arguments of a named type, in order. */
function argumentsFor(name: string, node: NodeAt, walk: Walk): ChainDraft[] {
  const given = argumentsOf(node, walk);
  const keys = CHOOSING.has(name) ? walk.tree.children(node)[1] : undefined;
  referenceKeys(keys ?? NO_NODE, given[0] ?? null, walk);
  return given;
}

/** Members of `of` that a type names by their names in quotes: `"id"`, `"id" | "name"`. */
export function referenceKeys(node: NodeAt, of: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const inside = tree.children(node);
  switch (tree.type(node)) {
    case "union_type":
    case "parenthesized_type":
      walk.deeper(() => inside.forEach((part) => void referenceKeys(part, of, walk)));
      break;
    case "literal_type": {
      const name = stringOf(inside[0] ?? NO_NODE, walk);
      facts.referenceKnown(name ?? "", walk.line(node), "type", stepped(of, `.${name}`));
    }
  }
}

/** What a class extends or implements. */
export function heritage(node: NodeAt, walk: Walk): ChainDraft {
  return nameUsed(node, "extend", walk);
}

function nameUsed(node: NodeAt, role: Role, walk: Walk): ChainDraft {
  const { tree } = walk;
  if (tree.type(node) !== "generic_type") {
    return useAs(node, role, walk);
  }
  const name = tree.field(node, "name");
  const used = useAs(name, role, walk);
  const given = argumentsFor(tree.text(name), tree.field(node, "type_arguments"), walk);
  return builtInType(tree.text(name), given) ?? used;
}

/** Types whose values are unknown. */
const ANYTHING: ReadonlySet<string> = new Set(["any", "unknown", "object"]);

export const typeNames: Readonly<Record<string, Reading>> = {
  type_identifier: (node, walk) => stepped(useAs(node, "type", walk), "^"),
  nested_type_identifier: (node, walk) => stepped(useAs(node, "type", walk), "^"),
  predefined_type: (node, { tree }) => (ANYTHING.has(tree.text(node)) ? null : NOTHING),
  generic_type(node, walk) {
    const { tree } = walk;
    const name = tree.field(node, "name");
    const used = useAs(name, "type", walk);
    const given = argumentsFor(tree.text(name), tree.field(node, "type_arguments"), walk);
    const [keys = null] = given;
    if (tree.text(name) === "Record" && keys !== null && keys !== NOTHING) {
      return anyOf(node, [stepped(keys, "{#}"), stepped(given.at(-1) ?? null, "*")], walk);
    }
    const builtIn = builtInType(tree.text(name), given);
    if (builtIn !== undefined) {
      return builtIn;
    }
    referenceConstraintMembers(tree.field(node, "type_arguments"), used, walk);
    return instanceOf(node, used, given, walk);
  },
};
