// Helpers for the trees of Kotlin, which have no fields: modifiers, annotations, the comment above.

import type { DefinitionDraft, FactsBuilder } from "../../../facts/facts-builder.ts";
import type { Visitor, Walk } from "../../../facts/read-facts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import {
  ABSTRACT,
  DEPRECATED,
  type DefinitionAt,
  DOCUMENTED,
  EXPORTED,
  OVERRIDES,
  PRIVATE,
  STATIC,
  TEST,
} from "../../../vocabulary/facts.ts";

/** Line on which the documenting comment that was read last ends. */
const comments = new WeakMap<FactsBuilder, number>();

export const comment: Visitor = (node, walk) => {
  if (walk.tree.text(node).startsWith("/**")) {
    comments.set(walk.facts, walk.endLine(node));
  }
};

export const modifiersOf = (node: NodeAt, { tree }: Walk): NodeAt => tree.childOfType(node, "modifiers");

/** Keywords before the name, annotations left out. */
export function keywordsOf(node: NodeAt, walk: Walk): readonly string[] {
  const { tree } = walk;
  const modifiers = modifiersOf(node, walk);
  const parts = modifiers === NO_NODE ? [] : tree.children(modifiers);
  return parts.filter((part) => tree.type(part) !== "annotation").map((part) => tree.text(part));
}

function annotationsOf(node: NodeAt, walk: Walk): string[] {
  const { tree } = walk;
  const modifiers = modifiersOf(node, walk);
  const parts = modifiers === NO_NODE ? [] : tree.children(modifiers);
  return parts
    .filter((part) => tree.type(part) === "annotation")
    .map((part) => /(\w+)\s*(?:<[^(]*)?(?:\(|$)/.exec(tree.text(part).slice(0, 200))?.[1] ?? "");
}

/** Definitions whose members need no instance: companions and objects. */
const companions = new WeakMap<FactsBuilder, Set<DefinitionAt>>();

export function markCompanion(at: DefinitionAt, facts: FactsBuilder): void {
  companions.set(facts, (companions.get(facts) ?? new Set()).add(at));
}

export type Named = Pick<DefinitionDraft, "name" | "nameLine" | "startLine" | "endLine"> & { flags: number };

/** What every definition has. Where the name is not written (`constructor`, `Companion`), `named` is where it would stand. */
export function draftOf(name: string, named: NodeAt, node: NodeAt, walk: Walk): Named {
  const startLine = walk.line(node);
  const keywords = keywordsOf(node, walk);
  const annotations = annotationsOf(node, walk);
  const isPrivate = keywords.includes("private");
  const around = walk.facts.enclosing;
  return {
    name,
    nameLine: walk.line(named),
    startLine,
    endLine: walk.endLine(node),
    flags:
      (isPrivate ? PRIVATE : EXPORTED) |
      (keywords.includes("abstract") ? ABSTRACT : 0) |
      (keywords.includes("override") ? OVERRIDES : 0) |
      // Reached through the class around.
      (companions.get(walk.facts)?.has(around) === true ? STATIC : 0) |
      (annotations.some((one) => /Test$/.test(one)) ? TEST : 0) |
      (annotations.includes("Deprecated") ? DEPRECATED : 0) |
      (comments.get(walk.facts) === startLine - 1 ? DOCUMENTED : 0),
  };
}

/** Names are written in backticks where they have to be; other code may write them without. */
export const nameOf = (node: NodeAt, { tree }: Walk): string => tree.text(node).replaceAll("`", "");
