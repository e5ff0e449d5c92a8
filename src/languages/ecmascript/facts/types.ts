// Types of TypeScript where they are used: the value of each.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { nothing } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { insideFunction } from "./functions.ts";
import { useAs } from "./names.ts";
import { ANONYMOUS, inner, rangeOf, stringOf } from "./node-text.ts";
import type { Reading, Walk } from "./state.ts";
import { defineMembers } from "./type-members.ts";
import { referenceKeys } from "./type-names.ts";
import { anyOf } from "./unions.ts";

/** Parts of `A | B | C`, which is nested to the left, as deep as it is long. */
export function partsOf(node: NodeAt, { tree }: Walk): NodeAt[] {
  const parts: NodeAt[] = [];
  const type = tree.type(node);
  let rest = node;
  while (rest !== NO_NODE) {
    const inside = tree.children(rest).filter((part) => tree.type(part) !== "comment");
    const first = inside[0] ?? NO_NODE;
    const isNested = inside.length > 1 && tree.type(first) === type;
    parts.push(...inside.slice(isNested ? 1 : 0).reverse());
    rest = isNested ? first : NO_NODE;
  }
  return parts.reverse();
}

const union: Reading = (node, walk) => {
  const value = partsOf(node, walk).map(walk.value);
  return anyOf(node, value, walk);
};

const within: Reading = (node, walk) => walk.value(inner(node, walk));

export const types: Readonly<Record<string, Reading>> = {
  type_annotation: within,
  parenthesized_type: within,
  readonly_type: within,
  optional_type: within,
  rest_type: within,
  constraint: within,
  default_type: within,
  union_type: union,
  intersection_type: union,
  array_type: (node, walk) => stepped(walk.value(inner(node, walk)), "*"),
  /** A collection of the union of its parts; their order is not recorded. */
  tuple_type: (node, walk) => {
    const parts = walk.tree.children(node).filter((part) => walk.tree.type(part) !== "comment");
    return stepped(
      anyOf(
        node,
        parts.map((part) => elementOf(part, walk)),
        walk,
      ),
      "*",
    );
  },
  literal_type: nothing,
  index_type_query: (node, walk) => stepped(walk.value(inner(node, walk)), "{#}") ?? NOTHING,
  template_literal_type: nothing,
  type_predicate: nothing,
  type_predicate_annotation: nothing,
  asserts: nothing,
  this_type: (_node, { facts }) => facts.name("this"),
  /** `typeof x`. */
  type_query: (node, walk) => useAs(inner(node, walk), "type", walk),
  /** `User["id"]`. */
  lookup_type(node, walk) {
    const [of = NO_NODE, index = NO_NODE] = walk.tree.children(node);
    const value = walk.value(of);
    referenceKeys(index, value, walk);
    const name = stringOf(inner(index, walk), walk);
    walk.visit(index);
    return name === null || name === "" ? null : stepped(value, `.${name}`);
  },
  /**
   * A definition with the types of its parameters and result, which a function that is passed for it gets as its expected types.
   */
  function_type: (node, walk) => {
    const at = walk.facts.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false });
    walk.facts.amend(at, { type: insideFunction(node, walk, { definition: at }) });
    return rooted(definitionChain(at));
  },
  constructor_type: (node, walk) => {
    insideFunction(node, walk);
    return null;
  },
  object_type: (node, walk) => {
    const { tree, facts } = walk;
    const index = tree.childOfType(node, "index_signature");
    if (index !== NO_NODE && tree.children(node).length === 1) {
      // `{ [key: string]: X }` is a collection of X.
      return tree.childOfType(index, "mapped_type_clause") === NO_NODE
        ? stepped(walk.value(index), "*")
        : mapped(index, walk);
    }
    const at = facts.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false });
    const { under } = facts;
    facts.within({ kind: "block", definition: at, under }, () => defineMembers(node, walk));
    return rooted(definitionChain(at));
  },
  /** Either of both. */
  conditional_type(node, walk) {
    const { tree, facts } = walk;
    let value: ChainDraft = null;
    facts.within({ kind: "block" }, () => {
      walk.visit(tree.field(node, "left"));
      walk.visit(tree.field(node, "right"));
      const outcomes = ["consequence", "alternative"].map((field) => walk.value(tree.field(node, field)));
      value = anyOf(node, outcomes, walk);
    });
    return value;
  },
  index_signature(node, walk) {
    const { tree } = walk;
    if (tree.childOfType(node, "mapped_type_clause") !== NO_NODE) {
      return mapped(node, walk);
    }
    walk.visit(tree.field(node, "index_type"));
    return walk.value(tree.field(node, "type"));
  },
};

/** The value of one part of a tuple; `...X[]` stands for its elements. */
function elementOf(part: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const isNamed = /tuple_parameter$/.test(tree.type(part));
  const value = isNamed ? walk.value(tree.field(part, "type")) : walk.value(part);
  const isRest = tree.type(isNamed ? tree.field(part, "name") : part).startsWith("rest_");
  return isRest ? stepped(value, "[]") : value;
}

/** `[K in keyof T]: X` has members with the names of those of T, and is a collection of X. */
function mapped(node: NodeAt, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const clause = tree.childOfType(node, "mapped_type_clause");
  let value: ChainDraft = null;
  facts.within({ kind: "block" }, () => {
    facts.local(tree.text(tree.field(clause, "name")), null);
    const names = walk.value(tree.field(clause, "type"));
    const alias = tree.field(clause, "alias");
    walk.visit(alias);
    const of = names === NOTHING || alias !== NO_NODE ? null : stepped(names, "{#}");
    value = anyOf(node, [of, stepped(walk.value(tree.field(node, "type")), "*")], walk);
  });
  return value;
}
