// Zig. A container is the value of a constant, or what a function returns.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
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
import { zigNeutralisers } from "./neutralisers.ts";

const IMPORT = /(?:pub\s+)?const\s+\w+\s*=\s*@import\(/y;

const CONTAINERS: Readonly<Record<string, ChunkKind>> = {
  struct_declaration: "class",
  union_declaration: "class",
  opaque_declaration: "class",
  enum_declaration: "enum",
  error_set_declaration: "enum",
};

/** What a container holds is seen outside, even where a function returns it. */
function variableKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const type = tree.field(node, "type");
  const value = tree.children(node).findLast((child) => child !== type) ?? NO_NODE;
  const container = CONTAINERS[tree.type(value)];
  if (container !== undefined) {
    return container;
  }
  if (isLocal(enclosing) && !isMember(tree, node)) {
    return null;
  }
  return matchesAt(IMPORT, tree, node) === null ? "variable" : "import";
}

const isMember = (tree: SyntaxTree, node: NodeAt): boolean => CONTAINERS[tree.type(tree.parent(node))] !== undefined;

/** None of what is only thrown away: `_ = f();`. */
function variableName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = named("identifier")(tree, node);
  return found?.name === "_" ? null : found;
}

/** Comments, strings, the lines of a long string, and characters. */
const OPAQUE = /\/\/[^\n]*|\\\\[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n']{1,12}|\\'|[^\\\n'])'|(?<open>["'])/y;
const SIGNS = signs(
  "fn|const|var|pub|struct|enum|union|return|if|else|while|for|switch|try|catch|test|defer|comptime|extern|inline|export",
  UNFINISHED,
  COMMAS,
);

export const zigProfile: LanguageProfile = {
  neutralisers: zigNeutralisers,
  doubt: doubtGrammar("Zig", quotedBy(OPAQUE), SIGNS),
  definitions: {
    function_declaration: { kind: (tree, node) => (isMember(tree, node) ? "method" : "function") },
    variable_declaration: { kind: variableKind, name: variableName },
    test_declaration: {
      kind: "test",
      name: (tree, node) =>
        nameOf(tree, firstNamed(tree, node, "string", "identifier")) ?? { name: "test", offset: tree.start(node) },
    },
  },
  leads: ["comment"],
};
