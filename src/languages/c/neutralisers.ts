// Valid C++ that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const cppNeutralisers: readonly Neutraliser[] = [
  {
    construct: "module or import",
    pattern: /^[ \t]{0,9}((?:export[ \t]{1,9})?(?:module|import)(?:[ \t]{1,9}[\w.:<>/"-]{1,200})?[ \t]{0,9};)/dgm,
    anchor: "first",
    within: ["translation_unit"],
    through: [],
  },
  {
    construct: "exported declaration",
    pattern: /^[ \t]{0,99}(export)[ \t]{1,9}(?!(?:module|import)\b)[A-Za-z_:]/dgm,
    anchor: "last",
    within: [
      "namespace_definition",
      "class_specifier",
      "struct_specifier",
      "union_specifier",
      "enum_specifier",
      "template_declaration",
      "concept_definition",
      "function_definition",
      "declaration",
      "alias_declaration",
      "using_declaration",
      "type_definition",
      "linkage_specification",
    ],
    through: [
      ..."namespace class struct union enum template concept using typedef extern inline constexpr consteval".split(
        " ",
      ),
      ..."static const auto void type_qualifier storage_class_specifier virtual_function_specifier".split(" "),
      ..."identifier type_identifier namespace_identifier primitive_type sized_type_specifier unsigned long".split(" "),
      ..."qualified_identifier template_type placeholder_type_specifier attribute_declaration [[ ::".split(" "),
    ],
  },
];
