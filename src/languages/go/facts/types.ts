// Reads Go's types: what a value of each is, and the names they refer to. Pointers are as good as what they point to.

import { type ChainDraft, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Reading, Walk } from "./state.ts";
import { readTypeArguments } from "./type-parameters.ts";
import { typesBeforeMap } from "./types-before-map.ts";

/** The class or type that a name is, not an instance; null for what names none. Records it as a reference with this role. */
export function namedType(node: NodeAt, walk: Walk, role: "type" | "extend" = "type"): ChainDraft {
  switch (walk.type(node)) {
    case "type_identifier":
    case "identifier": {
      const of = walk.name(walk.text(node));
      walk.reference(node, role, of);
      return of;
    }
    case "qualified_type": {
      const [module, name] = [walk.field(node, "package"), walk.field(node, "name")];
      const from = walk.name(walk.text(module));
      walk.reference(module, "read", from);
      const of = stepped(from, `.${walk.text(name)}`);
      walk.reference(name, role, of);
      return of;
    }
    case "generic_type":
      return walk.deeper(() => {
        const of = namedType(walk.field(node, "type"), walk, role);
        readTypeArguments(walk.field(node, "type_arguments"), of, walk);
        return of;
      });
    case "pointer_type":
    case "parenthesized_type":
      return walk.deeper(() => namedType(walk.children(node)[0] ?? NO_NODE, walk, role));
    default:
      walk.visit(node);
      return null;
  }
}

/** The one built-in interface with a method. */
const ERROR = rooted("!error^");

const instance: Reading = (node, walk) => (walk.text(node) === "error" ? ERROR : stepped(namedType(node, walk), "^"));

const inner: Reading = (node, walk) => walk.value(walk.children(node)[0] ?? NO_NODE);

/** A collection of the type in this field; the other children are visited. */
const many =
  (field: string): Reading =>
  (node, walk) => {
    walk.visitChildren(node, field);
    return stepped(walk.value(walk.field(node, field)), "*");
  };

/** The value of a function type: a function with the declared result. */
const functionType: Reading = (node, walk) => {
  walk.visit(walk.field(node, "parameters"));
  return stepped(resultOf(node, walk), RESULT_STEP);
};

/** The result of a call, or the first of its results. */
export function resultOf(node: NodeAt, walk: Walk): ChainDraft {
  const result = walk.field(node, "result");
  if (walk.type(result) !== "parameter_list") {
    return walk.value(result);
  }
  const types = walk.children(result).flatMap((one) => {
    const before = typesBeforeMap(one, walk) ?? [];
    return [...before.map((name) => stepped(namedType(name, walk), "^")), walk.value(walk.field(one, "type"))];
  });
  return types[0] ?? null;
}

export const goTypes: Readonly<Record<string, Reading>> = {
  type_identifier: instance,
  qualified_type: instance,
  generic_type: instance,
  pointer_type: inner,
  parenthesized_type: inner,
  slice_type: many("element"),
  array_type: many("element"),
  implicit_length_array_type: many("element"),
  map_type: many("value"),
  channel_type: many("value"),
  function_type: functionType,
};
