// Object literals of JavaScript and TypeScript: their members, where the object has a name to reach them by.

import { type ChainDraft, NOTHING, rooted } from "../../../facts/chain-drafts.ts";
import { referToName } from "../../../facts/common.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { literalKey } from "../outline.ts";
import { expectedOf, referenceKey, valueAs, visitObject } from "./expected.ts";
import { defineFunction } from "./functions.ts";
import {
  ANONYMOUS,
  DECLARED_RESULT,
  declarationFlags,
  EXPECTED,
  isFunction,
  nameOf,
  OWNER,
  objectOf,
  rangeOf,
} from "./node-text.ts";
import type { Reading, Visitor, Walk } from "./state.ts";

/** Defines the members of the object that is the enclosing definition's value; `expected`: the type that it should have. */
export function defineMembers(object: NodeAt, walk: Walk, expected: ChainDraft = null): void {
  walk.local(OWNER, rooted(definitionChain(walk.enclosing())));
  walk.local(EXPECTED, expected);
  for (const part of walk.children(object)) {
    referenceKey(part, walk);
    switch (walk.type(part)) {
      case "pair":
        definePair(part, walk);
        break;
      case "shorthand_property_identifier":
        defineMember(part, part, walk, { type: referToName(part, walk, "read") });
        break;
      default:
        walk.visit(part);
    }
  }
}

/**
 * Defines the object that is the value of the enclosing definition `at`; `value` may wrap it: `{} satisfies T`. Where the
 * definition has a declared type, its members are those of the type.
 */
export function defineObject(value: NodeAt, at: DefinitionAt, declared: ChainDraft, walk: Walk): void {
  const object = objectOf(value, walk);
  const satisfied = typeSatisfied(value, object, walk);
  if (declared === null || declared === NOTHING) {
    defineMembers(object, walk, satisfied);
    return;
  }
  const inside = walk.define({ name: ANONYMOUS, kind: "field", ...rangeOf(object, object, walk), binds: false });
  walk.within({ kind: "block", definition: inside, under: at }, () => defineMembers(object, walk, declared));
}

/** What `satisfies` between the value and the object in it asks for. */
function typeSatisfied(value: NodeAt, object: NodeAt, walk: Walk): ChainDraft {
  let asked: ChainDraft = null;
  for (let at = walk.parent(object); at !== NO_NODE && at >= value; at = walk.parent(at)) {
    const type = walk.type(at) === "satisfies_expression" ? (walk.children(at)[1] ?? NO_NODE) : NO_NODE;
    asked = walk.value(type) ?? asked;
  }
  return asked;
}

const defineMember = (node: NodeAt, key: NodeAt, walk: Walk, known: Partial<DefinitionDraft> = {}): DefinitionAt =>
  walk.define({
    name: nameOf(key, walk),
    kind: "field",
    ...rangeOf(node, key, walk),
    flags: declarationFlags(node, walk),
    binds: false,
    under: walk.enclosing(),
    ...known,
  });

function definePair(node: NodeAt, walk: Walk): void {
  const key = literalKey(walk, walk.field(node, "key"));
  const value = walk.field(node, "value");
  if (isFunction(value, walk) || walk.type(key) === "computed_property_name") {
    visitPair(node, walk);
    return;
  }
  const at = defineMember(node, key, walk);
  const object = objectOf(value, walk);
  const expected = expectedOf(key, walk);
  if (object === NO_NODE) {
    walk.amend(at, { type: valueAs(value, expected, walk) });
    return;
  }
  // As symbols' paths, those of functions in nested objects leave out the names in between.
  const under = walk.under();
  walk.deeper(() => walk.within({ kind: "block", definition: at, under }, () => defineMembers(object, walk, expected)));
}

/** `key: () => …` is a method wherever it is. */
function visitPair(node: NodeAt, walk: Walk): void {
  const key = literalKey(walk, walk.field(node, "key"));
  const value = walk.field(node, "value");
  const isComputed = walk.type(key) === "computed_property_name";
  walk.visit(isComputed ? key : NO_NODE);
  if (isFunction(value, walk)) {
    const expected = isComputed ? null : expectedOf(key, walk);
    const self = walk.name(OWNER);
    defineFunction(node, key, value, walk, { kind: "method", binds: false, self, expected });
  } else {
    valueAs(value, isComputed ? null : expectedOf(key, walk), walk);
  }
}

const HOLDERS: ReadonlySet<string> = new Set(["return_statement", "arrow_function", "variable_declarator"]);
const WRAPPERS: ReadonlySet<string> = new Set(["parenthesized_expression", "as_expression", "satisfies_expression"]);

const CASTS: ReadonlySet<string> = new Set(["as_expression", "satisfies_expression"]);

/**
 * An object that is the value of a local variable, or that a function returns: its members become those of the variable or
 * function.
 */
const assignedObject: Reading = (node, walk) => {
  let holder = walk.parent(node);
  while (WRAPPERS.has(walk.type(holder))) {
    holder = walk.parent(holder);
  }
  if (!HOLDERS.has(walk.type(holder))) {
    // A cast has already bound the expected type.
    const [, type] = CASTS.has(walk.type(walk.parent(node))) ? walk.children(walk.parent(node)) : [];
    visitObject(node, walk, type === undefined ? null : walk.name(EXPECTED));
    return null;
  }
  const variable = walk.field(holder, "name");
  const isNamed = walk.type(variable) === "identifier";
  const at = walk.define({
    name: isNamed ? walk.text(variable) : ANONYMOUS,
    kind: "field",
    ...rangeOf(node, isNamed ? variable : node, walk),
    binds: false,
  });
  const under = walk.under();
  const expected = walk.name(walk.type(holder) === "variable_declarator" ? EXPECTED : DECLARED_RESULT);
  walk.within({ kind: "block", definition: at, under }, () => defineMembers(node, walk, expected));
  return rooted(definitionChain(at));
};

export const objects: Readonly<Record<string, Visitor>> = { pair: visitPair };
export const objectValues: Readonly<Record<string, Reading>> = { object: assignedObject };
