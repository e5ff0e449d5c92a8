// What an expression is expected to be where it is: an object literal there has the members of that type, and its keys name
// them.

import { type ChainDraft, isSame, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { THIS_MEMBER } from "../../../vocabulary/chain.ts";
import { literalKey } from "../outline.ts";
import {
  ANONYMOUS,
  EXPECTED,
  EXPECTED_FUNCTION,
  inner,
  isFunction,
  nameOf,
  OWNER,
  rangeOf,
  stringOf,
} from "./node-text.ts";
import type { Walk } from "./state.ts";
import { partOf, placesIn, tupleOf } from "./tuples.ts";
import { anyOf } from "./unions.ts";

/** The expected type of a member of the enclosing object. */
export const expectedOf = (key: NodeAt, walk: Walk): ChainDraft =>
  stepped(walk.name(EXPECTED), `.${nameOf(key, walk)}`);

const KEY_FIELDS: Readonly<Record<string, string>> = { pair: "key", method_definition: "name" };

/** A key names the member of the type that the object is expected to have. */
export function referenceKey(part: NodeAt, walk: Walk): void {
  const field = KEY_FIELDS[walk.type(part)];
  const key = field === undefined ? part : literalKey(walk, walk.field(part, field));
  if (KEYS.has(walk.type(key))) {
    walk.referenceKnown(nameOf(key, walk), walk.line(key), "write", expectedOf(key, walk));
  }
}

/** A name in quotes where names of a type's members are expected: `keyof T`. */
function referenceName(node: NodeAt, expected: ChainDraft, walk: Walk): void {
  const name = stringOf(node, walk) ?? "";
  if (NAME.test(name)) {
    walk.referenceKnown(name, walk.line(node), "read", stepped(expected, `{#}.${name}`));
  }
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{0,60}$/u;

const KEYS: ReadonlySet<string> = new Set(["property_identifier", "shorthand_property_identifier", "string"]);

/** An expression where a value of the type is expected: objects in it have its members, functions its parameters. */
export function valueAs(node: NodeAt, expected: ChainDraft, walk: Walk): ChainDraft {
  switch (node === NO_NODE || expected === null ? "" : walk.type(node)) {
    case "object":
      visitObject(node, walk, expected);
      return null;
    case "string":
      referenceName(node, expected, walk);
      return NOTHING;
    case "array":
      return arrayAs(node, expected, walk);
    case "parenthesized_expression":
      return valueAs(inner(node, walk), expected, walk);
    case "ternary_expression": {
      walk.branch();
      walk.visit(walk.field(node, "condition"));
      return walk.deeper(() => anyOf(node, outcomesAs(node, expected, walk), walk));
    }
    case "arrow_function":
    case "function_expression":
      return walk.within({ kind: "block" }, () => {
        walk.local(EXPECTED_FUNCTION, expected);
        return walk.value(node);
      });
    default:
      return walk.value(node);
  }
}

const outcomesAs = (node: NodeAt, expected: ChainDraft, walk: Walk): ChainDraft[] =>
  ["consequence", "alternative"].map((field) => valueAs(walk.field(node, field), expected, walk));

/** An array that is expected to be of the type. */
export function arrayAs(node: NodeAt, expected: ChainDraft, walk: Walk): ChainDraft {
  const all = placesIn(node, walk).map(({ part, place }) => ({
    place,
    value: valueAs(part, place === null ? stepped(expected, "[]") : partOf(expected, place), walk),
  }));
  const [first = null, ...rest] = all.map(({ value }) => value).filter((one) => one !== NOTHING);
  if (rest.every((one) => isSame(first, one))) {
    return stepped(first, "*");
  }
  const isWhole = all.every(({ value }) => value !== null);
  const any = isWhole
    ? anyOf(
        node,
        all.map(({ value }) => value),
        walk,
      )
    : null;
  return tupleOf(
    node,
    all.flatMap(({ value, place }) => (place === null ? [] : [value])),
    any,
    walk,
  );
}

/** An object that no name leads to. Its functions are members of it alone, so that those of two objects are no one symbol. */
export function visitObject(node: NodeAt, walk: Walk, expected: ChainDraft): void {
  const under = walk.under();
  const known = { name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false } as const;
  const own = hasFunctions(node, walk) ? { definition: walk.define(known), under } : {};
  walk.deeper(() =>
    walk.within({ kind: "block", ...own }, () => {
      walk.local(OWNER, stepped(expected, `.${THIS_MEMBER}`));
      walk.local(EXPECTED, expected);
      for (const part of walk.children(node)) {
        referenceKey(part, walk);
        walk.visit(part);
      }
    }),
  );
}

const hasFunctions = (object: NodeAt, walk: Walk): boolean =>
  walk
    .children(object)
    .some((part) => walk.type(part) === "method_definition" || isFunction(walk.field(part, "value"), walk));
