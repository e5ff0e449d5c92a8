// Object literals of JavaScript and TypeScript: their members, where the object has a name to reach them by.
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import type { DefinitionDraft } from "../facts-builder.ts";
import type { Reading, Visitor, Walk } from "../read-facts.ts";
import { type ChainDraft, rooted } from "../scopes.ts";
import { defineFunction } from "./functions.ts";
import { mentionName } from "./names.ts";
import { flagsAround, isFunction, nameOf, objectOf, rangeOf } from "./notation.ts";

/** Members of an object that the definition around holds; `under`: the definition around that the outline knows. */
export function defineMembers(object: NodeAt, walk: Walk, under: DefinitionAt): void {
  const { tree, facts } = walk;
  facts.local("this", rooted(`@${facts.enclosing}`));
  for (const part of tree.children(object)) {
    switch (tree.type(part)) {
      case "pair":
        definePair(part, walk, under);
        break;
      case "shorthand_property_identifier":
        defineMember(part, part, walk, { type: mentionName(part, "read", walk) });
        break;
      default:
        walk.visit(part);
    }
  }
}

function defineMember(node: NodeAt, key: NodeAt, walk: Walk, known: Partial<DefinitionDraft> = {}): DefinitionAt {
  return walk.facts.define({
    name: nameOf(key, walk),
    kind: "field",
    ...rangeOf(node, key, walk),
    flags: flagsAround(node, walk),
    binds: false,
    under: walk.facts.enclosing,
    ...known,
  });
}

function definePair(node: NodeAt, walk: Walk, under: DefinitionAt): void {
  const { tree, facts } = walk;
  const key = tree.field(node, "key");
  const value = tree.field(node, "value");
  if (isFunction(value, walk) || tree.type(key) === "computed_property_name") {
    visitPair(node, walk, rooted(`@${facts.enclosing}`));
    return;
  }
  const at = defineMember(node, key, walk);
  const object = objectOf(value, walk);
  if (object === NO_NODE) {
    facts.amend(at, { type: walk.value(value) });
  } else {
    // As symbols' paths, those of functions in nested objects leave out the names in between.
    walk.deeper(() => facts.within({ kind: "block", definition: at, under }, () => defineMembers(object, walk, under)));
  }
}

/** `key: () => …` is a method wherever it stands. */
function visitPair(node: NodeAt, walk: Walk, self: ChainDraft): void {
  const { tree } = walk;
  const key = tree.field(node, "key");
  const value = tree.field(node, "value");
  walk.visit(tree.type(key) === "computed_property_name" ? key : NO_NODE);
  if (isFunction(value, walk)) {
    defineFunction(node, key, value, walk, { kind: "method", binds: false, self });
  } else {
    walk.visit(value);
  }
}

/** An object that no name leads to. */
const anonymous: Reading = (node, walk) => {
  walk.facts.within({ kind: "block" }, () => {
    walk.facts.local("this", null);
    walk.visitChildren(node);
  });
  return null;
};

export const objects: Readonly<Record<string, Visitor>> = { pair: (node, walk) => visitPair(node, walk, null) };
export const objectValues: Readonly<Record<string, Reading>> = { object: anonymous };
