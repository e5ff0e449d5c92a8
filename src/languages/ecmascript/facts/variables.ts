// Variables of JavaScript and TypeScript: those that other code can reach are definitions, with members where they hold an
// object; local variables of functions are replaced by their values.

import { type ChainDraft, NOTHING } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FUNCTION_KINDS } from "../../../vocabulary/chunk.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { defineClass } from "./classes.ts";
import { valueAs } from "./expected.ts";
import { defineFunction } from "./functions.ts";
import { importRequired } from "./modules.ts";
import { draftOf, EXPECTED, isClass, isFunction, objectOf } from "./node-text.ts";
import { defineObject } from "./objects.ts";
import { bindPattern, type Declare, declareLocal } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";

/** Whether variables here are not visible outside; as the outline sees it. */
function isLocal({ facts }: Walk): boolean {
  const enclosing = facts.definition(facts.enclosing);
  return enclosing !== undefined && FUNCTION_KINDS.has(enclosing.kind);
}

const declaration: Visitor = (node, walk) => {
  const { tree } = walk;
  const isHoisted = tree.type(node) === "variable_declaration";
  for (const part of tree.children(node)) {
    if (tree.type(part) === "variable_declarator") {
      declarator(part, isHoisted, walk);
    }
  }
};

function declarator(node: NodeAt, isHoisted: boolean, walk: Walk): void {
  const { tree } = walk;
  const name = tree.field(node, "name");
  const value = tree.field(node, "value");
  const type = tree.field(node, "type");
  const isPlain = tree.type(name) === "identifier";
  if (isPlain && isFunction(value, walk)) {
    const expected = walk.value(type);
    // `const job: Job = () => …` has the members of a Job and those of every function.
    defineFunction(node, name, value, walk, { expected, supers: expected === NOTHING ? [] : [expected] });
  } else if (isPlain && isClass(value, walk)) {
    defineClass(node, name, value, walk);
  } else if (!importRequired(name, value, walk)) {
    if (isLocal(walk)) {
      const written = walk.value(type);
      walk.facts.local(EXPECTED, written);
      const result = value === NO_NODE ? NOTHING : arrayOrValue(value, written, walk);
      walk.facts.local(EXPECTED, null);
      bindPattern(name, written ?? result, walk, declareLocal(walk, isHoisted));
    } else {
      defineVariable(node, name, value, type, walk);
    }
  }
}

const WITH_PARTS = wordSet("array ternary_expression");

/** Objects in an array, or of the outcomes of a condition, have members of the declared type; a single one has its own. */
function arrayOrValue(value: NodeAt, written: ChainDraft, walk: Walk): ChainDraft {
  return WITH_PARTS.has(walk.tree.type(value)) ? valueAs(value, written, walk) : walk.value(value);
}

function defineVariable(node: NodeAt, name: NodeAt, value: NodeAt, type: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const define = (at: NodeAt, holds: ChainDraft): DefinitionAt =>
    facts.define({ ...draftOf(node, walk, at), kind: "variable", type: holds });
  const written = walk.value(type);
  if (tree.type(name) !== "identifier") {
    const declare: Declare = (at, holds) => void define(at, holds);
    const result = walk.value(value);
    bindPattern(name, written ?? result, walk, declare);
    return;
  }
  const at = define(name, written);
  facts.within({ kind: "block", definition: at }, () => {
    const object = objectOf(value, walk);
    if (object === NO_NODE) {
      const declared = arrayOrValue(value, written, walk);
      facts.amend(at, { type: written ?? declared });
    } else {
      defineObject(value, at, written, walk);
    }
  });
}

export const variables: Readonly<Record<string, Visitor>> = {
  ...forTypes(declaration, "lexical_declaration", "variable_declaration"),
};
