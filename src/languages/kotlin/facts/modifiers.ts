// Helpers for the trees of Kotlin, which have no fields: modifiers, annotations, the comment above.

import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { NamedDraft } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { ABSTRACT, DEPRECATED, EXPORTED, OVERRIDES, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/\*\*/);

export const modifiersOf = (node: NodeAt, { tree }: Walk): NodeAt => tree.childOfType(node, "modifiers");

/** Keywords before the name, annotations left out. */
export function keywordsOf(node: NodeAt, walk: Walk): readonly string[] {
  const { tree } = walk;
  const parts = tree.children(modifiersOf(node, walk));
  return parts.filter((part) => tree.type(part) !== "annotation").map((part) => tree.text(part));
}

function annotationsOf(node: NodeAt, walk: Walk): string[] {
  const { tree } = walk;
  return tree
    .children(modifiersOf(node, walk))
    .filter((part) => tree.type(part) === "annotation")
    .map((part) => /(\w+)\s*(?:<[^(]*)?(?:\(|$)/.exec(tree.text(part).slice(0, 200))?.[1] ?? "");
}

/** What every definition has. Where the name is not written (`constructor`, `Companion`), `named` is where it would stand. */
export function draftOf(name: string, named: NodeAt, node: NodeAt, walk: Walk): NamedDraft {
  const startLine = walk.line(node);
  const keywords = keywordsOf(node, walk);
  const annotations = annotationsOf(node, walk);
  const isPrivate = keywords.includes("private");
  return {
    name,
    nameLine: walk.line(named),
    startLine,
    endLine: walk.endLine(node),
    flags:
      (isPrivate ? PRIVATE : EXPORTED) |
      (keywords.includes("abstract") ? ABSTRACT : 0) |
      (keywords.includes("override") ? OVERRIDES : 0) |
      // Reached through the enclosing class.
      (walk.state.objects.has(walk.facts.enclosing) ? STATIC : 0) |
      (annotations.some((one) => /Test$/.test(one)) ? TEST : 0) |
      (annotations.includes("Deprecated") ? DEPRECATED : 0) |
      docFlags(startLine, walk),
  };
}

/** Names are written in backticks where they have to be; other code may write them without. */
export const nameOf = (node: NodeAt, { tree }: Walk): string => tree.text(node).replaceAll("`", "");
