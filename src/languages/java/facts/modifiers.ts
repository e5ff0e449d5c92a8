// Helpers for the trees of Java: modifiers, annotations, and the comment above a declaration.

import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { ABSTRACT, DEPRECATED, EXPORTED, OVERRIDES, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { annotationsOf, isTest } from "../outline.ts";
import type { Visitor, Walk } from "./state.ts";

export const blockComment: Visitor = docComments(/^\/\*\*/);
/** Of Markdown. */
export const lineComment: Visitor = docComments(/^\/\/\//, true);

const DEPRECATION = /^\s*(?:\*|\/\/\/)?\s*@deprecated\b/m;

const modifiersOf = (node: NodeAt, walk: Walk): NodeAt => walk.childOfType(node, "modifiers");

function hasModifier(node: NodeAt, word: string, walk: Walk): boolean {
  return walk.children(modifiersOf(node, walk)).some((part) => walk.text(part) === word);
}

/** Bits of a declaration; `isOpen`: members are public there unless declared otherwise, as in an interface. */
function flagsOf(node: NodeAt, startLine: number, isOpen: boolean, walk: Walk): number {
  const annotations = annotationsOf(walk, node);
  const has = (word: string): boolean => hasModifier(node, word, walk);
  return (
    (has("private") ? PRIVATE : isOpen || has("public") || has("protected") ? EXPORTED : 0) |
    (has("static") ? STATIC : 0) |
    (has("abstract") ? ABSTRACT : 0) |
    (annotations.includes("Override") ? OVERRIDES : 0) |
    (isTest(walk, node) ? TEST : 0) |
    docFlags(startLine, walk, DEPRECATION) |
    (annotations.includes("Deprecated") ? DEPRECATED : 0)
  );
}

/** What every definition has: name, kind, lines, modifiers. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const isOpen = walk.defined(walk.enclosing())?.kind === "interface";
  return { ...draft, flags: draft.flags | flagsOf(node, draft.startLine, isOpen, walk) };
}
