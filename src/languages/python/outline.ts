// Python. A name assigned at the top of a module or class is a variable; inside functions it is not.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import { type Found, type LanguageProfile, nameOf, type Surroundings } from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

function assignmentKind(node: Node, { enclosing }: Surroundings): ChunkKind | null {
  const isPlain = node.childForFieldName("left")?.type === "identifier";
  if (!isPlain || !(enclosing === null || enclosing === "class")) {
    return null;
  }
  return node.childForFieldName("right")?.type === "lambda" ? "function" : "variable";
}

function functionKind(node: Node, { text, enclosing }: Surroundings): ChunkKind {
  const name = nameOf(node.childForFieldName("name"), text)?.name ?? "";
  return /^test_/.test(name) ? "test" : enclosing === "class" ? "method" : "function";
}

function assignedName(node: Node, text: string): Found | null {
  return nameOf(node.childForFieldName("left"), text);
}

/** Besides reserved words: a value that is on the line after its `=`, with no bracket around. */
const lenient = String.raw`
  ${reservedAsName(["identifier"], "and as assert break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield")}
  ([(assignment) (augmented_assignment)] @fault
    (#match? @fault "^([^()\\[\\]{}'\"#\\n]|\\[[^()\\[\\]{}'\"#\\n]{0,200}\\]){1,300}=[ \\t]{0,99}(#[^\\n]{0,200})?\\r?\\n"))
`;

export const pythonProfile: LanguageProfile = {
  definitions: {
    function_definition: { kind: functionKind },
    class_definition: { kind: "class" },
    assignment: { kind: assignmentKind, name: assignedName },
    type_alias_statement: { kind: "type", name: "left" },
  },
  wrappers: ["decorated_definition"],
  leads: ["comment", "decorator"],
  imports: ["import_statement", "import_from_statement", "future_import_statement"],
  lenient,
};
