// Go. A method is under its receiver's type: `Server.Close`.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type KindFinder,
  type LanguageProfile,
  matchesAt,
  nameOf,
  reservedWords,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { goNeutralisers } from "./neutralisers.ts";

/** `type Set[T comparable] = map[T]struct{}`; with type parameters, the grammar reads it without its sign. */
export const isAlias = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.type(node) === "type_alias" ||
  /=\s*$/.test(tree.source.slice(tree.start(node), tree.start(tree.field(node, "type"))));

function typeKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  if (isAlias(tree, node)) {
    return "type";
  }
  switch (tree.type(tree.field(node, "type"))) {
    case "struct_type":
      return "class";
    case "interface_type":
      return "interface";
    default:
      return "type";
  }
}

/** A function that `go test` runs, by its name. */
const TEST_NAME = /^(?:Test|Benchmark|Example|Fuzz)(?:$|[^a-z])/;

function methodName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, tree.field(node, "name"));
  const receiver = nameOf(tree, tree.field(node, "receiver"))?.name ?? "";
  const type = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*,?\s*\)$/u.exec(receiver)?.[1];
  return found === null || type === undefined ? found : { ...found, qualifier: type };
}

/** `var ( … )`, which is around its declarations and part of none. */
const isList = (tree: SyntaxTree, node: NodeAt): boolean => matchesAt(/\w+\s*\(/y, tree, node) !== null;

/** Names at the top of a file; the grammar has the same nodes inside functions. */
const topLevel = (_tree: SyntaxTree, _node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null =>
  innermost === null ? "variable" : null;

/** `type Tree[T interface{ Less(T) bool }]` has what it is given, not itself, have that method. */
function methodKind(tree: SyntaxTree, node: NodeAt): ChunkKind | null {
  let around = tree.parent(node);
  while (around !== NO_NODE && tree.type(around) !== "type_spec" && tree.type(around) !== "type_parameter_list") {
    around = tree.parent(around);
  }
  return tree.type(around) === "type_parameter_list" ? null : "method";
}

const SPECS = new Set(["const_spec", "var_spec"]);

/** `const A, B = 1, 2`, of which each name is a definition of its own. */
const namesSeveral = (tree: SyntaxTree, spec: NodeAt): boolean => tree.fields(spec, "name").length > 1;

const specKind: KindFinder = (tree, node, enclosing) =>
  namesSeveral(tree, node) ? null : topLevel(tree, node, enclosing);

const oneOfNames: KindFinder = (tree, node, enclosing) => {
  const spec = tree.parent(node);
  const isName = SPECS.has(tree.type(spec)) && tree.fields(spec, "name").includes(node) && namesSeveral(tree, spec);
  return isName && tree.text(node) !== "_" ? topLevel(tree, node, enclosing) : null;
};

/**
 * Besides reserved words: a line that ends inside brackets without a comma, parameters of which only some have names, `&&` before a
 * value. The grammar reads the map of `(Order, map[string]int)`
 * as a name, and of very many names before one type the first as types.
 */
const lenient = String.raw`
  ${reservedAsName(["identifier", "type_identifier", "package_identifier", "field_identifier"], "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var")}
  ((parameter_declaration name: (identifier) @fine . type: (array_type)) (#eq? @fine "map"))
  ((literal_value (_) @last . "}" @fault) @whole
    (#not-match? @last "^/[/*]")
    (#match? @whole "[^ \\t\\r\\n,{][ \\t\\r]*\\n\\s*\\}$"))
  ((argument_list (_) @last . ")" @fault) @whole
    (#not-match? @last "^/[/*]")
    (#match? @whole "[^ \\t\\r\\n,(][ \\t\\r]*\\n\\s*\\)$"))
  (parameter_list "(" . "," @fault)
  ((parameter_list (parameter_declaration !name) @fault . (parameter_declaration name: (_)) @named)
    (#not-match? @named "map\\[") (#not-match? @fault "^\\w+$"))
  ((unary_expression operand: (unary_expression)) @fault (#match? @fault "^&&"))
`;

const HEADED = new Set(["if_statement", "for_clause", "for_statement", "expression_switch_statement", "range_clause"]);
const OPERANDS = /^(?:binary|unary|parenthesized)_expression$/;

/** In the head of a statement no literal in braces may stand: what the grammar takes for one is the block behind it. */
function isHeadsBlock({ parent: value }: Node): boolean {
  let outer = value?.parent?.parent ?? null;
  while (outer !== null && OPERANDS.test(outer.type)) {
    outer = outer.parent;
  }
  return value?.type === "literal_value" && outer !== null && HEADED.has(outer.type);
}

export const goProfile: LanguageProfile = {
  lenient,
  isRightThere: isHeadsBlock,
  reserved: reservedWords(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
  ),
  verbatim: verbatimTypes("raw_string_literal"),
  neutralisers: goNeutralisers,
  unreadSyntax: [
    {
      construct: "an alias with type parameters in a list on one line",
      pattern: /\btype\s{0,9}\([^\n]{0,300}\w\[[^\]\n]{1,200}\]\s{0,9}=/,
    },
  ],
  definitions: {
    function_declaration: { kind: "function", isTest: (_tree, _node, name) => TEST_NAME.test(name) },
    method_declaration: { kind: "method", name: methodName },
    type_spec: { kind: typeKind },
    type_alias: { kind: typeKind },
    const_spec: { kind: specKind },
    var_spec: { kind: specKind },
    identifier: { kind: oneOfNames, name: nameOf },
    method_spec: { kind: methodKind },
  },
  wrappers: ["type_declaration", "const_declaration", "var_declaration"],
  wrapsWhen: (tree, node) => !isList(tree, node),
  leads: ["comment"],
  imports: ["import_declaration", "package_clause"],
};
