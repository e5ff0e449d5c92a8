// R. Functions are values that are assigned; S4 and tests are calls.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type LanguageProfile,
  matchesAt,
  nameOf,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const ASSIGNMENT = /[\w.`"$@]{1,200}\s{0,20}(?:<<?-|=)(?!=)/y;
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

function assignmentKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  if (matchesAt(ASSIGNMENT, tree, node) === null) {
    return null;
  }
  const value = tree.field(node, "rhs");
  if (tree.type(value) === "function_definition") {
    return "function";
  }
  return innermost === null && tree.type(tree.parent(node)) === "program" ? "variable" : null;
}

function callKind(tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null {
  const word = matchesAt(CALL, tree, node)?.[1];
  if (word === undefined) {
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
    binary_operator: { kind: assignmentKind, name: "lhs" },
    call: { kind: callKind, name: callName },
  },
  leads: ["comment"],
};
