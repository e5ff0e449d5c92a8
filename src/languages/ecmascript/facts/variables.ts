// Variables of JavaScript and TypeScript: those that other code can reach are definitions, with members where they hold an
// object; local variables of functions are replaced by their values.

import { type ChainDraft, NOTHING } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FUNCTION_KINDS } from "../../../vocabulary/chunk.ts";
import { type DefinitionAt, LOCAL } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { reactiveAssignment, reactiveNames } from "../outline.ts";
import { defineClass } from "./classes.ts";
import { documentedMembers, documentedValue } from "./doc-type-values.ts";
import { valueAs } from "./expected.ts";
import { defineFunction } from "./functions.ts";
import { importRequired } from "./modules.ts";
import {
  ANONYMOUS,
  documentedType,
  draftOf,
  EXPECTED,
  inner,
  isClass,
  isFunction,
  objectOf,
  rangeOf,
} from "./node-text.ts";
import { defineObject } from "./objects.ts";
import { assign, bindPattern, type Declare, declareLocal } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";
import { ANYTHING } from "./type-names.ts";

/** Whether variables here are not visible outside; as the outline sees it. */
function isLocal(walk: Walk): boolean {
  let enclosing = walk.defined(walk.enclosing());
  // An object without a name, where it is an argument.
  while (enclosing?.name === ANONYMOUS && enclosing.kind === "field") {
    enclosing = walk.defined(enclosing.parent);
  }
  return enclosing !== undefined && FUNCTION_KINDS.has(enclosing.kind);
}

const declaration: Visitor = (node, walk) => {
  const isHoisted = walk.type(node) === "variable_declaration";
  for (const part of walk.children(node)) {
    if (walk.type(part) === "variable_declarator") {
      declarator(part, isHoisted, walk);
    }
  }
};

function declarator(node: NodeAt, isHoisted: boolean, walk: Walk): void {
  const name = walk.field(node, "name");
  const value = walk.field(node, "value");
  const type = walk.field(node, "type");
  const isPlain = walk.type(name) === "identifier";
  if (isPlain && isFunction(value, walk)) {
    const expected = typeOf(node, type, walk);
    // `const job: Job = () => …` has the members of a Job and those of every function.
    defineFunction(node, name, value, walk, { expected, supers: expected === NOTHING ? [] : [expected] });
  } else if (isPlain && isClass(value, walk)) {
    defineClass(node, name, value, walk);
  } else if (!importRequired(name, value, walk)) {
    if (isLocal(walk)) {
      const written = objectOf(value, walk) === NO_NODE ? typeOf(node, type, walk) : membersOf(node, type, walk);
      walk.local(EXPECTED, written);
      const result = value === NO_NODE ? NOTHING : arrayOrValue(value, written, walk);
      walk.local(EXPECTED, null);
      bindPattern(name, isAnything(type, walk) ? null : (written ?? result), walk, declareLocal(walk, isHoisted));
    } else {
      defineVariable(node, name, value, type, walk);
    }
  }
}

/** `const order: any = read()`: members of its value are no members of the variable. */
const isAnything = (type: NodeAt, walk: Walk): boolean => ANYTHING.has(walk.text(inner(type, walk)));

/** The declared type of a variable: written behind its name, or in the comment above. */
function typeOf(declarator: NodeAt, type: NodeAt, walk: Walk): ChainDraft {
  const documented = type === NO_NODE ? documentedType(declarator, walk) : null;
  return documented === null ? walk.value(type) : documentedValue(documented, walk);
}

/** The same of a variable that holds an object, whose members a type that is not read may have. */
function membersOf(declarator: NodeAt, type: NodeAt, walk: Walk): ChainDraft {
  const documented = type === NO_NODE ? documentedType(declarator, walk) : null;
  return documented === null ? walk.value(type) : documentedMembers(documented, walk);
}

const WITH_PARTS = wordSet("array ternary_expression string");

/** Objects in an array, or of the outcomes of a condition, have members of the declared type; a single one has its own. A string may name a member. */
const arrayOrValue = (value: NodeAt, written: ChainDraft, walk: Walk): ChainDraft =>
  WITH_PARTS.has(walk.type(value)) ? valueAs(value, written, walk) : walk.value(value);

function defineVariable(node: NodeAt, name: NodeAt, value: NodeAt, type: NodeAt, walk: Walk): void {
  const draft = (at: NodeAt): OutlinedDraft => {
    const known = draftOf(node, walk, at);
    return isInBlock(node, walk) ? { ...known, flags: known.flags | LOCAL } : known;
  };
  const define = (at: NodeAt, holds: ChainDraft): DefinitionAt =>
    walk.define({ ...draft(at), kind: "variable", type: holds });
  const written = objectOf(value, walk) === NO_NODE ? typeOf(node, type, walk) : membersOf(node, type, walk);
  if (walk.type(name) !== "identifier") {
    const declare: Declare = (at, holds) => void define(at, holds);
    const result = walk.value(value);
    bindPattern(name, written ?? result, walk, declare);
    return;
  }
  const at = define(name, written);
  walk.within({ kind: "block", definition: at }, () => {
    const object = objectOf(value, walk);
    if (object !== NO_NODE) {
      defineObject(value, at, written, walk);
      return;
    }
    const declared = isCastCall(value, walk)
      ? apart(value, at, walk, () => arrayOrValue(value, written, walk))
      : arrayOrValue(value, written, walk);
    walk.amend(at, { type: isAnything(type, walk) ? null : (written ?? declared) });
  });
}

const MODULES = wordSet("internal_module module ambient_declaration");

/** Whether `let` or `const` stands in a block such as that of a loop: no other file sees it, nor another block of this one. */
function isInBlock(declarator: NodeAt, walk: Walk): boolean {
  const statement = walk.parent(declarator);
  const block = walk.parent(statement);
  const isBlock = walk.type(block) === "statement_block" && !MODULES.has(walk.type(walk.parent(block)));
  return walk.type(statement) === "lexical_declaration" && isBlock;
}

/** `make({ open: () => … }) as Store`: what is passed has members of its own, and the variable those of a Store. */
function isCastCall(value: NodeAt, walk: Walk): boolean {
  let at = value;
  let isCast = false;
  while (walk.type(at) === "as_expression" || walk.type(at) === "parenthesized_expression") {
    isCast ||= walk.type(at) === "as_expression" && walk.children(at).length > 1;
    at = inner(at, walk);
  }
  return isCast && walk.type(at) === "call_expression";
}

/** What is defined inside is no member of the definition `at`, and has a path under it. */
function apart<Result>(node: NodeAt, at: DefinitionAt, walk: Walk, inside: () => Result): Result {
  const range = rangeOf(node, node, walk);
  const definition = walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false });
  return walk.within({ kind: "block", definition, under: at }, inside);
}

/** `$: total = price * count` of a component of Svelte, where nothing else declares `total`. */
const reactive: Visitor = (node, walk) => {
  const names = reactiveNames(walk, node);
  if (names.length === 0) {
    walk.visitChildren(node, "label");
    return;
  }
  const { left, right } = reactiveAssignment(walk, node);
  const assignTo = assign(walk);
  bindPattern(left, walk.value(right), walk, (name, holds) => {
    if (names.includes(name)) {
      walk.define({ ...draftOf(node, walk, name), kind: "variable", type: holds });
    } else {
      assignTo(name, holds);
    }
  });
};

export const variables: Readonly<Record<string, Visitor>> = {
  labeled_statement: reactive,
  ...forTypes(declaration, "lexical_declaration", "variable_declaration"),
};
