// How Go looks at errors, which are values: `if err != nil { … }`, or not at all.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, ErrorUse, HandlerPlace } from "../contract/error-handling.ts";
import { fallbackTo, insideBraces } from "../inspection/handler-forms.ts";

const ERROR_NAME = /^(?:e|err|\w*[eE]rr(?:or)?\d*|err[A-Z]\w*)$/;

function checkedError(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const [, name = ""] = /^(\w+) != nil$/.exec(tree.text(tree.field(node, "condition"))) ?? [];
  const body = tree.field(node, "consequence");
  if (!ERROR_NAME.test(name) || body === NO_NODE || tree.field(node, "alternative") !== NO_NODE) {
    return null;
  }
  return { start: tree.start(node), end: tree.end(node), ...insideBraces(tree, body), caught: "", statement: node };
}

/** `_ = err`. */
function droppedVariable(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const isDropped =
    tree.text(tree.field(node, "left")) === "_" && ERROR_NAME.test(tree.text(tree.field(node, "right")));
  const [start, end] = [tree.start(node), tree.end(node)];
  return isDropped ? { start, end, bodyStart: end, bodyEnd: end, caught: "", statement: node, isInline: true } : null;
}

/** By the last variable that the results of a call are assigned to, which holds the error. */
function assignedError(tree: SyntaxTree, node: NodeAt): ErrorUse | null {
  const [value = NO_NODE, ...others] = tree.children(tree.field(node, "right"));
  const name = tree.text(tree.children(tree.field(node, "left")).at(-1) ?? NO_NODE);
  if (others.length > 0 || tree.type(value) !== "call_expression" || writesToMemory(tree, value)) {
    return null;
  }
  const isDropped = name === "_" || (ERROR_NAME.test(name) && !isLookedAt(tree, node, name));
  return name === "_" || ERROR_NAME.test(name) ? { callee: calleeOf(tree, value), isDropped } : null;
}

/** Calls that write into their first argument or their receiver. What `io.Copy` reads may fail, too, unless it is in memory. */
const WRITES =
  /^(?:(?:binary\.Write|fmt\.Fprint\w*|io\.WriteString)\(\s*&?(\w+)\s*,|io\.Copy\(\s*&?(\w+)\s*,\s*(?:bytes|strings)\.NewReader\(|(\w+)\.Write\w*\()/;

/** Whether the call writes into a variable that its function declares as a `bytes.Buffer` or `strings.Builder`, whose writes give no error. */
function writesToMemory(tree: SyntaxTree, call: NodeAt): boolean {
  const [, ...names] = WRITES.exec(tree.text(call)) ?? [];
  const name = names.find((one) => one !== undefined);
  let owner = tree.parent(call);
  while (owner !== NO_NODE && !FUNCTIONS.has(tree.type(owner))) {
    owner = tree.parent(owner);
  }
  return (
    name !== undefined &&
    owner !== NO_NODE &&
    new RegExp(`\\b${name}(?:\\s+\\*?|\\s*:?=\\s*(?:&|new\\()?)(?:bytes\\.(?:New)?Buffer|strings\\.Builder)`).test(
      tree.text(owner),
    )
  );
}

const FUNCTIONS: ReadonlySet<string> = new Set(["function_declaration", "method_declaration", "func_literal"]);

/** Whether the variable may be read after the assignment and before it is assigned anew. */
function isLookedAt(tree: SyntaxTree, assignment: NodeAt, name: string): boolean {
  let [owner, loop] = [tree.parent(assignment), NO_NODE];
  while (owner !== NO_NODE && !FUNCTIONS.has(tree.type(owner))) {
    loop = tree.type(owner) === "for_statement" ? owner : loop;
    owner = tree.parent(owner);
  }
  const isResult = new RegExp(`\\b${name}\\b`).test(tree.text(tree.field(owner, "result")));
  const isOuter = tree.type(owner) === "func_literal" && tree.type(assignment) === "assignment_statement";
  if (owner === NO_NODE || isResult || isOuter || loop !== NO_NODE) {
    return true;
  }
  let isOver = false;
  for (let node = owner; node < tree.after(owner); node += 1) {
    if (tree.type(node) !== "identifier" || tree.text(node) !== name) {
      continue;
    }
    if (isInside(tree, node, owner, "func_literal")) {
      return true;
    }
    isOver ||= node >= tree.after(assignment) && isAssignedAnew(tree, assignment, node);
    if (node >= tree.after(assignment) && !isOver) {
      return true;
    }
  }
  return false;
}

function isInside(tree: SyntaxTree, node: NodeAt, owner: NodeAt, type: string): boolean {
  for (let up = tree.parent(node); up > owner; up = tree.parent(up)) {
    if (tree.type(up) === type) {
      return true;
    }
  }
  return false;
}

/** Whether the identifier is the target of an assignment in the same block whose value does not name it. */
function isAssignedAnew(tree: SyntaxTree, assignment: NodeAt, identifier: NodeAt): boolean {
  const next = tree.parent(tree.parent(identifier));
  return (
    tree.parent(next) === tree.parent(assignment) &&
    tree.fieldOf(tree.parent(identifier)) === "left" &&
    !new RegExp(`\\b${tree.text(identifier)}\\b`).test(tree.text(tree.field(next, "right")))
  );
}

function callAlone(tree: SyntaxTree, node: NodeAt): ErrorUse | null {
  const [call = NO_NODE] = tree.children(node);
  return tree.type(call) === "call_expression" && !writesToMemory(tree, call)
    ? { callee: calleeOf(tree, call), isDropped: true }
    : null;
}

const calleeOf = (tree: SyntaxTree, call: NodeAt): string => tree.text(tree.field(call, "function"));

export const goErrors: ErrorHandling = {
  handlers: { if_statement: checkedError, assignment_statement: droppedVariable },
  leaves: /^continue$/,
  fallback: fallbackTo(String.raw`\w+\{\}|time\.Time\{\}`),
  uses: { short_var_declaration: assignedError, assignment_statement: assignedError, expression_statement: callAlone },
};
