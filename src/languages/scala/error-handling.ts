// Where Scala catches errors: the cases of `catch`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, HandlerPlace } from "../contract/error-handling.ts";
import { BROAD, CONVERSION, EXPECTED, FALLBACK } from "../jvm/error-handling.ts";

/** `_: IOException | _: SQLException`, `NonFatal(e)`, `e`: the types, "" for all errors. */
function typesOf(pattern: string): string {
  const types = pattern
    .split("|")
    .map((part) => /:\s*([\w.]+)/.exec(part)?.[1] ?? /^\s*([A-Z][\w.]*)/.exec(part)?.[1] ?? "");
  return types.includes("") ? "" : types.join(" | ");
}

function caseHandler(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const block = tree.parent(node);
  const clause = tree.parent(block);
  const arrow = tree.childOfType(node, "=>");
  if (tree.type(clause) !== "catch_clause" || arrow === NO_NODE) {
    return null;
  }
  const next = tree.children(block).find((other) => other > node && tree.type(other) === "case_clause");
  return {
    start: tree.start(node),
    end: tree.end(node),
    bodyStart: tree.end(arrow),
    bodyEnd: next === undefined ? tree.end(block) - 1 : tree.start(next),
    caught: tree.field(node, "guard") === NO_NODE ? typesOf(tree.text(tree.field(node, "pattern"))) : "guarded",
    statement: tree.parent(clause),
  };
}

export const scalaErrors: ErrorHandling = {
  handlers: { case_clause: caseHandler },
  nothing: /^(?:\(\)|\{\s*\}|\{\s*\(\)\s*\})$/,
  fallback: FALLBACK,
  conversion: CONVERSION,
  broad: new RegExp(`${BROAD.source}|^NonFatal$`),
  expected: EXPECTED,
};
