// R. Functions are values that are assigned; S4 and tests are calls.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type LanguageProfile,
  matchesAt,
  namedByEach,
  nameOf,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const ASSIGNS = /^\s*(?:<<?-|:?=|->>?)\s*$/;
/** What makes a class, of which the methods are arguments. */
const CLASS_MAKER = /^(?:setRefClass|R6Class|R6::R6Class|new_class|S7::new_class|ggproto)$/;
const CALL =
  /(setClass|setRefClass|setGeneric|setMethod|setValidity|test_that|describe|it|library|require|source)\s*\(/y;

const KINDS: Readonly<Record<string, ChunkKind>> = {
  setClass: "class",
  setRefClass: "class",
  test_that: "test",
  describe: "test",
  it: "test",
  library: "import",
  require: "import",
  source: "import",
};

/** `name <- value`, or `value -> name`; null where nothing is assigned. */
function assigned(tree: SyntaxTree, node: NodeAt): { readonly to: NodeAt; readonly value: NodeAt } | null {
  const [left, right] = [tree.field(node, "lhs"), tree.field(node, "rhs")];
  const operator = tree.source.slice(tree.end(left), tree.start(right));
  const [to, value] = operator.includes(">") ? [right, left] : [left, right];
  return !ASSIGNS.test(operator) || /^(?:call|subset2?|binary_operator)$/.test(tree.type(to)) ? null : { to, value };
}

const isClassMaker = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.type(node) === "call" && CLASS_MAKER.test(nameOf(tree, tree.field(node, "function"))?.name ?? "");

/** The names of all of `a <- b <- value`, and what is assigned last. */
function chainOf(tree: SyntaxTree, node: NodeAt): { readonly names: NodeAt[]; readonly value: NodeAt } {
  const names: NodeAt[] = [];
  let value = node;
  while (tree.type(value) === "binary_operator") {
    const assignment = assigned(tree, value);
    if (assignment === null) {
      break;
    }
    names.push(assignment.to);
    value = assignment.value;
  }
  return { names, value };
}

const namesOf = (tree: SyntaxTree, node: NodeAt): NodeAt[] => chainOf(tree, node).names;

const isPartOfOther = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.type(tree.parent(node)) === "binary_operator" && assigned(tree, tree.parent(node))?.value === node;

function assignmentKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  const assignment = assigned(tree, node);
  if (assignment === null || isPartOfOther(tree, node)) {
    return null;
  }
  const { value } = chainOf(tree, assignment.value);
  if (tree.type(value) === "function_definition") {
    return "function";
  }
  const isTop = innermost === null && tree.type(tree.parent(node)) === "program";
  return !isTop ? null : isClassMaker(tree, value) ? "class" : "variable";
}

const methodKind = (tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null =>
  innermost === "class" && tree.type(tree.field(node, "value")) === "function_definition" ? "method" : null;

function callKind(tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null {
  const word = matchesAt(CALL, tree, node)?.[1];
  if (word === undefined || assigned(tree, tree.parent(node)) !== null) {
    return null;
  }
  const kind = KINDS[word] ?? "function";
  return kind === "import" && depth > 0 ? null : kind;
}

function callName(tree: SyntaxTree, node: NodeAt): Found | null {
  const first = tree.field(tree.field(node, "arguments"), "argument");
  return nameOf(tree, first);
}

/** Comments, strings, names in backticks, and operators in percent signs. */
const OPAQUE =
  /#[^\n]*|[rR](["'])(-*)(?:\([\s\S]*?\)|\[[\s\S]*?\]|\{[\s\S]*?\})\2\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`[^`\n]*`|%[^%\n]*%|(?<open>["'`])/y;
const SIGNS = signs(
  "function|if|else|for|while|in|repeat|return|library",
  UNFINISHED,
  "(?:<-|\\|>)[ \\t]*[)\\]},]",
  "<-[ \\t]*<-",
);

export const rProfile: LanguageProfile = {
  doubt: doubtGrammar("R", quotedBy(OPAQUE), SIGNS),
  definitions: {
    binary_operator: {
      kind: assignmentKind,
      ...namedByEach(namesOf, "same", nameOf, (tree, name) => tree.parent(name)),
    },
    argument: { kind: methodKind },
    call: { kind: callKind, name: callName },
  },
  leads: ["comment"],
};
