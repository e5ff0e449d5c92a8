// Helpers for the trees of Java: modifiers, annotations, and the comment above a declaration.

import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { NamedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ABSTRACT, DEPRECATED, EXPORTED, OVERRIDES, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const blockComment: Visitor = docComments(/^\/\*\*/);

const DEPRECATION = /^\s*\*?\s*@deprecated\b/m;

const modifiersOf = (node: NodeAt, { tree }: Walk): NodeAt => tree.childOfType(node, "modifiers");

function hasModifier(node: NodeAt, word: string, walk: Walk): boolean {
  const modifiers = modifiersOf(node, walk);
  return modifiers !== NO_NODE && walk.tree.childOfType(modifiers, word) !== NO_NODE;
}

/** Simple names of the annotations of a declaration. */
function annotationsOf(node: NodeAt, walk: Walk): string[] {
  const { tree } = walk;
  const modifiers = modifiersOf(node, walk);
  return (modifiers === NO_NODE ? [] : tree.children(modifiers)).map((child) =>
    tree.text(tree.field(child, "name")).replace(/^.*\./s, ""),
  );
}

const TESTS = /(?:Test|TestFactory|TestTemplate)$/;

/** Bits of a declaration; `isOpen`: members are public there unless declared otherwise, as in an interface. */
function flagsOf(node: NodeAt, startLine: number, isOpen: boolean, walk: Walk): number {
  const annotations = annotationsOf(node, walk);
  const has = (word: string): boolean => hasModifier(node, word, walk);
  return (
    (has("private") ? PRIVATE : isOpen || has("public") || has("protected") ? EXPORTED : 0) |
    (has("static") ? STATIC : 0) |
    (has("abstract") ? ABSTRACT : 0) |
    (annotations.includes("Override") ? OVERRIDES : 0) |
    (annotations.some((name) => TESTS.test(name)) ? TEST : 0) |
    docFlags(startLine, walk, DEPRECATION) |
    (annotations.includes("Deprecated") ? DEPRECATED : 0)
  );
}

/** What every definition has: name, lines, modifiers. */
export function draftOf(name: NodeAt, node: NodeAt, walk: Walk): NamedDraft {
  const startLine = walk.line(node);
  const enclosing = walk.facts.definition(walk.facts.enclosing);
  return {
    name: walk.tree.text(name),
    nameLine: walk.line(name),
    startLine,
    endLine: walk.endLine(node),
    flags: flagsOf(node, startLine, enclosing?.kind === "interface", walk),
  };
}
