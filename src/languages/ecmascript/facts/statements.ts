// Statements of JavaScript and TypeScript: blocks, places where the control flow divides, tests, namespaces, and assignments
// that define what they assign to (`exports.x = …`, `Queue.prototype.peek = …`).

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { block, dividing, dividingBlock, forTypes } from "../../../facts/common.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { cutName } from "../../../syntax/profile.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, importChain, selfChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE, GLOBAL, OPENS_MODULE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { globalProperty, nameOfModule, WHOLE_MODULE } from "../outline.ts";
import { classWithout, defineClass } from "./classes.ts";
import { defineFunction } from "./functions.ts";
import { useAs } from "./names.ts";
import {
  declarationFlags,
  draftOf,
  inner,
  isClass,
  isFunction,
  nameOf,
  objectOf,
  rangeOf,
  stringOf,
} from "./node-text.ts";
import { defineMembers } from "./objects.ts";
import type { Visitor, Walk } from "./state.ts";

const namespace: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(node, walk);
  const isOpened = tree.type(tree.field(node, "name")) === "string";
  const binds = tree.type(tree.field(node, "name")) === "identifier";
  const at = facts.define({ ...draft, binds, flags: draft.flags | (isOpened ? OPENS_MODULE : 0) });
  if (isOpened) {
    referenceOpened(node, walk);
  }
  facts.within({ kind: "block", definition: at }, () => walk.visitChildren(node, "name"));
};

/** `declare module "./store" { interface Store { … } }`: what is declared there may add to what the module has. */
function referenceOpened(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const specifier = stringOf(tree.field(node, "name"), walk) ?? "";
  const names = tree.children(tree.field(node, "body")).flatMap((statement) => {
    const declared = tree.type(statement) === "export_statement" ? tree.field(statement, "declaration") : statement;
    return MERGED.has(tree.type(declared)) ? [tree.field(declared, "name")] : [];
  });
  if (names.length > 0) {
    const line = walk.line(node);
    const module = rooted(importChain(facts.import({ local: null, imported: "*", specifier, line, isDeferred: true })));
    for (const name of names) {
      facts.referenceKnown(tree.text(name), walk.line(name), "extend", stepped(module, `.${tree.text(name)}`));
    }
  }
}

const MERGED = wordSet("interface_declaration class_declaration abstract_class_declaration enum_declaration");

/** `declare global { … }`; any other `declare` only stands before a declaration. */
const ambient: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const body = tree.childOfType(node, "statement_block");
  if (body === NO_NODE) {
    walk.visitChildren(node);
    return;
  }
  const at = facts.define({ ...walk.definition(node), binds: false });
  facts.within({ kind: "block", definition: at }, () => walk.visitChildren(body));
};

const expressionStatement: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const expression = inner(node, walk);
  const draft = walk.definition(node);
  if (draft.kind === "test") {
    const at = facts.define({ ...draft, name: cutName(draft.name), binds: false });
    facts.within({ kind: "block", definition: at }, () => walk.visit(expression));
  } else if (tree.type(expression) !== "assignment_expression" || defineAssignment(expression, walk) === undefined) {
    walk.visitChildren(node);
  }
};

const DOTTED = /^[\w$]+(?:\.[\w$]+)*$/;
export const EXPORTS: RegExp = /^(?:module\.)?exports(?:\.|$)/;

/** Defines what is assigned to, where that is the outline's way to define something, and returns the value; else undefined. */
export function defineAssignment(node: NodeAt, walk: Walk): ChainDraft | undefined {
  const { tree, facts } = walk;
  const left = tree.field(node, "left");
  const value = tree.field(node, "right");
  const text = tree.text(left);
  const isExport = EXPORTS.test(text);
  const isCode = isFunction(value, walk) || isClass(value, walk);
  const isGlobal = tree.type(value) === "object" && globalProperty(tree, left) !== null;
  if (!DOTTED.test(text) || !(isExport || isGlobal || (isCode && tree.type(left) === "member_expression"))) {
    return undefined;
  }
  const exported = /^(?:module\.)?exports\.([\w$]+)$/.exec(text)?.[1] ?? (text.endsWith("exports") ? "=" : null);
  const line = walk.line(left);
  const isHandedOn = isExport && tree.type(value) === "assignment_expression";
  if (tree.type(value) === "identifier" || isHandedOn || (isExport && exported === null)) {
    const of = useAs(value, "export", walk);
    if (exported !== null) {
      facts.export(exported, of, line);
    }
    return of;
  }
  const at = defineAt(node, left, value, text, walk);
  if (exported !== null) {
    facts.export(exported, rooted(definitionChain(at)), line);
  }
  if (exported === "=") {
    exportMembers(objectOf(value, walk), at, walk);
  }
  return rooted(definitionChain(at));
}

function defineAt(node: NodeAt, left: NodeAt, value: NodeAt, text: string, walk: Walk): DefinitionAt {
  const { tree, facts } = walk;
  const names = text
    .replace(EXPORTS, (all) => (all.endsWith(".") ? "" : "exports"))
    .replace(/\.prototype\b/, "")
    .split(".");
  const own = WHOLE_MODULE.test(text) ? nameOfModule(tree, value) : NO_NODE;
  const last = names.pop() ?? text;
  const name = own === NO_NODE ? last : nameOf(own, walk);
  const property =
    own !== NO_NODE ? own : tree.type(left) === "member_expression" ? tree.field(left, "property") : left;
  const flags = globalProperty(tree, left) === null ? 0 : GLOBAL;
  const known: Partial<DefinitionDraft> = { name, binds: false, flags, ...ownerOf(names, node, property, walk) };
  if (isFunction(value, walk)) {
    const self = known.parent === undefined ? null : rooted(selfChain(known.parent));
    return defineFunction(node, property, value, walk, { ...known, self });
  }
  if (isClass(value, walk)) {
    return defineClass(node, property, value, walk, known);
  }
  const at = facts.define({
    kind: "variable",
    ...rangeOf(node, property, walk),
    ...known,
    flags: declarationFlags(node, walk) | flags,
    name,
  });
  // The outline sees what statements assign.
  const isSeen = tree.type(tree.parent(node)) === "expression_statement";
  const under = isSeen ? at : facts.under;
  facts.within({ kind: "block", definition: at, under }, () => {
    const object = objectOf(value, walk);
    if (object === NO_NODE) {
      facts.amend(at, { type: walk.value(value) });
    } else {
      defineMembers(object, walk);
    }
  });
  return at;
}

/** What `Queue` of `Queue.prototype.peek` is, if that is known by now; and the names that are in the path. */
function ownerOf(names: readonly string[], node: NodeAt, property: NodeAt, walk: Walk): Partial<DefinitionDraft> {
  const { facts } = walk;
  const [first] = names;
  if (first === undefined) {
    return {};
  }
  const under = facts.enclosing;
  if (first === "this") {
    const parent = names.length === 1 ? classWithout(walk.tree.text(property), walk) : FILE;
    return parent === FILE ? {} : { parent, under };
  }
  const left = walk.tree.field(node, "left");
  const owner = names.length === 1 ? facts.child(FILE, first) : FILE;
  if (owner === FILE && globalProperty(walk.tree, left) === null) {
    // It may be a member that is declared elsewhere.
    useAs(left, "write", walk);
  } else {
    walk.visit(walk.tree.field(left, "object"));
  }
  return { qualifier: names.join("."), under, ...(owner === FILE ? {} : { parent: owner }) };
}

/** `module.exports = { a, b: c, d() {} }`: each can be asked for by its name. */
function exportMembers(object: NodeAt, at: DefinitionAt, walk: Walk): void {
  const { tree, facts } = walk;
  for (const part of tree.children(object)) {
    const value = tree.field(part, "value");
    const isName = tree.type(value) === "identifier";
    const used = tree.type(part) === "shorthand_property_identifier" ? part : isName ? value : NO_NODE;
    const key = tree.field(part, tree.type(part) === "pair" ? "key" : "name");
    const name = used === part ? tree.text(part) : key === NO_NODE ? "" : nameOf(key, walk);
    const member = facts.child(at, name);
    if (used !== NO_NODE) {
      facts.export(name, facts.name(tree.text(used)), walk.line(part));
    } else if (member !== FILE) {
      facts.export(name, rooted(definitionChain(member)), walk.line(part));
    }
  }
}

export const statements: Readonly<Record<string, Visitor>> = {
  expression_statement: expressionStatement,
  ambient_declaration: ambient,
  ...forTypes(namespace, "internal_module", "module"),
  ...forTypes<Visitor>(block, "statement_block", "switch_body"),
  for_statement: dividingBlock,
  ...forTypes<Visitor>(dividing, "while_statement", "do_statement", "if_statement", "switch_case"),
  import_alias(node, walk) {
    const [name = NO_NODE, of = NO_NODE] = walk.tree.children(node);
    walk.facts.local(walk.tree.text(name), walk.value(of));
  },
};
