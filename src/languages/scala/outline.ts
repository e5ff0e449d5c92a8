// Scala 2 and 3.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type KindFinder,
  type LanguageProfile,
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

const functionKind = (_tree: SyntaxTree, _node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind =>
  innermost === "enum" ? "method" : "function";

const VALUES = new Set(["val_definition", "var_definition", "val_declaration", "var_declaration"]);
const PATTERNS = new Set([
  ...["identifiers", "tuple_pattern", "named_tuple_pattern", "named_pattern", "case_class_pattern", "capture_pattern"],
  ...["typed_pattern", "infix_pattern", "alternative_pattern"],
]);
const NAMES = ["identifier", "operator_identifier"];

/** The one name that a value is declared by; not one of several. */
function isAlone(tree: SyntaxTree, node: NodeAt): boolean {
  const names = tree.fields(node, "name");
  const [name = tree.field(node, "pattern")] = names;
  return names.length < 2 && NAMES.includes(tree.type(name));
}

/** Whether it is one of several names of a value: `a` of `val a, b = 1`, of `val (a, _) = pair` and of `val Crate(a) = crate`. */
export function isOneOfNames(tree: SyntaxTree, node: NodeAt): boolean {
  let at = node;
  let parent = tree.parent(at);
  for (; PATTERNS.has(tree.type(parent)); parent = tree.parent(at)) {
    if (tree.fieldOf(at) === "operator" || at === labelOf(tree, parent)) {
      return false;
    }
    at = parent;
  }
  const isNamed = VALUES.has(tree.type(parent)) && ["name", "pattern"].includes(tree.fieldOf(at) ?? "");
  return (
    isNamed && !isAlone(tree, parent) && (tree.type(tree.parent(node)) === "identifiers" || isVariable(tree, node))
  );
}

/** `aisle` of `(aisle = 3)`, alone in `(aisle)`, where it is the variable, too. */
export function labelOf(tree: SyntaxTree, pattern: NodeAt): NodeAt {
  const [label, value] = tree.type(pattern) === "named_pattern" ? tree.children(pattern) : [];
  return label === undefined || value === undefined ? NO_NODE : label;
}

/** What starts with a capital, or is in backticks, is compared with. */
export const isVariable = (tree: SyntaxTree, name: NodeAt): boolean => /^[^\p{Lu}`]/u.test(tree.text(name));

const variable = outsideFunctions("variable");
const aloneKind: KindFinder = (tree, node, enclosing) => (isAlone(tree, node) ? variable(tree, node, enclosing) : null);
const nameKind: KindFinder = (tree, node, enclosing) =>
  isOneOfNames(tree, node) ? variable(tree, node, enclosing) : null;

const lenient = reservedAsName(
  ["identifier", "type_identifier"],
  "abstract case catch class def do else extends final finally for if implicit import lazy match new object override package private protected return sealed throw trait try val var while yield",
);

export const scalaProfile: LanguageProfile = {
  backticks: true,
  reserved: reservedWords(
    "abstract case catch class def do else extends false final finally for if implicit import lazy match new null object override package private protected return sealed super throw trait true try type val var while with yield",
  ),
  neutralisers: scalaNeutralisers,
  lenient,
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
    given_definition: { kind: "class", name: givenName },
    val_definition: { kind: aloneKind, name: "pattern" },
    var_definition: { kind: aloneKind, name: "pattern" },
    val_declaration: { kind: aloneKind },
    var_declaration: { kind: aloneKind },
    identifier: { kind: nameKind, name: nameOf },
  },
  wrappers: [...VALUES],
  wrapsWhen: (tree, node) => !isAlone(tree, node),
  leads: ["comment", "block_comment"],
  imports: ["import_declaration", "package_clause"],
};
