// Helpers for the trees of Swift: modifiers, attributes, the comment above; what the file imports.

import { rooted } from "../../../facts/chain-drafts.ts";
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft, OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { DEPRECATED, EXPORTED, FILE, LOCAL, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/(?:\/\/|\*\*)/);

export const modifiersOf = (node: NodeAt, { tree }: Walk): NodeAt => tree.childOfType(node, "modifiers");

/** In a broken text, indented code is inside something that was not recognised, and not visible outside. */
const isAstray = (node: NodeAt, { tree, facts, text }: Walk): boolean =>
  facts.enclosing === FILE && tree.type(0) === "ERROR" && /[ \t]/.test(text.charAt(tree.start(node) - 1));

/** What every definition has. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft & Pick<DefinitionDraft, "binds"> {
  const { tree } = walk;
  const draft = walk.definition(node, named);
  const modifiers = tree.text(modifiersOf(node, walk));
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
export const nameOf = (node: NodeAt, { tree }: Walk): string => tree.text(node).replaceAll("`", "");

/** Whether the file imports a module of this name, whose names it may write with that before them. */
export const isModule = (name: string, { state }: Walk): boolean => state.modules.has(name);

/** `import Shop`, `import struct Shop.Order`: either way the module's names are seen. */
export const importDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const named = tree.childOfType(node, "identifier");
  const first = tree.childOfType(named, "simple_identifier");
  if (named === NO_NODE || first === NO_NODE) {
    return;
  }
  const specifier = tree.text(first);
  walk.state.modules.add(specifier);
  const at = facts.import({ local: null, imported: "*", specifier, line: walk.line(first) });
  walk.reference(first, "import", rooted(importChain(at)));
};
