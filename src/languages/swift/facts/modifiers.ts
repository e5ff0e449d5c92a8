// Helpers for the trees of Swift: modifiers, attributes, the comment above; what the file imports.

import { rooted } from "../../../facts/chain-drafts.ts";
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft, OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { DEPRECATED, EXPORTED, FILE, LOCAL, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/(?:\/\/|\*\*)/);

export const modifiersOf = (node: NodeAt, walk: Walk): NodeAt => walk.childOfType(node, "modifiers");

/** In a broken text, indented code is inside something that was not recognised, and not visible outside. */
const isAstray = (node: NodeAt, walk: Walk): boolean =>
  walk.enclosing() === FILE && walk.type(0) === "ERROR" && /[ \t]/.test(walk.whole.charAt(walk.start(node) - 1));

/** What every definition has. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft & Pick<DefinitionDraft, "binds"> {
  const draft = walk.definition(node, named);
  const modifiers = walk.text(modifiersOf(node, walk));
  const isPrivate = /\b(?:file)?private\b(?!\()/.test(modifiers);
  const astray = isAstray(node, walk);
  return {
    ...draft,
    name: draft.name.replaceAll("`", ""),
    ...(astray ? { binds: false } : {}),
    flags:
      draft.flags |
      (isPrivate ? PRIVATE : EXPORTED) |
      (astray ? LOCAL : 0) |
      (/(?:^|\s)(?:static|class)(?:\s|$)/.test(modifiers) ? STATIC : 0) |
      (/@available\([^)]*\bdeprecated\b/.test(modifiers) ? DEPRECATED : 0) |
      docFlags(draft.startLine, walk),
  };
}

/** Names are written in backticks where they have to be; other code may write them without. */
export const nameOf = (node: NodeAt, walk: Walk): string => walk.text(node).replaceAll("`", "");

/** `_`, or what a neutraliser has put a name for: `()`, `(each T)`. */
export const isNoName = (text: string): boolean => text === "_" || text.startsWith("(");

/** Whether the file imports a module of this name, whose names it may write with that before them. */
export const isModule = (name: string, { state }: Walk): boolean => state.modules.has(name);

/** `import Shop`, `import struct Shop.Order`: either way the module's names are seen. */
export const importDeclaration: Visitor = (node, walk) => {
  const named = walk.childOfType(node, "identifier");
  const first = walk.childOfType(named, "simple_identifier");
  if (named === NO_NODE || first === NO_NODE) {
    return;
  }
  const specifier = walk.text(first);
  walk.state.modules.add(specifier);
  const at = walk.import({ local: null, imported: "*", specifier, line: walk.line(first) });
  walk.reference(first, "import", rooted(importChain(at)));
};
