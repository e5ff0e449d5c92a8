// Scala 2 and 3.

import type { Node } from "web-tree-sitter";
import { repeatedModifiers, reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type KindFinder,
  type LanguageProfile,
  type NameFinder,
  namedAt,
  nameOf,
  outsideFunctions,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { scalaNeutralisers } from "./neutralisers.ts";

/** `given Ordering[Node] with` goes by the name that the language makes of its type: `given_Ordering_Node`. */
function givenName(tree: SyntaxTree, node: NodeAt): Found | null {
  const type = namedAt("return_type")(tree, node);
  const words = type?.name.match(/[\p{ID_Continue}$]+/gu) ?? [];
  return namedAt("name")(tree, node) ?? (type === null ? null : { ...type, name: ["given", ...words].join("_") });
}

/** `given [T] => Ordering[T]`, `given name: (Store) => Ordering[Int]`, `given name(using Store): Ordering[Int]`. */
const TAKES_OTHERS =
  /\bgiven\s+(?:(?:\w+\s*:\s*)?(?:\[[^\]]*\]|\([^)]*\))\s*=>|\w+\s*(?:\[[^\]]*\]\s*(?:\([^)]*\)\s*)?|\([^)]*\)\s*):)/;

/** `given ord: Ordering[Int] = …` is a value, or, where it takes others, a function. */
function givenKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  const body = tree.field(node, "body");
  if (/^(?:with_)?template_body$/.test(tree.type(body))) {
    return "class";
  }
  return TAKES_OTHERS.test(tree.source.slice(tree.start(node), tree.start(body))) ? "function" : "variable";
}

/** What `new Show { def show = … }` has inside has no class with a name around it. */
function functionKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind {
  const parent = tree.parent(node);
  const around = tree.type(parent) === "extension_definition" ? tree.parent(parent) : parent;
  const isMember = /template_body$/.test(tree.type(around)) && innermost !== "module";
  return innermost === "enum" || isMember ? "method" : "function";
}

const VALUES = new Set(["val_definition", "var_definition", "val_declaration", "var_declaration"]);
const PATTERNS = new Set([
  ...["identifiers", "tuple_pattern", "named_tuple_pattern", "named_pattern", "case_class_pattern", "capture_pattern"],
  ...["typed_pattern", "infix_pattern", "alternative_pattern"],
]);
const NAMES = new Set(["identifier", "operator_identifier"]);

/** The names that a pattern binds: `a` and `b` of `(a, Some(b), _)`. No more of them than are wanted. */
function boundNames(tree: SyntaxTree, pattern: NodeAt, wanted = Number.POSITIVE_INFINITY): NodeAt[] {
  const names: NodeAt[] = [];
  const isPlain = tree.type(pattern) === "identifiers";
  const label = labelOf(tree, pattern);
  for (const part of tree.children(pattern)) {
    if (names.length >= wanted) {
      break;
    }
    if (PATTERNS.has(tree.type(part))) {
      names.push(...boundNames(tree, part, wanted - names.length));
    } else if (NAMES.has(tree.type(part)) && part !== label && tree.fieldOf(part) !== "operator") {
      names.push(...(isPlain || isVariable(tree, part) ? [part] : []));
    }
  }
  return names;
}

/** `aisle` of `(aisle = 3)`, alone in `(aisle)`, where it is the variable, too. */
export function labelOf(tree: SyntaxTree, pattern: NodeAt): NodeAt {
  const [label, value] = tree.type(pattern) === "named_pattern" ? tree.children(pattern) : [];
  return label === undefined || value === undefined ? NO_NODE : label;
}

/** The names that a value is declared by. */
export function namesOf(tree: SyntaxTree, value: NodeAt, wanted?: number): NodeAt[] {
  const pattern = tree.field(value, "pattern");
  const isName = pattern !== NO_NODE && NAMES.has(tree.type(pattern));
  return isName ? [pattern] : pattern === NO_NODE ? tree.fields(value, "name") : boundNames(tree, pattern, wanted);
}

const isAlone = (tree: SyntaxTree, value: NodeAt): boolean => namesOf(tree, value, 2).length === 1;

/** Whether it is one of several names of a value: `a` of `val a, b = 1` and of `val (a, b) = pair`. */
function isOneOfNames(tree: SyntaxTree, node: NodeAt): boolean {
  let at = node;
  let parent = tree.parent(at);
  for (; PATTERNS.has(tree.type(parent)); parent = tree.parent(at)) {
    at = parent;
  }
  if (!VALUES.has(tree.type(parent)) || !["name", "pattern"].includes(tree.fieldOf(at) ?? "")) {
    return false;
  }
  const isName = at === node || boundNames(tree, tree.parent(node)).includes(node);
  return isName && !isAlone(tree, parent);
}

/** What starts with a capital, or is in backticks, is compared with. */
export const isVariable = (tree: SyntaxTree, name: NodeAt): boolean => /^[^\p{Lu}`]/u.test(tree.text(name));

const BLOCKS = new Set(["block", "indented_block", "case_block", "case_clause"]);

/** What a block computes a value with is its own, as what a function does. */
const variable: KindFinder = (tree, node, enclosing) =>
  BLOCKS.has(tree.type(tree.parent(definitionOf(tree, node))))
    ? null
    : outsideFunctions("variable")(tree, node, enclosing);

/** The `val` around one of its names. */
function definitionOf(tree: SyntaxTree, node: NodeAt): NodeAt {
  let at = node;
  while (at !== NO_NODE && !VALUES.has(tree.type(at))) {
    at = tree.parent(at);
  }
  return at;
}
const aloneKind: KindFinder = (tree, node, enclosing) => (isAlone(tree, node) ? variable(tree, node, enclosing) : null);
const aloneName: NameFinder = (tree, node) => nameOf(tree, namesOf(tree, node, 1)[0] ?? NO_NODE);
const nameKind: KindFinder = (tree, node, enclosing) =>
  isOneOfNames(tree, node) ? variable(tree, node, enclosing) : null;

/**
 * Besides reserved words and signs: a modifier twice, a constructor that calls none, a number that a name touches, an operator before a
 * string with a prefix, and before what a method is made of.
 */
const lenient = `
  ${reservedAsName(["identifier", "type_identifier"], "abstract case catch class def do else extends final finally for if implicit import lazy match new object override package private protected return sealed throw trait try val var while yield")}
  ${reservedAsName(["operator_identifier"], "=> <- =")}
  ${repeatedModifiers("modifiers", "abstract final sealed implicit lazy override")}
  (modifiers (access_modifier) (access_modifier) @fault)
  ((function_definition name: (identifier) @_name body: (parenthesized_expression) @fault) (#eq? @_name "this"))
  (postfix_expression . (integer_literal) . (identifier)) @fault
  (infix_expression left: (operator_identifier) operator: (identifier) right: (string)) @fault
  (field_expression value: (method_value (operator_identifier)) @fault)
`;

/** Whether the last part of a number with a name, or of an operator with a string, stands apart from what is before it. */
const isApart = ({ type, lastChild }: Node): boolean =>
  (type === "postfix_expression" || type === "infix_expression") &&
  lastChild?.previousSibling?.endIndex !== lastChild?.startIndex;

export const scalaProfile: LanguageProfile = {
  backticks: true,
  reserved: reservedWords(
    "abstract case catch class def do else extends false final finally for if implicit import lazy match new null object override package private protected return sealed super throw trait true try type val var while with yield",
  ),
  neutralisers: scalaNeutralisers,
  lenient,
  isRightThere: isApart,
  doubt: doubtGrammar("Scala", { interpolation: "prefixed strings", nestsComments: true }),
  doubtsLenient: true,
  definitions: {
    ...rules("class", "class_definition", "object_definition"),
    ...rules("interface", "trait_definition"),
    ...rules("enum", "enum_definition"),
    ...rules("type", "type_definition"),
    function_definition: { kind: functionKind },
    function_declaration: { kind: functionKind },
    ...rules("module", "package_object"),
    given_definition: { kind: givenKind, name: givenName },
    val_definition: { kind: aloneKind, name: aloneName },
    var_definition: { kind: aloneKind, name: aloneName },
    val_declaration: { kind: aloneKind, name: aloneName },
    var_declaration: { kind: aloneKind, name: aloneName },
    identifier: { kind: nameKind, name: nameOf },
  },
  wrappers: [...VALUES],
  wrapsWhen: (tree, node) => !isAlone(tree, node),
  leads: ["comment", "block_comment"],
  imports: ["import_declaration", "package_clause"],
};
