// Imports and exports of JavaScript and TypeScript: of modules, and of CommonJS.

import { rooted } from "../../../facts/chain-drafts.ts";
import { linesOf, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, importChain } from "../../../vocabulary/chain.ts";
import { EXPORTED, FILE } from "../../../vocabulary/facts.ts";
import { defineClass } from "./classes.ts";
import { defineFunction } from "./functions.ts";
import { useAs } from "./names.ts";
import { declarationFlags, inner, isClass, isFunction, objectOf, stringOf } from "./node-text.ts";
import { defineMembers } from "./objects.ts";
import { importAll, requiredBy } from "./required-modules.ts";
import type { Visitor, Walk } from "./state.ts";

/** Imports a name of a module as a local one; the name itself is recorded as a reference. */
function importName(name: NodeAt, imported: string, local: NodeAt, specifier: string, walk: Walk): void {
  const at = walk.import({ local: walk.text(local), imported, specifier, line: walk.line(name) });
  walk.reference(name, "import", rooted(importChain(at)));
}

/** Imports the module as a whole under a name, which is recorded as a reference: what it exports may be one thing, `export = open`. */
function importWhole(specifier: string, name: NodeAt, walk: Walk): void {
  walk.reference(name, "import", importAll(specifier, walk.text(name), name, walk));
}

const importStatement: Visitor = (node, walk) => {
  const required = walk.childOfType(node, "import_require_clause");
  const specifier = stringOf(walk.field(required === NO_NODE ? node : required, "source"), walk);
  if (specifier === null) {
    return;
  }
  if (required !== NO_NODE) {
    importWhole(specifier, inner(required, walk), walk);
    return;
  }
  const clause = walk.childOfType(node, "import_clause");
  if (clause === NO_NODE) {
    walk.import({ local: null, imported: null, specifier, line: walk.line(node) });
    return;
  }
  for (const part of walk.children(clause)) {
    switch (walk.type(part)) {
      case "identifier":
        importName(part, "default", part, specifier, walk);
        break;
      case "namespace_import":
        importWhole(specifier, inner(part, walk), walk);
        break;
      case "named_imports":
        for (const each of walk.children(part).filter((child) => walk.type(child) === "import_specifier")) {
          const name = walk.field(each, "name");
          const alias = walk.field(each, "alias");
          importName(name, stringOf(name, walk) ?? walk.text(name), alias === NO_NODE ? name : alias, specifier, walk);
        }
    }
  }
};

/** `const x = require("y")`, `const { a, b: c } = require("y")`, `const x = require("y").a`: as imports. */
export function importRequired(name: NodeAt, value: NodeAt, walk: Walk): boolean {
  const isMember = walk.type(value) === "member_expression";
  const specifier = requiredBy(isMember ? walk.field(value, "object") : value, walk);
  if (specifier === null) {
    return false;
  }
  if (walk.type(name) === "identifier") {
    if (isMember) {
      const member = walk.field(value, "property");
      importName(member, walk.text(member), name, specifier, walk);
    } else {
      importWhole(specifier, name, walk);
    }
    return true;
  }
  const parts = isMember || walk.type(name) !== "object_pattern" ? [] : walk.children(name);
  const pairs = parts.map((part): readonly [NodeAt, NodeAt] =>
    walk.type(part) === "pair_pattern" ? [walk.field(part, "key"), walk.field(part, "value")] : [part, part],
  );
  const isNamed = (node: NodeAt): boolean =>
    ["identifier", "property_identifier", "shorthand_property_identifier_pattern"].includes(walk.type(node));
  if (pairs.length === 0 || !pairs.flat().every(isNamed)) {
    return false;
  }
  for (const [imported, local] of pairs) {
    importName(imported, walk.text(imported), local, specifier, walk);
  }
  return true;
}

const exportStatement: Visitor = (node, walk) => {
  walk.fields(node, "decorator").forEach(walk.visit);
  const source = stringOf(walk.field(node, "source"), walk);
  const declaration = walk.field(node, "declaration");
  const clause = walk.childOfType(node, "export_clause");
  const isDefault = walk.childOfType(node, "default") !== NO_NODE;
  if (declaration !== NO_NODE) {
    exportDeclaration(node, declaration, isDefault, walk);
  } else if (clause !== NO_NODE) {
    exportNames(clause, source, walk);
  } else if (source !== null) {
    const space = walk.childOfType(node, "namespace_export");
    const of = importAll(source, null, node, walk);
    walk.export(space === NO_NODE ? "*" : walk.text(inner(space, walk)), of, walk.line(node));
  } else if (isDefault) {
    exportDefault(node, walk.field(node, "value"), walk);
  } else if (walk.childOfType(node, "=") !== NO_NODE) {
    walk.export("=", useAs(inner(node, walk), "export", walk), walk.line(node));
  } else {
    walk.visitChildren(node);
  }
};

function exportNames(clause: NodeAt, source: string | null, walk: Walk): void {
  for (const each of walk.children(clause).filter((child) => walk.type(child) === "export_specifier")) {
    const name = walk.field(each, "name");
    const alias = walk.field(each, "alias");
    const imported = stringOf(name, walk) ?? walk.text(name);
    const exported = alias === NO_NODE ? imported : (stringOf(alias, walk) ?? walk.text(alias));
    if (source === null) {
      walk.export(exported, referToName(name, walk, "export"), walk.line(name));
    } else {
      const at = walk.import({ local: null, imported, specifier: source, line: walk.line(name) });
      walk.reference(name, "export", rooted(importChain(at)));
      walk.export(exported, rooted(importChain(at)), walk.line(name));
    }
  }
}

/** Names that a declaration declares. */
function declaredBy(node: NodeAt, walk: Walk): NodeAt[] {
  switch (walk.type(node)) {
    case "lexical_declaration":
    case "variable_declaration":
      return walk.children(node).flatMap((part) => namesIn(walk.field(part, "name"), walk));
    case "ambient_declaration":
      return walk.children(node).flatMap((part) => declaredBy(part, walk));
    case "import_alias":
      return [inner(node, walk)];
    default: {
      const name = walk.field(node, "name");
      return name === NO_NODE ? [] : [name];
    }
  }
}

const NAMES: ReadonlySet<string> = new Set(["identifier", "shorthand_property_identifier_pattern"]);

function namesIn(pattern: NodeAt, walk: Walk): NodeAt[] {
  const found: NodeAt[] = [];
  for (let at = pattern; at !== NO_NODE && at < walk.after(pattern); at += 1) {
    const isDefault = walk.fieldOf(at) === "right";
    if (isDefault) {
      at = walk.after(at) - 1;
    } else if (NAMES.has(walk.type(at))) {
      found.push(at);
    }
  }
  return found;
}

function exportDeclaration(node: NodeAt, declaration: NodeAt, isDefault: boolean, walk: Walk): void {
  walk.visit(declaration);
  // What a namespace exports is a member of it.
  const isModules = walk.enclosing() === FILE;
  for (const name of isModules ? declaredBy(declaration, walk) : []) {
    const text = walk.text(name);
    walk.export(isDefault ? "default" : text, walk.name(text), walk.line(name));
  }
  if (isDefault && isModules && walk.field(declaration, "name") === NO_NODE) {
    walk.export("default", null, walk.line(node));
  }
}

/** What has no name is called `default`, as in the outline. */
function exportDefault(node: NodeAt, value: NodeAt, walk: Walk): void {
  const named = walk.field(value, "name");
  const known = { binds: false } as const;
  const line = walk.line(node);
  if (isFunction(value, walk) || isClass(value, walk)) {
    const define = isFunction(value, walk) ? defineFunction : defineClass;
    const more = named === NO_NODE ? { ...known, name: "default" } : {};
    const at = define(node, named === NO_NODE ? node : named, value, walk, { ...more, ...linesOf(node, walk) });
    walk.export("default", rooted(definitionChain(at)), line);
    return;
  }
  const object = objectOf(value, walk);
  if (object === NO_NODE && walk.type(value) !== "call_expression") {
    walk.export("default", useAs(value, "export", walk), line);
    return;
  }
  const at = walk.define({
    ...known,
    name: "default",
    kind: "variable",
    ...linesOf(node, walk),
    flags: declarationFlags(value, walk) | EXPORTED,
  });
  walk.within({ kind: "block", definition: at }, () => {
    if (object === NO_NODE) {
      walk.amend(at, { type: walk.value(value) });
    } else {
      defineMembers(object, walk);
    }
  });
  walk.export("default", rooted(definitionChain(at)), line);
}

export const modules: Readonly<Record<string, Visitor>> = {
  import_statement: importStatement,
  export_statement: exportStatement,
};
