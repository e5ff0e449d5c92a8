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
  const { tree, facts } = walk;
  const at = facts.import({ local: tree.text(local), imported, specifier, line: walk.line(name) });
  walk.reference(name, "import", rooted(importChain(at)));
}

/** Imports the module as a whole under a name, which is recorded as a reference: what it exports may be one thing, `export = open`. */
function importWhole(specifier: string, name: NodeAt, walk: Walk): void {
  walk.reference(name, "import", importAll(specifier, walk.tree.text(name), name, walk));
}

const importStatement: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const required = tree.childOfType(node, "import_require_clause");
  const specifier = stringOf(tree.field(required === NO_NODE ? node : required, "source"), walk);
  if (specifier === null) {
    return;
  }
  if (required !== NO_NODE) {
    importWhole(specifier, inner(required, walk), walk);
    return;
  }
  const clause = tree.childOfType(node, "import_clause");
  if (clause === NO_NODE) {
    facts.import({ local: null, imported: null, specifier, line: walk.line(node) });
    return;
  }
  for (const part of tree.children(clause)) {
    switch (tree.type(part)) {
      case "identifier":
        importName(part, "default", part, specifier, walk);
        break;
      case "namespace_import":
        importWhole(specifier, inner(part, walk), walk);
        break;
      case "named_imports":
        for (const each of tree.children(part).filter((child) => tree.type(child) === "import_specifier")) {
          const name = tree.field(each, "name");
          const alias = tree.field(each, "alias");
          importName(name, stringOf(name, walk) ?? tree.text(name), alias === NO_NODE ? name : alias, specifier, walk);
        }
    }
  }
};

/** `const x = require("y")`, `const { a, b: c } = require("y")`, `const x = require("y").a`: as imports. */
export function importRequired(name: NodeAt, value: NodeAt, walk: Walk): boolean {
  const { tree } = walk;
  const isMember = tree.type(value) === "member_expression";
  const specifier = requiredBy(isMember ? tree.field(value, "object") : value, walk);
  if (specifier === null) {
    return false;
  }
  if (tree.type(name) === "identifier") {
    if (isMember) {
      const member = tree.field(value, "property");
      importName(member, tree.text(member), name, specifier, walk);
    } else {
      importWhole(specifier, name, walk);
    }
    return true;
  }
  const parts = isMember || tree.type(name) !== "object_pattern" ? [] : tree.children(name);
  const pairs = parts.map((part): readonly [NodeAt, NodeAt] =>
    tree.type(part) === "pair_pattern" ? [tree.field(part, "key"), tree.field(part, "value")] : [part, part],
  );
  const isNamed = (node: NodeAt): boolean =>
    ["identifier", "property_identifier", "shorthand_property_identifier_pattern"].includes(tree.type(node));
  if (pairs.length === 0 || !pairs.flat().every(isNamed)) {
    return false;
  }
  for (const [imported, local] of pairs) {
    importName(imported, tree.text(imported), local, specifier, walk);
  }
  return true;
}

const exportStatement: Visitor = (node, walk) => {
  const { tree } = walk;
  tree.fields(node, "decorator").forEach(walk.visit);
  const source = stringOf(tree.field(node, "source"), walk);
  const declaration = tree.field(node, "declaration");
  const clause = tree.childOfType(node, "export_clause");
  const isDefault = tree.childOfType(node, "default") !== NO_NODE;
  if (declaration !== NO_NODE) {
    exportDeclaration(node, declaration, isDefault, walk);
  } else if (clause !== NO_NODE) {
    exportNames(clause, source, walk);
  } else if (source !== null) {
    const space = tree.childOfType(node, "namespace_export");
    const of = importAll(source, null, node, walk);
    walk.facts.export(space === NO_NODE ? "*" : tree.text(inner(space, walk)), of, walk.line(node));
  } else if (isDefault) {
    exportDefault(node, tree.field(node, "value"), walk);
  } else if (tree.childOfType(node, "=") !== NO_NODE) {
    walk.facts.export("=", useAs(inner(node, walk), "export", walk), walk.line(node));
  } else {
    walk.visitChildren(node);
  }
};

function exportNames(clause: NodeAt, source: string | null, walk: Walk): void {
  const { tree, facts } = walk;
  for (const each of tree.children(clause).filter((child) => tree.type(child) === "export_specifier")) {
    const name = tree.field(each, "name");
    const alias = tree.field(each, "alias");
    const imported = stringOf(name, walk) ?? tree.text(name);
    const exported = alias === NO_NODE ? imported : (stringOf(alias, walk) ?? tree.text(alias));
    if (source === null) {
      facts.export(exported, referToName(name, walk, "export"), walk.line(name));
    } else {
      const at = facts.import({ local: null, imported, specifier: source, line: walk.line(name) });
      walk.reference(name, "export", rooted(importChain(at)));
      facts.export(exported, rooted(importChain(at)), walk.line(name));
    }
  }
}

/** Names that a declaration declares. */
function declaredBy(node: NodeAt, walk: Walk): NodeAt[] {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "lexical_declaration":
    case "variable_declaration":
      return tree.children(node).flatMap((part) => namesIn(tree.field(part, "name"), walk));
    case "ambient_declaration":
      return tree.children(node).flatMap((part) => declaredBy(part, walk));
    case "import_alias":
      return [inner(node, walk)];
    default: {
      const name = tree.field(node, "name");
      return name === NO_NODE ? [] : [name];
    }
  }
}

const NAMES: ReadonlySet<string> = new Set(["identifier", "shorthand_property_identifier_pattern"]);

function namesIn(pattern: NodeAt, { tree }: Walk): NodeAt[] {
  const found: NodeAt[] = [];
  for (let at = pattern; at !== NO_NODE && at < tree.after(pattern); at += 1) {
    const isDefault = tree.fieldOf(at) === "right";
    if (isDefault) {
      at = tree.after(at) - 1;
    } else if (NAMES.has(tree.type(at))) {
      found.push(at);
    }
  }
  return found;
}

function exportDeclaration(node: NodeAt, declaration: NodeAt, isDefault: boolean, walk: Walk): void {
  const { tree, facts } = walk;
  walk.visit(declaration);
  // What a namespace exports is a member of it.
  const isModules = facts.enclosing === FILE;
  for (const name of isModules ? declaredBy(declaration, walk) : []) {
    const text = tree.text(name);
    facts.export(isDefault ? "default" : text, facts.name(text), walk.line(name));
  }
  if (isDefault && isModules && tree.field(declaration, "name") === NO_NODE) {
    facts.export("default", null, walk.line(node));
  }
}

/** What has no name is called `default`, as in the outline. */
function exportDefault(node: NodeAt, value: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const named = tree.field(value, "name");
  const known = { binds: false } as const;
  const line = walk.line(node);
  if (isFunction(value, walk) || isClass(value, walk)) {
    const define = isFunction(value, walk) ? defineFunction : defineClass;
    const more = named === NO_NODE ? { ...known, name: "default" } : {};
    const at = define(node, named === NO_NODE ? node : named, value, walk, { ...more, ...linesOf(node, walk) });
    facts.export("default", rooted(definitionChain(at)), line);
    return;
  }
  const object = objectOf(value, walk);
  if (object === NO_NODE && tree.type(value) !== "call_expression") {
    facts.export("default", useAs(value, "export", walk), line);
    return;
  }
  const at = facts.define({
    ...known,
    name: "default",
    kind: "variable",
    ...linesOf(node, walk),
    flags: declarationFlags(value, walk) | EXPORTED,
  });
  facts.within({ kind: "block", definition: at }, () => {
    if (object === NO_NODE) {
      facts.amend(at, { type: walk.value(value) });
    } else {
      defineMembers(object, walk);
    }
  });
  facts.export("default", rooted(definitionChain(at)), line);
}

export const modules: Readonly<Record<string, Visitor>> = {
  import_statement: importStatement,
  export_statement: exportStatement,
};
