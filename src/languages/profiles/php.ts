// PHP. `$name = function …` at the top of a file is a function.
import type { Node } from "web-tree-sitter";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { phpFacts } from "../facts/php/reader.ts";
import {
  childOfType,
  type Found,
  fieldAt,
  type LanguageProfile,
  nameOf,
  rules,
  type Surroundings,
} from "../profile.ts";

function assignmentKind(node: Node, { enclosing }: Surroundings): ChunkKind | null {
  const right = enclosing === null ? node.childForFieldName("right") : null;
  return right !== null && /^(?:anonymous_function|arrow_function)/.test(right.type) ? "function" : null;
}

/** `CONSTANT = …` and `$property`, whose element holds the name. */
function elementName(node: Node, text: string): Found | null {
  const element = childOfType(node, "const_element", "property_element");
  return bare(nameOf(element?.namedChild(0) ?? null, text));
}

/** Without the `$`, which a property loses where it is used. */
function bare(found: Found | null): Found | null {
  return found?.name.startsWith("$") ? { ...found, name: found.name.slice(1), offset: found.offset + 1 } : found;
}

export const php: LanguageProfile = {
  definitions: {
    ...rules("class", "class_declaration", "trait_declaration"),
    ...rules("interface", "interface_declaration"),
    ...rules("enum", "enum_declaration"),
    ...rules("method", "method_declaration"),
    ...rules("function", "function_definition"),
    const_declaration: { kind: "variable", name: elementName },
    property_declaration: { kind: "variable", name: elementName },
    assignment_expression: { kind: assignmentKind, name: (node, text) => bare(nameOf(fieldAt(node, "left"), text)) },
  },
  leads: ["comment"],
  imports: ["namespace_use_declaration", "namespace_definition", "declare_statement"],
  facts: phpFacts,
};
