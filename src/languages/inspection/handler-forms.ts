// Forms of handlers that several languages share.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { HandlerFinder, HandlerPlace } from "../contract/error-handling.ts";

/** The inside of a block, without its braces. */
export function insideBraces(tree: SyntaxTree, block: NodeAt): Pick<HandlerPlace, "bodyStart" | "bodyEnd"> {
  const text = tree.text(block);
  const isBraced = text.startsWith("{") && text.endsWith("}");
  return { bodyStart: tree.start(block) + (isBraced ? 1 : 0), bodyEnd: tree.end(block) - (isBraced ? 1 : 0) };
}

/**
 * A clause with its body between braces, as a node of its own or not: `catch (E | F e) { … }`. `caughtOf`: the types in what stands
 * before the body, behind the keyword.
 */
export const bracedHandler =
  (caughtOf: (head: string) => string): HandlerFinder =>
  (tree, node) => {
    const body = tree.field(node, "body");
    const [start, end] = [tree.start(node), tree.end(node)];
    const open = body === NO_NODE ? tree.childOfType(node, "{") : body;
    if (open === NO_NODE) {
      return null;
    }
    const inside = body === NO_NODE ? { bodyStart: tree.end(open), bodyEnd: end - 1 } : insideBraces(tree, body);
    const head = tree.source.slice(start, tree.start(open)).replace(/^\s*catch\b/, "");
    return { start, end, ...inside, caught: caughtOf(head.trim()), statement: tree.parent(node) };
  };

const unwrapped = (head: string): string => head.replace(/^\(([\s\S]*)\)$/, "$1").trim();

/** `(final IOException | SQLException e)`. */
export const typeThenName = (head: string): string =>
  unwrapped(head)
    .replace(/@[\w.]+(?:\([^)]*\))?/g, "")
    .replace(/\b(?:final|const)\b/g, "")
    .trim()
    .replace(/\s+[\w$]+$/, "")
    .trim();

/** `(e: IOException)`. */
export const nameThenType = (head: string): string => /:([\s\S]*)$/.exec(unwrapped(head))?.[1]?.trim() ?? "";

/** A language whose handlers name no types. */
export const anyError = (): string => "";

const CONSTANT = String.raw`null|nil|None|undefined|void 0|[Tt]rue|[Ff]alse|-?\d[\w.]*|"[^"\\]*"|'[^'\\]*'|\[\s*\]|\{\s*\}|\(\s*\)|\(\{\s*\}\)`;

/** A statement that gives constants back, assigns one or is one. `more`: what else is a constant in the language. */
export const fallbackTo = (more = "(?!)"): RegExp =>
  new RegExp(
    `^(?:(?:return|yield)\\s+|[\\w.$@\\->[\\]]+\\s*=\\s*)?\\(?(?:${CONSTANT}|${more})(?:\\s*,\\s*(?:${CONSTANT}|${more}))*\\)?$`,
  );
