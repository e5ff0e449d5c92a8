// Helpers for the trees of JavaScript and TypeScript: how names are written, the statement of a declaration, what is
// documented.

import { linesOf } from "../../../facts/common.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import { cleanName, cutName } from "../../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../../syntax/syntax-tree.ts";
import { DEPRECATED, DOCUMENTED, EXPORTED, GLOBAL } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { kindOfValue } from "../outline.ts";
import type { DocumentedType, Reading, Walk } from "./state.ts";

/** The name of objects and types that have members but no name. */
export const ANONYMOUS = "{}";

/** A scope binds the expected type of its object or function to this name, which no source code can contain. */
export const EXPECTED = "{}";

/** The scope of a function expression binds its expected type to this name. */
export const EXPECTED_FUNCTION = "{=>}";

/** A function's scope binds its declared return type to this name. */
export const DECLARED_RESULT = "return";

/** An object's scope binds to this name what `this` is in its methods. */
export const OWNER = "{this}";

const TRANSPARENT: ReadonlySet<string> = new Set(["parenthesized_expression", "satisfies_expression", "as_expression"]);

/** As the outline names things: quotes taken off, white space folded. */
export const nameOf = (node: NodeAt, walk: Walk): string => cleanName(walk.text(node));

/** What can be written behind a dot. */
export const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export const isFunction = (node: NodeAt, walk: Walk): boolean => kindOfValue(walk, node) === "function";

export const isClass = (node: NodeAt, walk: Walk): boolean => kindOfValue(walk, node) === "class";

/** The first named child that is no comment. */
export const inner = (node: NodeAt, walk: Walk): NodeAt =>
  walk.children(node).find((child) => walk.type(child) !== "comment") ?? NO_NODE;

/** The value of what the node wraps: of `(a)`, that of `a`. */
export const innerValue: Reading = (node, walk) => walk.value(inner(node, walk));

/** The object literal that a value is, through parentheses, `as const`, `satisfies X`, `Object.freeze`. */
export function objectOf(value: NodeAt, walk: Walk): NodeAt {
  let at = value;
  while (at !== NO_NODE && walk.type(at) !== "object") {
    const isFrozen = walk.type(at) === "call_expression" && walk.text(walk.field(at, "function")) === "Object.freeze";
    const isTransparent = TRANSPARENT.has(walk.type(at)) && !hasTypeAssertion(at, walk);
    at = isFrozen ? inner(walk.field(at, "arguments"), walk) : isTransparent ? inner(at, walk) : NO_NODE;
  }
  return at;
}

const hasTypeAssertion = (node: NodeAt, walk: Walk): boolean =>
  walk.type(node) === "as_expression" && walk.children(node).length > 1;

/** The text between the quotes; null for what is no plain string. */
export function stringOf(node: NodeAt, walk: Walk): string | null {
  const type = walk.type(node);
  const isPlain = type === "template_string" && walk.childOfType(node, "template_substitution") === NO_NODE;
  return type === "string" || isPlain ? walk.text(node).slice(1, -1) : null;
}

/** A comment is searched for `@deprecated` only up to here; thousands of variables may be under one comment. */
const COMMENT_CHARS_MAX = 4_000;

/** Flags of a declaration from its statement and the comment right above: `export`, `declare global`, documented, deprecated. */
export function declarationFlags(node: NodeAt, walk: Walk): number {
  const statement = statementOf(node, walk);
  const seen = (walk.type(statement) === "export_statement" ? EXPORTED : 0) | (isGlobal(statement, walk) ? GLOBAL : 0);
  const comment = statement - 1;
  if (comment < 0 || walk.type(comment) !== "comment" || !isBeside(walk.endLine(comment), walk.line(statement), walk)) {
    return seen;
  }
  // A comment at the end of another line of code is about that.
  const isOwn =
    comment < 1 ||
    !walk.isSameLine(walk.endLine(comment - 1), walk.line(comment)) ||
    walk.type(comment - 1) === "comment";
  const isDeprecated = walk.text(comment).slice(0, COMMENT_CHARS_MAX).includes("@deprecated");
  return seen | (isOwn ? DOCUMENTED : 0) | (isDeprecated ? DEPRECATED : 0);
}

/** What the comment right above a declaration says of its type; null where it says nothing. */
export function documentedType(node: NodeAt, walk: Walk): DocumentedType | null {
  const statement = statementOf(node, walk);
  const type = walk.state.documented.get(statement - 1);
  return type !== undefined && isBeside(walk.endLine(statement - 1), walk.line(statement), walk) ? type : null;
}

const isBeside = (upper: number, lower: number, { isSameLine, isRightAbove }: Walk): boolean =>
  isSameLine(upper, lower) || isRightAbove(upper, lower);

/** Whether a statement is directly in `declare global { … }`. */
function isGlobal(statement: NodeAt, tree: SyntaxTree): boolean {
  const block = tree.parent(statement);
  return tree.type(block) === "statement_block" && tree.type(tree.parent(block)) === "ambient_declaration";
}

const WRAPPERS = wordSet(`
export_statement lexical_declaration variable_declaration ambient_declaration expression_statement
`);

/** The whole statement of a declaration. */
function statementOf(node: NodeAt, tree: SyntaxTree): NodeAt {
  let at = node;
  for (let parent = tree.parent(at); WRAPPERS.has(tree.type(parent)); parent = tree.parent(at)) {
    at = parent;
  }
  return at;
}

/** Where a definition stands, from the start of its statement. */
export const rangeOf = (node: NodeAt, name: NodeAt, walk: Walk): ReturnType<typeof linesOf> => ({
  ...linesOf(node, walk, name),
  startLine: walk.line(statementOf(node, walk)),
});

/** What every declaration has, from the start of its statement. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const startLine = walk.line(statementOf(node, walk));
  const name = named === undefined ? cutName(draft.name) : nameOf(named, walk);
  return { ...draft, name, startLine, flags: declarationFlags(node, walk) };
}
