// Finds outside input in the text of an expression. What it does not know to pass a text on is taken not to.
import { lineAt, type Source } from "../../syntax/source.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { OutsideInput } from "../contract/outside-input.ts";
import { isKnown, type Origin, originsOf, type Scope } from "./flow-scope.ts";

/** What is read, and what its variables hold at this place. */
export interface Reading {
  readonly tree: SyntaxTree;
  readonly rules: OutsideInput;
  readonly source: Source;
  readonly scopes: Scope[];
}

export const firstLineAt = ({ tree, source }: Reading, node: NodeAt): number => lineAt(source, tree.start(node));
export const IDENTIFIER = /^(?:identifier|shorthand_property_identifier(?:_pattern)?|variable_name|constant)$/;
/** Texts that one is put together from; further ones are passed over. */
export const ORIGINS_MAX = 8;

/** Fields in which an identifier names a member, not a variable. */
export const MEMBER_FIELDS = new Set(["attribute", "property", "field", "method", "key"]);
/** Values that hold others without being a text, and code that runs later. */
const NOT_TEXT =
  /^(?:object|dictionary|array|list|hash|composite_literal|array_creation_expression|lambda|set|.*comment.*)$/;
const COMPARISON = /^(?:==|===|!=|!==|<|>|<=|>=|in|not in|is|instanceof|&&)$/;

/** Where outside input in an expression came from; empty where none is in its text. */
export function originsIn(reading: Reading, expression: NodeAt): readonly Origin[] {
  const { tree, rules, scopes } = reading;
  const found: Origin[] = [];
  for (let node = expression; node < tree.after(expression) && found.length < ORIGINS_MAX; node += 1) {
    if (!tree.isNamed(node)) {
      continue;
    }
    const type = tree.type(node);
    if (IDENTIFIER.test(type)) {
      const origin = sourceAt(reading, node);
      found.push(...(origin === null ? (isMember(tree, node) ? [] : originsOf(scopes, tree.text(node))) : [origin]));
      continue;
    }
    const passed = tree.field(node, "arguments");
    const isOpaque =
      NOT_TEXT.test(type) ||
      rules.functions.test(type) ||
      isComparison(tree, node) ||
      (rules.numbers?.node.test(type) === true && rules.numbers.text.test(tree.text(node))) ||
      tree.fieldOf(node) === "condition";
    if (isOpaque) {
      node = tree.after(node) - 1;
    } else if (
      passed !== NO_NODE &&
      !startsAtSource(reading, node) &&
      !rules.passing.test(lastName(calleeOf(tree, node, passed)))
    ) {
      node = tree.after(node) - 1;
    }
  }
  return found;
}

const isMember = (tree: SyntaxTree, node: NodeAt): boolean =>
  MEMBER_FIELDS.has(tree.fieldOf(node) ?? "") ||
  /[.>]$/.test(tree.source.slice(tree.start(node) - 1, tree.start(node)));

function isComparison(tree: SyntaxTree, node: NodeAt): boolean {
  if (!/binary|comparison|boolean_operator/.test(tree.type(node))) {
    return false;
  }
  for (let child = tree.firstChild(node); child !== NO_NODE; child = tree.nextSibling(child)) {
    if (!tree.isNamed(child) && COMPARISON.test(tree.text(child))) {
      return true;
    }
  }
  return false;
}

function sourceAt(reading: Reading, node: NodeAt): Origin | null {
  const { tree, rules, scopes } = reading;
  const start = tree.start(node);
  const isDeclared = rules.free?.test(tree.text(node)) === true && isKnown(scopes, tree.text(node));
  if (isDeclared || /[\w$.>:]/.test(tree.source[start - 1] ?? "")) {
    return null;
  }
  for (const from of ["request", "caller"] as const) {
    const pattern = rules.sources[from];
    pattern.lastIndex = start;
    const found = pattern.exec(tree.source);
    if (found !== null) {
      const line = firstLineAt(reading, node);
      return { from, line, text: found[0], owner: NO_NODE, index: 0, inQuery: false, inMarkup: false, via: [] };
    }
  }
  return null;
}

/** Whether the call itself is what brings input in: `request.args.get("id")`. */
function startsAtSource(reading: Reading, call: NodeAt): boolean {
  const { tree } = reading;
  let node = call;
  for (let first = call; first !== NO_NODE; first = firstPart(tree, node)) {
    node = first;
  }
  for (let up = node; up >= call; up = tree.parent(up)) {
    if (IDENTIFIER.test(tree.type(up)) && sourceAt(reading, up) !== null) {
      return true;
    }
  }
  return false;
}

/** Behind the word `new`. */
function firstPart(tree: SyntaxTree, node: NodeAt): NodeAt {
  const first = tree.firstChild(node);
  return first !== NO_NODE && tree.text(first) === "new" ? tree.nextSibling(first) : first;
}

const CALLEE_MAX = 200;
export const calleeOf = (tree: SyntaxTree, call: NodeAt, passed: NodeAt): string =>
  tree.source
    .slice(tree.start(call), tree.start(passed))
    .slice(-CALLEE_MAX)
    .replace(/^new\s+/, "new ")
    .replace(/\s*\n\s*/g, "")
    .trim();
export const lastName = (callee: string): string => /[\w$?!]+$/.exec(callee)?.[0] ?? "";
