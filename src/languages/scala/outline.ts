// Scala 2 and 3.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import { type LanguageProfile, namedAt, outsideFunctions, rules } from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { scalaNeutralisers } from "./neutralisers.ts";

/** `given Ordering[Node] with` has no name but its type. */
const givenName = (node: Node, text: string): ReturnType<ReturnType<typeof namedAt>> =>
  namedAt("name")(node, text) ?? namedAt("return_type")(node, text);

const lenient = reservedAsName(
  ["identifier", "type_identifier"],
  "abstract case catch class def do else extends final finally for if implicit import lazy match new object override package private protected return sealed throw trait try val var while yield",
);

export const scalaProfile: LanguageProfile = {
  neutralisers: scalaNeutralisers,
  lenient,
  doubt: doubtGrammar("Scala", { interpolation: "prefixed strings", nestsComments: true }),
  doubtsLenient: true,
  definitions: {
    ...rules("class", "class_definition", "object_definition"),
    ...rules("interface", "trait_definition"),
    ...rules("enum", "enum_definition"),
    ...rules("type", "type_definition"),
    ...rules("function", "function_definition", "function_declaration"),
    ...rules("module", "package_object"),
    given_definition: { kind: "class", name: givenName },
    val_definition: { kind: outsideFunctions("variable"), name: "pattern" },
    var_definition: { kind: outsideFunctions("variable"), name: "pattern" },
    val_declaration: { kind: "variable" },
  },
  leads: ["comment", "block_comment"],
  imports: ["import_declaration", "package_clause"],
};
