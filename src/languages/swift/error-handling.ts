// Where Swift catches errors: `catch { … }`, and `try?` where the error was passed on before.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, ErrorUse } from "../contract/error-handling.ts";
import { bracedHandler, fallbackTo } from "../inspection/handler-forms.ts";

/** `let e as IOError`, `is IOError`, `IOError.closed`; `let e` catches all. */
const caughtOf = (head: string): string =>
  /\b(?:as|is)\s+([\w.]+)/.exec(head)?.[1] ?? (/^\(?\s*(?:(?:let|var)\s+\w+)?\s*\)?$/.test(head) ? "" : "pattern");

function triedCall(tree: SyntaxTree, node: NodeAt): ErrorUse | null {
  const tried = tree.field(node, "expr");
  const call = tree.type(tried) === "await_expression" ? tree.field(tried, "expr") : tried;
  const callee = tree.children(call)[0] ?? NO_NODE;
  return tree.type(call) === "call_expression"
    ? { callee: tree.text(callee), isDropped: /^try\s*\?/.test(tree.text(node)) }
    : null;
}

export const swiftErrors: ErrorHandling = {
  handlers: { catch_block: bracedHandler(caughtOf) },
  nothing: /^\(\)$/,
  leaves: /^(?:continue|return)$/,
  fallback: fallbackTo(String.raw`\[:\]`),
  conversion:
    /^(?:return |(?:let |var )?\w+ = )?try (?:JSONDecoder\(\)\.decode|NSRegularExpression|Regex|JSONSerialization\.\w+)\(/,
  broad: /^(?:Error|NSError)$/,
  expected: /^(?:CancellationError|pattern)$/,
  uses: { try_expression: triedCall },
};
