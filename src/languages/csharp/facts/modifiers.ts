// Helpers for the trees of C#: modifiers, attributes, and the comment above a declaration.

import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import {
  ABSTRACT,
  DEPRECATED,
  EXPORTED,
  OVERRIDES,
  PARTIAL,
  PRIVATE,
  STATIC,
  TEST,
} from "../../../vocabulary/facts.ts";
import { attributesOf, isTest } from "../outline.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/\/\/|^\/\*\*/);

const modifiersOf = (node: NodeAt, walk: Walk): ReadonlySet<string> =>
  new Set(
    walk
      .children(node)
      .filter((child) => walk.type(child) === "modifier")
      .map((child) => walk.text(child)),
  );

/** Bits of a declaration; `isOpen`: members are public there unless declared otherwise, as in an interface. */
function flagsOf(node: NodeAt, startLine: number, isOpen: boolean, walk: Walk): number {
  const has = modifiersOf(node, walk);
  const isShown = isOpen || has.has("public") || has.has("protected") || has.has("internal");
  return (
    (has.has("private") && !has.has("protected") ? PRIVATE : isShown ? EXPORTED : 0) |
    (has.has("static") || has.has("const") ? STATIC : 0) |
    (has.has("abstract") ? ABSTRACT : 0) |
    (has.has("override") ? OVERRIDES : 0) |
    (has.has("partial") ? PARTIAL : 0) |
    (isTest(walk, node) ? TEST : 0) |
    docFlags(startLine, walk) |
    (attributesOf(walk, node).includes("Obsolete") ? DEPRECATED : 0)
  );
}

/** What every definition has: name, kind, lines, modifiers. Its attributes are recorded as references. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const isOpen = walk.defined(walk.enclosing())?.kind === "interface";
  for (const child of walk.children(node)) {
    walk.visit(walk.type(child) === "attribute_list" ? child : NO_NODE);
  }
  return { ...draft, flags: draft.flags | flagsOf(node, draft.startLine, isOpen, walk) };
}
