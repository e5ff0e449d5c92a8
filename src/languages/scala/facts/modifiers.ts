// Helpers for the trees of Scala: modifiers, annotations, the comment above, companions.

import { rooted } from "../../../facts/chain-drafts.ts";
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { OutlinedDraft, ScopeDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import {
  ABSTRACT,
  DEPRECATED,
  type DefinitionAt,
  EXPORTED,
  FILE,
  OVERRIDES,
  PRIVATE,
  STATIC,
} from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/\*\*/);

/** Names are written in backticks where they have to be; other code may write them without. */
export const nameOf = (node: NodeAt, walk: Walk): string => walk.text(node).replaceAll("`", "");

/** What every definition has. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const { state } = walk;
  const draft = walk.definition(node, named);
  const keywords = walk.text(walk.childOfType(node, "modifiers"));
  const annotations = walk.children(node).filter((part) => walk.type(part) === "annotation");
  const isPrivate = /\bprivate\b(?!\[(?!this))/.test(keywords);
  return {
    ...draft,
    name: draft.name.replaceAll("`", ""),
    flags:
      (isPrivate ? PRIVATE : EXPORTED) |
      (/\babstract\b/.test(keywords) || /_declaration$/.test(walk.type(node)) ? ABSTRACT : 0) |
      (/\boverride\b/.test(keywords) ? OVERRIDES : 0) |
      (state.objects.has(walk.enclosing()) ? STATIC : 0) |
      (annotations.some((one) => /^@deprecated\b/.test(walk.text(one))) ? DEPRECATED : 0) |
      docFlags(draft.startLine, walk),
  };
}

/** `end Store`, which names what it ends. */
export function endOf(node: NodeAt, at: DefinitionAt, walk: Walk): void {
  const end = walk.childOfType(node, "end_marker");
  const [, name] = /^end\s+(\S+)$/.exec(walk.text(end)) ?? [];
  if (name !== undefined && walk.defined(at)?.name === name.replaceAll("`", "")) {
    walk.refer(name.replaceAll("`", ""), walk.line(end), "read", rooted(definitionChain(at)));
  }
}

const CLASSES: ReadonlySet<string> = new Set(["class", "interface", "enum", "module"]);

/** Declarations of a block, in a class or outside, are not visible elsewhere, like those of a function. */
export const blockKind = (walk: Walk): ScopeDraft["kind"] =>
  walk.enclosing() === walk.enclosingClass() ? "function" : "block";

export type EnclosingKind = "file" | "class" | "function";

const BLOCKS: ReadonlySet<string> = wordSet("block indented_block case_clause lambda_expression arguments");

/** What directly encloses the node: the body of a value counts as a function, and so does a block in a class. */
export function enclosingKind(node: NodeAt, walk: Walk): EnclosingKind {
  const parent = walk.parent(node);
  const around = parent !== NO_NODE && walk.type(parent) === "ERROR" ? walk.parent(parent) : parent;
  if (BLOCKS.has(walk.type(around))) {
    return "function";
  }
  if (walk.enclosing() === FILE) {
    return "file";
  }
  const kind = walk.defined(walk.enclosing());
  return kind !== undefined && (CLASSES.has(kind.kind) || kind.name === "{}") ? "class" : "function";
}
