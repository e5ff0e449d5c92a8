// Lua. `function Stack.new`, `function Stack:push`, `Stack.pop = function` and functions in tables.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type KindFinder,
  type LanguageProfile,
  matchesAt,
  namedByEach,
  nameOf,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, UNFINISHED, type WordPair } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const REQUIRE = /require\b/y;

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

/** What an assignment assigns to, `<const>` and its like left out. */
const targetsOf = (tree: SyntaxTree, node: NodeAt): NodeAt[] =>
  tree.children(firstNamed(tree, node, "variable_list")).filter((one) => tree.type(one) !== "attribute");

function kindOf(tree: SyntaxTree, value: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  if (tree.type(value) === "function_definition") {
    return "function";
  }
  if (isLocal(enclosing) || enclosing.depth > 0) {
    return null;
  }
  return value === NO_NODE || matchesAt(REQUIRE, tree, value) === null ? "variable" : "import";
}

const assignmentKind: KindFinder = (tree, node, enclosing) =>
  kindOf(tree, firstNamed(tree, firstNamed(tree, node, "expression_list")), enclosing);

/** Of `b` in `local a, b = 1, function() … end`, by the value in its place. */
function targetKind(tree: SyntaxTree, target: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const statement = tree.parent(tree.parent(target));
  const values = tree.children(firstNamed(tree, statement, "expression_list"));
  return kindOf(tree, values[targetsOf(tree, statement).indexOf(target)] ?? NO_NODE, enclosing);
}

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
    assignment_statement: { kind: assignmentKind, ...namedByEach(targetsOf, targetKind, split) },
    field: { kind: fieldKind },
  },
  wrappers: ["variable_declaration"],
  leads: ["comment"],
};
