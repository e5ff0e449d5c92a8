// Java. Annotations stand inside the declarations they describe.
import type { Node } from "web-tree-sitter";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { javaFacts } from "../facts/java/reader.ts";
import { type LanguageProfile, namedAt, outsideFunctions, rules } from "../profile.ts";
import { markedAsTest } from "./marks.ts";

const isTest = markedAsTest(/@(?:\w+\.)*\w*Test\b/);

function methodKind(node: Node, { text }: { readonly text: string }): ChunkKind {
  return isTest(node, text) ? "test" : "method";
}

export const java: LanguageProfile = {
  definitions: {
    ...rules("class", "class_declaration", "record_declaration"),
    ...rules("interface", "interface_declaration", "annotation_type_declaration"),
    ...rules("enum", "enum_declaration"),
    ...rules(
      "method",
      "constructor_declaration",
      "compact_constructor_declaration",
      "annotation_type_element_declaration",
    ),
    method_declaration: { kind: methodKind },
    field_declaration: { kind: outsideFunctions("variable"), name: namedAt("declarator.name") },
    constant_declaration: { kind: "variable", name: namedAt("declarator.name") },
  },
  leads: ["line_comment", "block_comment"],
  imports: ["import_declaration", "package_declaration", "module_declaration"],
  facts: javaFacts,
};
