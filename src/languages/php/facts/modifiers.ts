// Helpers for the trees of PHP: modifiers, attributes, and the comment above a declaration.

import { docAbove } from "../../../facts/doc-comments.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ABSTRACT, DEPRECATED, DOCUMENTED, EXPORTED, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import type { Walk } from "./state.ts";

/** The comment directly above a declaration; "" for none. */
export const commentAbove = (node: NodeAt, walk: Walk): string => docAbove(walk.line(node), walk);

const has = (node: NodeAt, modifier: string, walk: Walk): boolean =>
  walk.childOfType(node, `${modifier}_modifier`) !== NO_NODE;

/** Simple names of the attributes of a declaration. */
function attributesOf(node: NodeAt, walk: Walk): string[] {
  const list = walk.field(node, "attributes");
  const groups = walk.children(list);
  return groups
    .flatMap((group) => walk.children(group))
    .map((one) => walk.text(walk.children(one)[0] ?? NO_NODE).replace(/^.*\\/s, ""));
}

/** Bits of a declaration. */
function flagsOf(name: string, node: NodeAt, comment: string, walk: Walk): number {
  const attributes = attributesOf(node, walk);
  const isPrivate = /^private\b/.test(walk.text(walk.childOfType(node, "visibility_modifier")));
  const isMethod = walk.type(node) === "method_declaration";
  const isTest =
    isMethod &&
    ((/^test/.test(name) && /Test$/.test(walk.defined(walk.enclosing())?.name ?? "")) ||
      attributes.includes("Test") ||
      /^\s*\*\s*@test\b/m.test(comment));
  return (
    (isPrivate ? PRIVATE : EXPORTED) |
    (has(node, "static", walk) ? STATIC : 0) |
    (has(node, "abstract", walk) || (isMethod && walk.field(node, "body") === NO_NODE) ? ABSTRACT : 0) |
    (isTest ? TEST : 0) |
    (comment === "" ? 0 : DOCUMENTED) |
    (/^\s*\/?\*+\s*@deprecated\b/m.test(comment) || attributes.includes("Deprecated") ? DEPRECATED : 0)
  );
}

/**
 * What every definition has: name (without the `$` of a variable's), kind, lines, modifiers. Its attributes are recorded as references.
 * `named`: as Walk.definition.
 */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const name = draft.name.replace(/^\$/, "");
  const comment = commentAbove(node, walk);
  walk.visit(walk.field(node, "attributes"));
  return { ...draft, name, flags: flagsOf(name, node, comment, walk) };
}

/** The name in `$name`. */
export const variableName = (node: NodeAt, walk: Walk): string =>
  walk.type(node) === "variable_name" ? walk.text(node).replace(/^\$/, "") : "";
