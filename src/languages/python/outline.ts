// Python. A name assigned at the top of a module or class is a variable; inside functions it is not.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type LanguageProfile,
  nameOf,
  reservedWords,
} from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { pythonNeutralisers } from "./neutralisers.ts";

function assignmentKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  const isPlain = tree.type(tree.field(node, "left")) === "identifier";
  if (!isPlain || !(innermost === null || innermost === "class")) {
    return null;
  }
  return tree.type(tree.field(node, "right")) === "lambda" ? "function" : "variable";
}

const assignedName = (tree: SyntaxTree, node: NodeAt): Found | null => nameOf(tree, tree.field(node, "left"));

/** Besides reserved words: a value that is on the line after its `=`, not enclosed in brackets; a body without a statement. */
const lenient = String.raw`
  ${reservedAsName(["identifier"], "and as assert break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield")}
  ([(assignment) (augmented_assignment)] @fault
    (#match? @fault "^([^()\\[\\]{}'\"#\\n]|\\[[^()\\[\\]{}'\"#\\n]{0,200}\\]){1,300}=[ \\t]{0,99}(#[^\\n]{0,200})?\\r?\\n"))
  ((block) @fault (#eq? @fault ""))
`;

export const pythonProfile: LanguageProfile = {
  reserved: reservedWords(
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
  ),
  definitions: {
    function_definition: { kind: "function", isTest: (_tree, _node, name) => name.startsWith("test_") },
    class_definition: { kind: "class" },
    assignment: { kind: assignmentKind, name: assignedName },
    type_alias_statement: { kind: "type", name: "left" },
  },
  wrappers: ["decorated_definition"],
  leads: ["comment", "decorator"],
  imports: ["import_statement", "import_from_statement", "future_import_statement"],
  lenient,
  neutralisers: pythonNeutralisers,
  // Tools dedent what documents a definition.
  verbatim: { string: (tree, node) => tree.type(tree.parent(node)) !== "expression_statement" },
};
