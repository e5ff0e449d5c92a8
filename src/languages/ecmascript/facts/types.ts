// Types of TypeScript where they are used: the value of each.

import { type ChainDraft, NOTHING, rooted, stepped, typeOfInstance } from "../../../facts/chain-drafts.ts";
import { forTypes, nothing } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANY_MEMBER, definitionChain } from "../../../vocabulary/chain.ts";
import { INTERSECTION, UNION } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { insideFunction } from "./functions.ts";
import { bindInferred } from "./inferred-types.ts";
import { useAs } from "./names.ts";
import { ANONYMOUS, inner, innerValue, rangeOf, stringOf } from "./node-text.ts";
import { isPromise, promiseOf } from "./promises.ts";
import type { Reading, Walk } from "./state.ts";
import { partOf, placeIn, tupleOf } from "./tuples.ts";
import { defineMembers } from "./type-members.ts";
import { referenceKeys } from "./type-names.ts";
import { anyOf, computedFrom, outcomesOf } from "./unions.ts";

/** Parts of `A | B | C`, which is nested to the left, as deep as it is long. */
export function partsOf(node: NodeAt, walk: Walk): NodeAt[] {
  const parts: NodeAt[] = [];
  const type = walk.type(node);
  let rest = node;
  while (rest !== NO_NODE) {
    const inside = walk.children(rest).filter((part) => walk.type(part) !== "comment");
    const first = inside[0] ?? NO_NODE;
    const isNested = inside.length > 1 && walk.type(first) === type;
    parts.push(...inside.slice(isNested ? 1 : 0).reverse());
    rest = isNested ? first : NO_NODE;
  }
  return parts.reverse();
}

const WITH_MEMBERS = wordSet("object_type type_identifier nested_type_identifier generic_type");

/** INTERSECTION, or UNION for parts of which each may have members; else no flag. */
export function flagOf(node: NodeAt, parts: readonly NodeAt[], walk: Walk): number {
  const hasMembers = parts.every((part) => WITH_MEMBERS.has(walk.type(part)));
  return walk.type(node) === "intersection_type" ? INTERSECTION : hasMembers ? UNION : 0;
}

/** The values of the parts; a promise in an intersection gives its value only when it is awaited. */
export const valuesOf = (node: NodeAt, parts: readonly NodeAt[], walk: Walk): ChainDraft[] =>
  parts.map((part) =>
    walk.type(node) === "intersection_type" && isPromise(part, walk)
      ? promiseOf(walk.value(part), part, walk)
      : walk.value(part),
  );

const union: Reading = (node, walk) => {
  const parts = partsOf(node, walk);
  return anyOf(node, valuesOf(node, parts, walk), walk, flagOf(node, parts, walk));
};

export const types: Readonly<Record<string, Reading>> = {
  ...forTypes(innerValue, "type_annotation", "parenthesized_type", "readonly_type", "optional_type", "rest_type"),
  ...forTypes(innerValue, "constraint", "default_type"),
  ...forTypes(union, "union_type", "intersection_type"),
  array_type: (node, walk) => stepped(walk.value(inner(node, walk)), "*"),
  /** A collection of the union of its parts, of which those before a rest have their places. */
  tuple_type: (node, walk) => {
    const parts = walk.children(node).filter((part) => walk.type(part) !== "comment");
    const elements = parts.map((part) => elementOf(part, walk));
    const rest = parts.findIndex((part) => isRest(part, walk));
    return tupleOf(node, rest < 0 ? elements : elements.slice(0, rest), anyOf(node, elements, walk), walk);
  },
  ...forTypes<Reading>(nothing, "literal_type", "template_literal_type", "type_predicate"),
  ...forTypes<Reading>(nothing, "type_predicate_annotation", "asserts"),
  index_type_query: (node, walk) => stepped(walk.value(inner(node, walk)), "{#}") ?? NOTHING,
  this_type: (_node, walk) => walk.name("this"),
  /** `typeof x`. */
  type_query: (node, walk) => useAs(inner(node, walk), "type", walk),
  /** `User["id"]`. */
  lookup_type(node, walk) {
    const [of = NO_NODE, index = NO_NODE] = walk.children(node);
    const written = walk.value(of);
    // Of a condition, the other outcome may be meant.
    const value = isCondition(of, walk) ? null : written;
    referenceKeys(index, value, walk);
    const name = stringOf(inner(index, walk), walk) ?? "";
    const place = placeIn(inner(index, walk), walk);
    walk.visit(index);
    return place === null ? stepped(value, name === "" ? ANY_MEMBER : `.${name}`) : partOf(value, place);
  },
  /**
   * A definition with the types of its parameters and result, which a function that is passed for it gets as its expected types.
   */
  function_type: (node, walk) => {
    const at = walk.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false });
    walk.amend(at, { type: insideFunction(node, walk, { definition: at }) });
    return rooted(definitionChain(at));
  },
  /** The class of what it makes. */
  constructor_type: (node, walk) => typeOfInstance(insideFunction(node, walk)),
  object_type: (node, walk) => {
    const index = walk.childOfType(node, "index_signature");
    if (index !== NO_NODE && walk.children(node).length === 1) {
      // `{ [key: string]: X }` is a collection of X.
      return walk.childOfType(index, "mapped_type_clause") === NO_NODE
        ? stepped(walk.value(index), "*")
        : mapped(index, walk);
    }
    const at = walk.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false });
    const under = walk.under();
    walk.within({ kind: "block", definition: at, under }, () => defineMembers(node, walk));
    return rooted(definitionChain(at));
  },
  /** Either of both. */
  conditional_type(node, walk) {
    return walk.within({ kind: "block" }, () => {
      const checked = walk.value(walk.field(node, "left"));
      const pattern = walk.field(node, "right");
      walk.visit(pattern);
      bindInferred(pattern, checked, walk);
      return computedFrom(node, outcomesOf(node, walk), walk);
    });
  },
  index_signature(node, walk) {
    if (walk.childOfType(node, "mapped_type_clause") !== NO_NODE) {
      return mapped(node, walk);
    }
    walk.visit(walk.field(node, "index_type"));
    return walk.value(walk.field(node, "type"));
  },
};

function isCondition(node: NodeAt, walk: Walk): boolean {
  let at = node;
  while (walk.type(at) === "parenthesized_type") {
    at = inner(at, walk);
  }
  return walk.type(at) === "conditional_type";
}

/** Parts of a tuple with a name: `[store: Store, log?: Log]`. */
const LABELLED = wordSet("required_parameter optional_parameter");

/** The value of one part of a tuple; `...X[]` stands for its elements. */
function elementOf(part: NodeAt, walk: Walk): ChainDraft {
  const isNamed = LABELLED.has(walk.type(part));
  const value = isNamed ? walk.value(walk.field(part, "type")) : walk.value(part);
  return isRest(part, walk) ? stepped(value, "[]") : value;
}

function isRest(part: NodeAt, walk: Walk): boolean {
  const isNamed = LABELLED.has(walk.type(part));
  return walk.type(isNamed ? walk.field(part, "name") : part).startsWith("rest_");
}

/** `[K in keyof T]: X` has members with the names of those of T, and is a collection of X. */
function mapped(node: NodeAt, walk: Walk): ChainDraft {
  const clause = walk.childOfType(node, "mapped_type_clause");
  return walk.within({ kind: "block" }, () => {
    walk.local(walk.text(walk.field(clause, "name")), null);
    const names = walk.value(walk.field(clause, "type"));
    const alias = walk.field(clause, "alias");
    walk.visit(alias);
    const of = names === NOTHING || alias !== NO_NODE ? null : stepped(names, "{#}");
    return anyOf(node, [of, stepped(walk.value(walk.field(node, "type")), "*")], walk);
  });
}
