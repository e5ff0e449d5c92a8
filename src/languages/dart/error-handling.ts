// Where Dart catches errors: `on E catch (e) { … }`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, HandlerPlace } from "../contract/error-handling.ts";
import { fallbackTo, insideBraces } from "../inspection/handler-forms.ts";

/** The block behind the type that is caught, or behind `catch (e)`: all of them are children of the statement. */
function blockHandler(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const statement = tree.parent(node);
  if (tree.type(statement) !== "try_statement" || tree.fieldOf(node) === "body") {
    return null;
  }
  const end = tree.end(node);
  const before = tree.children(statement).filter((child) => tree.end(child) <= tree.start(node));
  const previous = before.at(-1) ?? NO_NODE;
  const type = tree.type(previous) === "catch_clause" ? (before.at(-2) ?? NO_NODE) : previous;
  const isTyped = type !== NO_NODE && /type/.test(tree.type(type));
  const start = tree.start(isTyped ? type : previous);
  const caught = isTyped ? tree.text(type) : "";
  return { start, end, ...insideBraces(tree, node), caught, statement };
}

export const dartErrors: ErrorHandling = {
  handlers: { block: blockHandler },
  nothing: /^;$/,
  leaves: /^(?:continue|return);$/,
  fallback: fallbackTo(),
  conversion: /^(?:return |\w+ = )?(?:(?:int|double|num|DateTime|Uri)\.parse|jsonDecode)\(/,
  broad: /^(?:Exception|Error|Object)$/,
  expected: /^(?:PathNotFoundException|FormatException|MissingPluginException|StateError)$/,
};
