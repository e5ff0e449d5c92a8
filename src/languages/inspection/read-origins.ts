// Finds outside input in the text of an expression. What it does not know to pass a text on is taken not to.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import { type Origin, originsOf } from "./flow-scope.ts";
import { originsInMacro } from "./read-macros.ts";
import { calleeOf, IDENTIFIER, isMember, ORIGINS_MAX, passesOn, type Reading, sourceAt } from "./reading.ts";

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
    if (rules.macros?.node.test(type) === true) {
      found.push(...originsInMacro(reading, node, rules.macros.passing));
      node = tree.after(node) - 1;
      continue;
    }
    const isOpaque =
      rules.opaque?.test(type) === true ||
      NOT_TEXT.test(type) ||
      rules.functions.test(type) ||
      isComparison(tree, node) ||
      (rules.numbers?.node.test(type) === true && rules.numbers.text.test(tree.text(node))) ||
      tree.fieldOf(node) === "condition";
    if (isOpaque) {
      node = tree.after(node) - 1;
    } else if (passed !== NO_NODE && !startsAtSource(reading, node) && !passesOn(rules, calleeOf(tree, node, passed))) {
      node = tree.after(node) - 1;
    }
  }
  return found;
}

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
