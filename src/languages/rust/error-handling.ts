// How Rust looks at errors, which are values: arms and conditions for `Err(_)`, `?`, and what drops a result.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, ErrorUse, HandlerPlace } from "../contract/error-handling.ts";
import { fallbackTo, insideBraces } from "../inspection/handler-forms.ts";

/** The pattern inside of `Err(…)`; "" for one that fits every error, null for another pattern. */
function errorPattern(pattern: string): string | null {
  const inner = /^(?:Result::)?Err\(([\s\S]*)\)$/.exec(pattern.trim())?.[1]?.trim();
  return inner === undefined ? null : /^(?:(?:ref |mut )?_?[a-z]\w*|_|\.\.)$/.test(inner) ? "" : inner;
}

function errorArm(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const caught = errorPattern(tree.text(tree.field(node, "pattern")));
  const value = tree.field(node, "value");
  return caught === null || value === NO_NODE
    ? null
    : { start: tree.start(node), end: tree.end(node), ...insideBraces(tree, value), caught, statement: node };
}

function errorCondition(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const condition = tree.field(node, "condition");
  const caught = errorPattern(tree.text(tree.field(condition, "pattern")));
  const body = tree.field(node, "consequence");
  return caught === null || body === NO_NODE || tree.field(node, "alternative") !== NO_NODE
    ? null
    : { start: tree.start(node), end: tree.end(node), ...insideBraces(tree, body), caught, statement: node };
}

function use(tree: SyntaxTree, value: NodeAt, isDropped: boolean): ErrorUse | null {
  const call = tree.type(value) === "await_expression" ? (tree.children(value)[0] ?? NO_NODE) : value;
  return tree.type(call) === "call_expression"
    ? { callee: tree.text(tree.field(call, "function")).replace(/\s+/g, ""), isDropped }
    : null;
}

/** `call()?`. */
const passedOn = (tree: SyntaxTree, node: NodeAt): ErrorUse | null =>
  use(tree, tree.children(node)[0] ?? NO_NODE, false);

/** `let _ = call();`. */
function letWildcard(tree: SyntaxTree, node: NodeAt): ErrorUse | null {
  const isWildcard = /^let _ *=/.test(tree.text(node));
  return isWildcard ? use(tree, tree.field(node, "value"), true) : null;
}

/** `call().ok();`. */
function okAlone(tree: SyntaxTree, node: NodeAt): ErrorUse | null {
  const [call = NO_NODE] = tree.children(node);
  const callee = tree.field(call, "function");
  const isOk = tree.type(call) === "call_expression" && tree.text(tree.field(callee, "field")) === "ok";
  return isOk ? use(tree, tree.field(callee, "value"), true) : null;
}

export const rustErrors: ErrorHandling = {
  handlers: { match_arm: errorArm, if_expression: errorCondition },
  nothing: /^\(\)$/,
  leaves: /^(?:continue|return);?$/,
  fallback: fallbackTo(
    String.raw`Default::default\(\)|(?:Vec|String|HashMap|HashSet)::new\(\)|vec!\[\]|Ok\(\(\)\)|Ok\(None\)`,
  ),
  uses: { try_expression: passedOn, let_declaration: letWildcard, expression_statement: okAlone },
};
