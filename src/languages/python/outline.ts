// Python. A name assigned at the top of a module or class is a variable; inside functions it is not.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  chainedAssignment,
  type EnclosingDefinitions,
  firstNamed,
  type LanguageProfile,
  namedByEach,
  nameOf,
  nodesThrough,
  reservedWords,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { pythonNeutralisers } from "./neutralisers.ts";

const PATTERNS = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"]);

/** The names that an assignment binds: `A`, `B`, `C` and `D` of `A, (B, *C) = D = load()`. */
function namesOf(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const names: NodeAt[][] = [];
  for (let at = node; tree.type(at) === "assignment"; at = tree.field(at, "right")) {
    const left = tree.field(at, "left");
    names.push(tree.type(left) === "identifier" ? [left] : unpacked(tree, left));
  }
  return names.flat();
}

const unpacked = (tree: SyntaxTree, target: NodeAt): NodeAt[] =>
  nodesThrough(tree, target, (one) => PATTERNS.has(tree.type(one))).filter(
    (one) => tree.type(one) === "identifier" && tree.text(one) !== "_",
  );

function assignmentKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  return innermost === null || innermost === "class" ? kindOfValue(tree, node) : null;
}

/** Of what is assigned last, through all of `A = B = value`. */
function kindOfValue(tree: SyntaxTree, node: NodeAt): ChunkKind {
  let value = tree.field(node, "right");
  while (tree.type(value) === "assignment") {
    value = tree.field(value, "right");
  }
  return tree.type(value) === "lambda" ? "function" : "variable";
}

/** The name that `type Name[T] = X` defines; NO_NODE where the grammar takes the assignment `type(order).name = X` for one. */
export function aliasName(tree: SyntaxTree, node: NodeAt): NodeAt {
  const left = firstNamed(tree, tree.field(node, "left"), "identifier", "generic_type");
  return tree.type(left) === "generic_type" ? firstNamed(tree, left, "identifier") : left;
}

/** The beginning of a statement that opens no bracket and no string but for an index: what ends a line in it ends the statement. */
const SIMPLE = String.raw`([^()\\[\\]{}'\"#\\n]|\\[([^()\\[\\]{}'\"#\\n]|'[^'\\\\\\n]{0,99}'|\"[^\"\\\\\\n]{0,99}\"){0,200}\\]){1,300}`;
const LINE_END = String.raw`[ \\t]{0,99}(#[^\\n]{0,200})?\\r?\\n`;
const COMPARED = ["expression_statement", "assert_statement", "return_statement", "assignment"];
const PARAMETERS =
  "[(identifier) (typed_parameter) (default_parameter) (typed_default_parameter) (list_splat_pattern) (dictionary_splat_pattern)]";

/**
 * Besides reserved words: a value that is on the line after its `=` or its comparison, not enclosed in brackets; parameters and `*a`
 * behind `**b`; stars of a value that takes none; a body without a statement; several errors before `as` without parentheses; `try`
 * alone.
 */
const lenient = `
  ${reservedAsName(["identifier"], "and as assert break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield")}
  ([(assignment) (augmented_assignment)] @fault (#match? @fault "^${SIMPLE}=${LINE_END}"))
  ([${COMPARED.map((type) => `(${type} (comparison_operator) @fault)`).join(" ")}]
    (#match? @fault "^${SIMPLE}([=!<>]=|[<>])${LINE_END}"))
  (parameters [(dictionary_splat_pattern) (typed_parameter (dictionary_splat_pattern))] ${PARAMETERS} @fault)
  (argument_list (dictionary_splat) (list_splat) @fault)
  (keyword_argument value: [(list_splat) @fault (call function: (list_splat) @fault) (attribute object: (list_splat) @fault)])
  (default_parameter value: (list_splat) @fault)
  (list_splat (list_splat) @fault)
  ((block) @fault (#eq? @fault ""))
  (except_clause "," . value: (as_pattern) @fault)
  (try_statement) @fault
`;

/** A `try` is followed by what it is for. */
const isHandled = ({ type, namedChildren }: Node): boolean =>
  type === "try_statement" && namedChildren.some((part) => /^(?:except|finally)_clause$/.test(part.type));

export const pythonProfile: LanguageProfile = {
  reserved: reservedWords(
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
  ),
  definitions: {
    function_definition: { kind: "function", isTest: (_tree, _node, name) => name.startsWith("test_") },
    class_definition: { kind: "class" },
    assignment: { kind: assignmentKind, ...namedByEach(namesOf, "same", nameOf, chainedAssignment) },
    type_alias_statement: {
      kind: (tree, node) => (aliasName(tree, node) === NO_NODE ? null : "type"),
      name: (tree, node) => nameOf(tree, aliasName(tree, node)),
    },
  },
  wrappers: ["decorated_definition"],
  leads: ["comment", "decorator"],
  imports: ["import_statement", "import_from_statement", "future_import_statement"],
  lenient,
  isRightThere: isHandled,
  unreadSyntax: [
    { construct: "lazy import (Python 3.15)", pattern: /^[ \t]{0,200}lazy[ \t]{1,9}(?:import|from)\b/m },
    { construct: "unpacking in a comprehension (Python 3.15)", pattern: /\{\s{0,99}\*\*[^{}\n]{1,200}\sfor\s/ },
  ],
  neutralisers: pythonNeutralisers,
  // Tools dedent what documents a definition.
  verbatim: { string: (tree, node) => tree.type(tree.parent(node)) !== "expression_statement" },
};
