// Scala 2 and 3.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type Found,
  type LanguageProfile,
  namedAt,
  outsideFunctions,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import { scalaNeutralisers } from "./neutralisers.ts";

/** `given Ordering[Node] with` goes by the name that the language makes of its type: `given_Ordering_Node`. */
function givenName(tree: SyntaxTree, node: NodeAt): Found | null {
  const type = namedAt("return_type")(tree, node);
  const words = type?.name.match(/[\p{ID_Continue}$]+/gu) ?? [];
  return namedAt("name")(tree, node) ?? (type === null ? null : { ...type, name: ["given", ...words].join("_") });
}

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
