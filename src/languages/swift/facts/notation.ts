// Helpers for the trees of Swift: modifiers, attributes, the comment above; what the file imports.

import type { DefinitionDraft, FactsBuilder } from "../../../facts/facts-builder.ts";
import type { Visitor, Walk } from "../../../facts/read-facts.ts";
import { rooted } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { DEPRECATED, DOCUMENTED, EXPORTED, FILE, LOCAL, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";

/** Line on which the documenting comment that was read last ends. */
const comments = new WeakMap<FactsBuilder, number>();

export const comment: Visitor = (node, walk) => {
  if (/^\/(?:\/\/|\*\*)/.test(walk.tree.text(node))) {
    comments.set(walk.facts, walk.endLine(node));
  }
};

export const modifiersOf = (node: NodeAt, { tree }: Walk): NodeAt => tree.childOfType(node, "modifiers");

export type Named = Pick<DefinitionDraft, "name" | "nameLine" | "startLine" | "endLine" | "binds"> & { flags: number };

/** In a broken text, indented code is inside something that was not recognised, and not visible outside. */
const isAstray = (node: NodeAt, { tree, facts, text }: Walk): boolean =>
  facts.enclosing === FILE && tree.type(0) === "ERROR" && /[ \t]/.test(text.charAt(tree.start(node) - 1));

/** What every definition has. */
export function draftOf(name: string, named: NodeAt, node: NodeAt, walk: Walk): Named {
  const { tree } = walk;
  const startLine = walk.line(node);
  const modifiers = tree.text(modifiersOf(node, walk));
  const isPrivate = /\b(?:file)?private\b(?!\()/.test(modifiers);
  const astray = isAstray(node, walk);
  return {
    name,
    nameLine: walk.line(named),
    startLine,
    endLine: walk.endLine(node),
    ...(astray ? { binds: false } : {}),
    flags:
      (isPrivate ? PRIVATE : EXPORTED) |
      (astray ? LOCAL : 0) |
      (/(?:^|\s)(?:static|class)(?:\s|$)/.test(modifiers) ? STATIC : 0) |
      (/@available\([^)]*\bdeprecated\b/.test(modifiers) ? DEPRECATED : 0) |
      (comments.get(walk.facts) === startLine - 1 ? DOCUMENTED : 0),
  };
}

/** Names are written in backticks where they have to be; other code may write them without. */
export const nameOf = (node: NodeAt, { tree }: Walk): string => tree.text(node).replaceAll("`", "");

const modules = new WeakMap<FactsBuilder, Set<string>>();

/** Whether the file imports a module of this name, whose names it may write with that before them. */
export const isModule = (name: string, { facts }: Walk): boolean => modules.get(facts)?.has(name) === true;

/** `import Shop`, `import struct Shop.Order`: either way the module's names are seen. */
export const importDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const named = tree.childOfType(node, "identifier");
  const first = tree.childOfType(named, "simple_identifier");
  if (named === NO_NODE || first === NO_NODE) {
    return;
  }
  const specifier = tree.text(first);
  modules.set(facts, (modules.get(facts) ?? new Set()).add(specifier));
  const at = facts.import({ local: null, imported: "*", specifier, line: walk.line(first) });
  walk.mention(first, "import", rooted(`%${at}`));
};
