// Zig. A container is the value of a constant, or what a function returns.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  firstNamed,
  isLocal,
  type LanguageProfile,
  matchesAt,
  named,
  nameOf,
} from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const IMPORT = /(?:pub\s+)?const\s+\w+\s*=\s*@import\(/y;

function variableKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const value = firstNamed(
    tree,
    node,
    "struct_declaration",
    "union_declaration",
    "opaque_declaration",
    "enum_declaration",
    "error_set_declaration",
  );
  if (value !== NO_NODE) {
    return /^(?:enum|error_set)_declaration$/.test(tree.type(value)) ? "enum" : "class";
  }
  if (isLocal(enclosing)) {
    return null;
  }
  return matchesAt(IMPORT, tree, node) === null ? "variable" : "import";
}

/** Comments, strings, the lines of a long string, and characters. */
const OPAQUE = /\/\/[^\n]*|\\\\[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n']{1,12}|\\'|[^\\\n'])'|(?<open>["'])/y;
const SIGNS = signs(
  "fn|const|var|pub|struct|enum|union|return|if|else|while|for|switch|try|catch|test|defer|comptime|extern|inline|export",
  UNFINISHED,
  COMMAS,
);

export const zigProfile: LanguageProfile = {
  doubt: doubtGrammar("Zig", quotedBy(OPAQUE), SIGNS),
  definitions: {
    function_declaration: { kind: "function" },
    variable_declaration: { kind: variableKind, name: named("identifier") },
    test_declaration: {
      kind: "test",
      name: (tree, node) =>
        nameOf(tree, firstNamed(tree, node, "string", "identifier")) ?? { name: "test", offset: tree.start(node) },
    },
  },
  leads: ["comment"],
};
