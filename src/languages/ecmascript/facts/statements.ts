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
  const draft = draftOf(node, walk);
  const isOpened = walk.type(walk.field(node, "name")) === "string";
  const binds = walk.type(walk.field(node, "name")) === "identifier";
  const at = walk.define({ ...draft, binds, flags: draft.flags | (isOpened ? OPENS_MODULE : 0) });
  if (isOpened) {
    referenceOpened(node, walk);
  }
  walk.within({ kind: "block", definition: at }, () => walk.visitChildren(node, "name"));
};

/** `declare module "./store" { interface Store { … } }`: what is declared there may add to what the module has. */
function referenceOpened(node: NodeAt, walk: Walk): void {
  const specifier = stringOf(walk.field(node, "name"), walk) ?? "";
  const names = walk.children(walk.field(node, "body")).flatMap((statement) => {
    const declared = walk.type(statement) === "export_statement" ? walk.field(statement, "declaration") : statement;
    return MERGED.has(walk.type(declared)) ? [walk.field(declared, "name")] : [];
  });
  if (names.length > 0) {
    const line = walk.line(node);
    const module = rooted(importChain(walk.import({ local: null, imported: "*", specifier, line, isDeferred: true })));
    for (const name of names) {
      walk.referenceKnown(walk.text(name), walk.line(name), "extend", stepped(module, `.${walk.text(name)}`));
    }
  }
}

const MERGED = wordSet("interface_declaration class_declaration abstract_class_declaration enum_declaration");

/** `declare global { … }`; any other `declare` only stands before a declaration. */
const ambient: Visitor = (node, walk) => {
  const body = walk.childOfType(node, "statement_block");
  if (body === NO_NODE) {
    walk.visitChildren(node);
    return;
  }
  const at = walk.define({ ...walk.definition(node), binds: false });
  walk.within({ kind: "block", definition: at }, () => walk.visitChildren(body));
};

const expressionStatement: Visitor = (node, walk) => {
  const expression = inner(node, walk);
  const draft = walk.definition(node);
  if (draft.kind === "test") {
    const at = walk.define({ ...draft, name: cutName(draft.name), binds: false });
    walk.within({ kind: "block", definition: at }, () => walk.visit(expression));
  } else if (walk.type(expression) !== "assignment_expression" || defineAssignment(expression, walk) === undefined) {
    walk.visitChildren(node);
  }
};

const DOTTED = /^[\w$]+(?:\.[\w$]+)*$/;
export const EXPORTS: RegExp = /^(?:module\.)?exports(?:\.|$)/;

/** Defines what is assigned to, where that is the outline's way to define something, and returns the value; else undefined. */
export function defineAssignment(node: NodeAt, walk: Walk): ChainDraft | undefined {
  const left = walk.field(node, "left");
  const value = walk.field(node, "right");
  const text = walk.text(left);
  const isExport = EXPORTS.test(text);
  const isCode = isFunction(value, walk) || isClass(value, walk);
  const isGlobal = walk.type(value) === "object" && globalProperty(walk, left) !== null;
  if (!DOTTED.test(text) || !(isExport || isGlobal || (isCode && walk.type(left) === "member_expression"))) {
    return undefined;
  }
  const exported = /^(?:module\.)?exports\.([\w$]+)$/.exec(text)?.[1] ?? (text.endsWith("exports") ? "=" : null);
  const line = walk.line(left);
  const isHandedOn = isExport && walk.type(value) === "assignment_expression";
  if (walk.type(value) === "identifier" || isHandedOn || (isExport && exported === null)) {
    const of = useAs(value, "export", walk);
    if (exported !== null) {
      walk.export(exported, of, line);
    }
    return of;
  }
  const at = defineAt(node, left, value, text, walk);
  if (exported !== null) {
    walk.export(exported, rooted(definitionChain(at)), line);
  }
  if (exported === "=") {
    exportMembers(objectOf(value, walk), at, walk);
  }
  return rooted(definitionChain(at));
}

function defineAt(node: NodeAt, left: NodeAt, value: NodeAt, text: string, walk: Walk): DefinitionAt {
  const names = text
    .replace(EXPORTS, (all) => (all.endsWith(".") ? "" : "exports"))
    .replace(/\.prototype\b/, "")
    .split(".");
  const own = WHOLE_MODULE.test(text) ? nameOfModule(walk, value) : NO_NODE;
  const last = names.pop() ?? text;
  const name = own === NO_NODE ? last : nameOf(own, walk);
  const property =
    own !== NO_NODE ? own : walk.type(left) === "member_expression" ? walk.field(left, "property") : left;
  const flags = globalProperty(walk, left) === null ? 0 : GLOBAL;
  const known: Partial<DefinitionDraft> = { name, binds: false, flags, ...ownerOf(names, node, property, walk) };
  if (isFunction(value, walk)) {
    const self = known.parent === undefined ? null : rooted(selfChain(known.parent));
    return defineFunction(node, property, value, walk, { ...known, self });
  }
  if (isClass(value, walk)) {
    return defineClass(node, property, value, walk, known);
  }
  const at = walk.define({
    kind: "variable",
    ...rangeOf(node, property, walk),
    ...known,
    flags: declarationFlags(node, walk) | flags,
    name,
  });
  // The outline sees what statements assign.
  const isSeen = walk.type(walk.parent(node)) === "expression_statement";
  const under = isSeen ? at : walk.under();
  walk.within({ kind: "block", definition: at, under }, () => {
    const object = objectOf(value, walk);
    if (object === NO_NODE) {
      walk.amend(at, { type: walk.value(value) });
    } else {
      defineMembers(object, walk);
    }
  });
  return at;
}

/** What `Queue` of `Queue.prototype.peek` is, if that is known by now; and the names that are in the path. */
function ownerOf(names: readonly string[], node: NodeAt, property: NodeAt, walk: Walk): Partial<DefinitionDraft> {
  const [first] = names;
  if (first === undefined) {
    return {};
  }
  const under = walk.enclosing();
  if (first === "this") {
    const parent = names.length === 1 ? classWithout(walk.text(property), walk) : FILE;
    return parent === FILE ? {} : { parent, under };
  }
  const left = walk.field(node, "left");
  const owner = names.length === 1 ? walk.child(FILE, first) : FILE;
  if (owner === FILE && globalProperty(walk, left) === null) {
    // It may be a member that is declared elsewhere.
    useAs(left, "write", walk);
  } else {
    walk.visit(walk.field(left, "object"));
  }
  return { qualifier: names.join("."), under, ...(owner === FILE ? {} : { parent: owner }) };
}

/** `module.exports = { a, b: c, d() {} }`: each can be asked for by its name. */
function exportMembers(object: NodeAt, at: DefinitionAt, walk: Walk): void {
  for (const part of walk.children(object)) {
    const value = walk.field(part, "value");
    const isName = walk.type(value) === "identifier";
    const used = walk.type(part) === "shorthand_property_identifier" ? part : isName ? value : NO_NODE;
    const key = walk.field(part, walk.type(part) === "pair" ? "key" : "name");
    const name = used === part ? walk.text(part) : key === NO_NODE ? "" : nameOf(key, walk);
    const member = walk.child(at, name);
    if (used !== NO_NODE) {
      walk.export(name, walk.name(walk.text(used)), walk.line(part));
    } else if (member !== FILE) {
      walk.export(name, rooted(definitionChain(member)), walk.line(part));
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
    const [name = NO_NODE, of = NO_NODE] = walk.children(node);
    walk.local(walk.text(name), walk.value(of));
  },
};
