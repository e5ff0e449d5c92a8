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
const LOCAL = /local\b/y;

/** Of `a.b:c` the last name, of `a["b"]` what the string holds, of `a[1]` none. */
function split(tree: SyntaxTree, node: NodeAt): Found | null {
  if (tree.type(node) === "bracket_index_expression") {
    const field = tree.field(node, "field");
    const around = nameOf(tree, tree.field(node, "table"));
    const held = tree.type(field) === "string" ? nameOf(tree, field) : null;
    return held === null || around === null ? null : { ...held, qualifier: around.name.replaceAll(":", ".") };
  }
  const found = nameOf(tree, node);
  const names = found?.name.split(/[.:]/) ?? [];
  const name = names.pop();
  if (found === null || name === undefined) {
    return null;
  }
  const offset = Math.max(found.offset, tree.end(node) - name.length);
  return { name, offset, ...(names.length === 0 ? {} : { qualifier: names.join(".") }) };
}

/** Of a list of variables, `<const>` and its like left out. */
const variablesOf = (tree: SyntaxTree, list: NodeAt): NodeAt[] =>
  tree.children(list).filter((one) => tree.type(one) !== "attribute");

/** What an assignment assigns to. */
const targetsOf = (tree: SyntaxTree, node: NodeAt): NodeAt[] =>
  variablesOf(tree, firstNamed(tree, node, "variable_list"));

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

/** Variables that get no value where they are declared; `global print` only says which names are used. */
const declaredKind: KindFinder = (tree, node, { depth }) => {
  const declaration = tree.parent(node);
  const isOne = tree.type(declaration) === "variable_declaration" && matchesAt(LOCAL, tree, declaration) !== null;
  return isOne && depth === 0 ? "variable" : null;
};

const fieldKind = (tree: SyntaxTree, node: NodeAt): ChunkKind | null =>
  tree.type(tree.field(node, "value")) === "function_definition" ? "function" : null;

function fieldName(tree: SyntaxTree, node: NodeAt): Found | null {
  const name = tree.field(node, "name");
  return /^(?:identifier|string)$/.test(tree.type(name)) ? nameOf(tree, name) : null;
}

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
    variable_list: { kind: declaredKind, ...namedByEach(variablesOf, "variable") },
    field: { kind: fieldKind, name: fieldName },
  },
  wrappers: ["variable_declaration"],
  leads: ["comment"],
};
