// Ruby, with what RSpec, Minitest and Rake define by calling a method with a block.

import type { Node } from "web-tree-sitter";
import {
  chainedAssignment,
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  type LanguageProfile,
  matchesAt,
  namedByEach,
  nameOf,
  nodesThrough,
  underScopes,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { rubyNeutralisers } from "./neutralisers.ts";

const TEST_CALL = /(?:RSpec\.)?(?:describe|context|feature|it|specify|scenario|test|shared_examples)\b/y;
const TASK_CALL = /(?:task|namespace)\b/y;
const IMPORT_CALL = /(?:require|require_relative|load|autoload)\b[ (]/y;

function callKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  if (matchesAt(IMPORT_CALL, tree, node) !== null) {
    return enclosing.depth === 0 ? "import" : null;
  }
  const isTest = matchesAt(TEST_CALL, tree, node) !== null;
  const task = isTest || enclosing.innermost === "test" ? undefined : matchesAt(TASK_CALL, tree, node)?.[0];
  const kind = isTest ? "test" : task === undefined ? null : task === "task" ? "function" : "module";
  return kind === null || isPlainCall(tree, node) || (kind !== "test" && !isWritten(tree, titleOf(tree, node)))
    ? null
    : kind;
}

/** Whether a task is called by what is written: any other value is made when it runs. */
const isWritten = (tree: SyntaxTree, title: NodeAt): boolean =>
  /^(?:simple_symbol|string|hash_key_symbol)$/.test(tree.type(title)) &&
  tree.childOfType(title, "interpolation") === NO_NODE;

/** A call without a block, or without a title. */
function isPlainCall(tree: SyntaxTree, node: NodeAt): boolean {
  return tree.field(node, "block") === NO_NODE || tree.field(node, "arguments") === NO_NODE;
}

/** The first argument, or its key: `report` of `task report: :load do`. */
export function titleOf(tree: SyntaxTree, node: NodeAt): NodeAt {
  const first = firstNamed(tree, tree.field(node, "arguments"));
  return tree.type(first) === "pair" ? tree.field(first, "key") : first;
}

/** Titles stay as written: a described constant is a path like any other, `:report` a name. */
function callName(tree: SyntaxTree, node: NodeAt): Found | null {
  const title = titleOf(tree, node);
  const found = nameOf(tree, title);
  if (found === null || tree.type(title) === "scope_resolution") {
    return found === null ? null : underScopes(found);
  }
  return { ...found, name: found.name.replace(/^:/, "") };
}

/** `module A::B` says in one line what `module A` around `module B` says in two. */
function constantPath(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, tree.field(node, "name"));
  return found === null ? null : underScopes(found);
}

/** What an assignment defines: `A`, `B` and `C` of `A, (B, *) = C = load`. */
function constantsOf(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const names: NodeAt[][] = [];
  for (let at = node; tree.type(at) === "assignment"; at = tree.field(at, "right")) {
    names.push(nodesThrough(tree, tree.field(at, "left"), (one) => LISTED.test(tree.type(one))));
  }
  return names.flat().filter((one) => tree.type(one) === "constant");
}

const LISTED = /^(?:left_assignment_list|destructured_left_assignment|rest_assignment)$/;

/** `Point = Data.define(:x) do … end` is a class as much as `class Point`. */
const MAKES_CLASS = /(?:::)?(?:Data\.define|(?:Struct|Class|Module)\.new)\b/y;

/** No method may assign a constant, and a block around one hides it from nobody. */
function assignmentKind(tree: SyntaxTree, node: NodeAt): ChunkKind | null {
  let right = tree.field(node, "right");
  while (tree.type(right) === "assignment") {
    right = tree.field(right, "right");
  }
  const isPartOfOther = tree.type(tree.parent(node)) === "assignment";
  return isPartOfOther ? null : matchesAt(MAKES_CLASS, tree, right) === null ? "variable" : "class";
}

/** What a class or the block of `Class.new` defines is a method, whatever other blocks are around it; what a module or a file does is a function. */
function methodKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  let around = tree.parent(node);
  while (around !== NO_NODE && !isOwner(tree, around)) {
    around = tree.parent(around);
  }
  return around === NO_NODE || tree.type(around) === "module" ? "function" : "method";
}

const isOwner = (tree: SyntaxTree, node: NodeAt): boolean =>
  /^(?:class|module)$/.test(tree.type(node)) ||
  (tree.type(node) === "call" && tree.field(node, "block") !== NO_NODE && matchesAt(MAKES_CLASS, tree, node) !== null);

const VALUES =
  "array call constant element_reference identifier instance_variable integer scope_resolution simple_symbol string"
    .split(" ")
    .map((type) => `(${type})`)
    .join(" ");

/**
 * Only the sole argument of a call may be a call without parentheses; `return` has no value; a name with a sign before it takes
 * no arguments; behind pairs no single value may stand; strings on two lines need a comma; `and` and `or` are no methods.
 */
const lenient = String.raw`
  ((argument_list (_) . (call arguments: (argument_list) @fault)) (#not-match? @fault "^[(]"))
  (return (argument_list . (return) @fault))
  (call method: (instance_variable) @fault)
  (argument_list (pair) . [${VALUES}] @fault)
  (array (pair) . [${VALUES}] @fault)
  (array ((chained_string) @fault (#match? @fault "[\"'][ \\t]*\\n")))
  ((simple_symbol) @fault (#match? @fault "^:\\d"))
  ((splat_argument) @fault (#eq? @fault "*"))
  ((hash_splat_argument) @fault (#eq? @fault "**"))
  ((block_argument) @fault (#eq? @fault "&"))
  ((call !receiver method: (identifier) @fault) (#any-of? @fault "and" "or"))
`;

const FORWARDED: Readonly<Record<string, string>> = {
  splat_argument: "splat_parameter",
  hash_splat_argument: "hash_splat_parameter",
  block_argument: "block_parameter",
};

/** `*`, `**` and `&` alone hand on what a method takes without a name. */
function isForwarded(fault: Node): boolean {
  const parameter = FORWARDED[fault.type];
  let at = parameter === undefined ? null : fault.parent;
  while (at !== null && at.type !== "method" && at.type !== "singleton_method") {
    at = at.parent;
  }
  const parameters = at?.childForFieldName("parameters")?.namedChildren ?? [];
  return parameters.some(
    (one) => one.type === "forward_parameter" || (one.type === parameter && one.childForFieldName("name") === null),
  );
}

export const rubyProfile: LanguageProfile = {
  verbatim: verbatimTypes("heredoc_body", "string"),
  lenient,
  isRightThere: isForwarded,
  neutralisers: rubyNeutralisers,
  unreadSyntax: [
    { construct: "a text within a text that starts on the next line", pattern: /#\{[^}\n]{0,200}<<[~-]?["']?[A-Z]/ },
    { construct: "a symbol of other letters", pattern: /:[^\0-\x7f]/ },
    {
      construct: "a block of an endless method's command",
      pattern: /\bdef\s{1,9}[\w.?!]{1,99}(?:\([^()\n]{0,300}\))?\s{1,9}=\s{1,9}[^\n]{1,300}\bdo\b/,
    },
  ],
  definitions: {
    module: { kind: "module", name: constantPath },
    class: { kind: "class", name: constantPath },
    method: { kind: methodKind },
    singleton_method: { kind: methodKind },
    assignment: { kind: assignmentKind, ...namedByEach(constantsOf, "same", nameOf, chainedAssignment) },
    call: { kind: callKind, name: callName },
  },
  leads: ["comment"],
};
