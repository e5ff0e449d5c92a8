// PHP. `$name = function …` at the top of a file is a function.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  fieldAt,
  firstNamed,
  type LanguageProfile,
  matchesAt,
  nameOf,
  rules,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { phpNeutralisers } from "./neutralisers.ts";

function assignmentKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  const isFunction = /^(?:anonymous_function|arrow_function)/.test(tree.type(tree.field(node, "right")));
  return innermost === null && isFunction ? "function" : null;
}

/** `CONSTANT = …` and `$property`. */
const isElement = (tree: SyntaxTree, node: NodeAt): boolean => /^(?:const|property)_element$/.test(tree.type(node));

/** Whether one declaration has several: `const FIRST = 1, SECOND = 2`. */
const declaresSeveral = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.children(node).filter((child) => isElement(tree, child)).length > 1;

/** A declaration of one thing is that as a whole, with its hooks. */
const declared: DefinitionRule = {
  kind: (tree, node) => (declaresSeveral(tree, node) ? null : "variable"),
  name: (tree, node) =>
    bare(nameOf(tree, firstNamed(tree, firstNamed(tree, node, "const_element", "property_element")))),
};

const oneOfSeveral: DefinitionRule = {
  kind: (tree, node) => (declaresSeveral(tree, tree.parent(node)) ? "variable" : null),
  name: (tree, node) => bare(nameOf(tree, firstNamed(tree, node))),
};

/** Without the `$`, which a property loses where it is used. */
const bare = (found: Found | null): Found | null =>
  found?.name.startsWith("$") ? { ...found, name: found.name.slice(1), offset: found.offset + 1 } : found;

/** `define('LIMIT', 3)`, at the start of the call. */
const DEFINE = /\\?define\s*\(\s*["'][A-Za-z_]\w*["']\s*,/iy;

/** It makes a constant of the unnamed namespace, which a file that declares another one does not seem to have. */
function definedKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  const isDefined = innermost === null && matchesAt(DEFINE, tree, node) !== null;
  return isDefined && tree.childOfType(ROOT, "namespace_definition") === NO_NODE ? "variable" : null;
}

function definedName(tree: SyntaxTree, node: NodeAt): Found | null {
  const [argument = NO_NODE] = tree.children(tree.field(node, "arguments"));
  const [text = NO_NODE] = tree.children(argument);
  return nameOf(tree, tree.childOfType(text, "string_content"));
}

const RESERVED =
  "abstract and as break callable case catch class clone const continue declare default do echo else elseif extends final finally fn for foreach function global goto if implements include instanceof insteadof interface namespace new or print private protected public require return switch throw trait try unset use var while xor yield";

const RESERVED_WORDS = new Set(RESERVED.split(" "));

/** Words that start a statement or an expression: no class or function is called so. */
const STARTS = "break case const continue do else for foreach if new return switch throw try while";

/** Where a bare name is a constant, which no reserved word is. */
const CONSTANTS = ["return_statement", "array_element_initializer", "assignment_expression", "binary_expression"];
const MEMBERS = ["method_declaration", "property_declaration", "const_declaration"];
const MODIFIERS = ["visibility_modifier", "static_modifier", "abstract_modifier", "final_modifier"];

/** Besides reserved words and modifiers said twice: `declare` without its `;`, a separator before the first parameter, a lone dot. */
const lenient = `
  ${CONSTANTS.map((type) => `(${type} ${reservedAsName(["name"], RESERVED)})`).join(" ")}
  (argument (name) ${reservedAsName(["name"], RESERVED)})
  (named_type ${reservedAsName(["name"], RESERVED)})
  ${MEMBERS.flatMap((member) => MODIFIERS.map((one) => `((${member} (${one}) (${one}) @fault) (#match? @fault "^[a-z]+$"))`)).join(" ")}
  (object_creation_expression ${reservedAsName(["name"], STARTS)})
  (object_creation_expression (qualified_name prefix: (namespace_name . ${reservedAsName(["name"], STARTS)})))
  (function_call_expression function: ${reservedAsName(["name"], STARTS)})
  (declare_statement (namespace_definition) @fault)
  (formal_parameters "(" . "," @fault)
  ((float) @fault (#eq? @fault "."))
`;

export const phpProfile: LanguageProfile = {
  // Members may go by any word.
  reserved: (word, type) =>
    /^(?:class|interface|trait|enum|function)_/.test(type) && RESERVED_WORDS.has(word.toLowerCase()),
  verbatim: verbatimTypes("string", "encapsed_string", "heredoc", "nowdoc"),
  neutralisers: phpNeutralisers,
  unreadSyntax: [
    {
      construct: "a gap in a list within a list",
      pattern: /\[[^[\]\n;]{0,200}\[(?:\s{0,9},|[^[\]\n;]{1,200},\s{0,9},)[^\n;]{0,300}\]\s{0,9}(?:=(?!=)|\))/,
    },
    { construct: "a backslash behind a property in a text", pattern: /"[^"\n]{0,300}->\w{1,99}\\/ },
  ],
  lenient,
  definitions: {
    ...rules("class", "class_declaration", "trait_declaration"),
    ...rules("interface", "interface_declaration"),
    ...rules("enum", "enum_declaration"),
    ...rules("method", "method_declaration"),
    ...rules("function", "function_definition"),
    const_declaration: declared,
    property_declaration: declared,
    const_element: oneOfSeveral,
    property_element: oneOfSeveral,
    function_call_expression: { kind: definedKind, name: definedName },
    assignment_expression: {
      kind: assignmentKind,
      name: (tree, node) => bare(nameOf(tree, fieldAt(tree, node, "left"))),
    },
  },
  wrappers: ["const_declaration", "property_declaration"],
  leads: ["comment"],
  imports: ["namespace_use_declaration", "namespace_definition", "declare_statement"],
};
