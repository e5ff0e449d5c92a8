// Lua. `function Stack.new`, `function Stack:push`, `Stack.pop = function` and functions in tables.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type LanguageProfile,
  matchesAt,
  nameOf,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, UNFINISHED, type WordPair } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const REQUIRE = /[^=\n]{1,100}=\s*require\b/y;

function split(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, node);
  const names = found?.name.split(/[.:]/) ?? [];
  const name = names.pop();
  if (found === null || name === undefined) {
    return null;
  }
  const offset = Math.max(found.offset, tree.end(node) - name.length);
  return { name, offset, ...(names.length === 0 ? {} : { qualifier: names.join(".") }) };
}

const assignedValue = (tree: SyntaxTree, node: NodeAt): NodeAt =>
  firstNamed(tree, firstNamed(tree, node, "expression_list"));

function assignmentKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  if (tree.type(assignedValue(tree, node)) === "function_definition") {
    return "function";
  }
  if (isLocal(enclosing) || enclosing.depth > 0) {
    return null;
  }
  return matchesAt(REQUIRE, tree, node) === null ? "variable" : "import";
}

const assignmentName = (tree: SyntaxTree, node: NodeAt): Found | null =>
  split(tree, firstNamed(tree, firstNamed(tree, node, "variable_list")));

const fieldKind = (tree: SyntaxTree, node: NodeAt): ChunkKind | null =>
  tree.type(tree.field(node, "value")) === "function_definition" ? "function" : null;

/** Comments and strings; a long one may have marks in its brackets. */
const OPAQUE =
  /--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|\[(=*)\[[\s\S]*?\]\2\]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y;

const SIGNS = signs("local|function|end|then|do|if|elseif|else|return|while|for|until", COMMAS, UNFINISHED);
/** An `if` behind a sign is an expression of Luau, without an end. */
const BLOCKS: readonly WordPair[] = [
  [/\b(?:function|do|repeat)\b|(?<!(?:[=(,{]|\breturn|\bthen|\belse)\s{0,9})\bif\b/g, /\b(?:end|until)\b/g],
];

export const luaProfile: LanguageProfile = {
  doubt: doubtGrammar("Lua", quotedBy(OPAQUE), SIGNS, BLOCKS),
  verbatim: verbatimTypes("string"),
  definitions: {
    function_declaration: { kind: "function", name: (tree, node) => split(tree, tree.field(node, "name")) },
    assignment_statement: { kind: assignmentKind, name: assignmentName },
    field: { kind: fieldKind },
  },
  wrappers: ["variable_declaration"],
  leads: ["comment"],
};
