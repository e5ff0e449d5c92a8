// Helpers for the trees of Kotlin, which have no fields: modifiers, annotations, the comment above.

import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { ABSTRACT, DEPRECATED, EXPORTED, OVERRIDES, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { annotationsOf, isTest } from "../outline.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/\*\*/);

export const modifiersOf = (node: NodeAt, walk: Walk): NodeAt => walk.childOfType(node, "modifiers");

/** Keywords before the name, annotations left out. */
export function keywordsOf(node: NodeAt, walk: Walk): readonly string[] {
  const parts = walk.children(modifiersOf(node, walk));
  return parts.filter((part) => walk.type(part) !== "annotation").map((part) => walk.text(part));
}

/** What every definition has. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const keywords = keywordsOf(node, walk);
  const isPrivate = keywords.includes("private");
  return {
    ...draft,
    name: draft.name.replaceAll("`", ""),
    flags:
      (isPrivate ? PRIVATE : EXPORTED) |
      (keywords.includes("abstract") ? ABSTRACT : 0) |
      (keywords.includes("override") ? OVERRIDES : 0) |
      // Reached through the enclosing class.
      (walk.state.objects.has(walk.enclosing()) ? STATIC : 0) |
      (isTest(walk, node) ? TEST : 0) |
      (annotationsOf(walk, node).includes("Deprecated") ? DEPRECATED : 0) |
      docFlags(draft.startLine, walk),
  };
}

/** Names are written in backticks where they have to be; other code may write them without. */
export const nameOf = (node: NodeAt, walk: Walk): string => walk.text(node).replaceAll("`", "");
