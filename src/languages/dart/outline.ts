// Dart. A function's body is beside its signature, in a node that wraps both: the body ends the definition that the signature is.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type Found,
  firstNamed,
  type LanguageProfile,
  named,
  nameOf,
  outsideFunctions,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

/** `Page.empty` of a constructor: the class's own name is in the path already. */
function constructorName(tree: SyntaxTree, node: NodeAt): Found | null {
  const names = tree.children(node).filter((child) => tree.type(child) === "identifier");
  return nameOf(tree, names.at(-1) ?? NO_NODE);
}

/** `class A`; `class A = B with C`, whose name is further inside; `extension type Id(int value)`, too. */
function typeName(tree: SyntaxTree, node: NodeAt): Found | null {
  const holder = firstNamed(tree, node, "mixin_application_class", "extension_type_name");
  return nameOf(tree, firstNamed(tree, holder === NO_NODE ? node : holder, "identifier"));
}

/** `==`; the grammar has no node for the sign of `operator []=`. */
function operatorName(tree: SyntaxTree, node: NodeAt): Found | null {
  const match = /\boperator\s*([^\s(]+)/d.exec(tree.text(node));
  const name = match?.[1];
  return name === undefined ? null : { name, offset: tree.start(node) + (match?.indices?.[1]?.[0] ?? 0) };
}

/** A member has another parent than a function; its type may have no name (`extension on String`). */
const functionKind = (tree: SyntaxTree, node: NodeAt): ChunkKind =>
  /^(?:method_signature|declaration)$/.test(tree.type(tree.parent(node))) ? "method" : "function";

const memberName = named("identifier");

/** Of an interpolation, in which strings of one line and braces may stand; and any other character of such a string than `not`. */
const inside = (not: string): string =>
  String.raw`\\[\s\S]|\$\{(?:[^{}'"]|'[^'\n]*'|"[^"\n]*"|\{[^{}]*\})*\}|(?!\$\{)[^\\${not}]`;

/** Comments, which may hold others, and strings: raw ones, those of several lines, those of one. */
const OPAQUE = new RegExp(
  [
    String.raw`\/\/[^\n]*`,
    String.raw`\/\*(?:[^*/]|\*(?!\/)|\/(?!\*)|\/\*(?:[^*]|\*(?!\/))*\*\/)*\*\/`,
    String.raw`r'''[\s\S]*?'''|r"""[\s\S]*?"""|r'[^'\n]*'|r"[^"\n]*"`,
    `'''(?:(?!''')(?:${inside("")}))*'''|"""(?:(?!""")(?:${inside("")}))*"""`,
    `"(?:${inside('"\\n')})*"|'(?:${inside("'\\n")})*'`,
  ].join("|"),
  "y",
);

export const dartProfile: LanguageProfile = {
  doubt: doubtGrammar("Dart", quotedBy(OPAQUE)),
  definitions: {
    class_declaration: { kind: "class", name: typeName },
    extension_type_declaration: { kind: "class", name: typeName },
    ...rules("class", "extension_declaration"),
    mixin_declaration: { kind: "class", name: named("identifier") },
    ...rules("enum", "enum_declaration"),
    type_alias: { kind: "type", name: named("type_identifier") },
    function_signature: { kind: functionKind },
    getter_signature: { kind: functionKind },
    setter_signature: { kind: functionKind },
    constructor_signature: { kind: "method", name: constructorName },
    constant_constructor_signature: { kind: "method", name: constructorName },
    factory_constructor_signature: { kind: "method", name: constructorName },
    redirecting_factory_constructor_signature: { kind: "method", name: constructorName },
    primary_constructor_body_signature: { kind: "method", name: null },
    operator_signature: { kind: "method", name: operatorName },
    initialized_identifier: { kind: outsideFunctions("variable"), name: memberName },
    static_final_declaration: { kind: outsideFunctions("variable"), name: memberName },
    identifier_list: { kind: outsideFunctions("variable"), name: memberName },
  },
  wrappers: [
    "member_declaration",
    "method_declaration",
    "method_signature",
    "declaration",
    "function_declaration",
    "getter_declaration",
    "setter_declaration",
    "external_function_declaration",
    "external_getter_declaration",
    "external_setter_declaration",
    "external_variable_declaration",
    "top_level_variable_declaration",
  ],
  leads: ["comment", "documentation_comment", "annotation"],
  imports: ["import_or_export", "part_directive", "part_of_directive", "library_name"],
  tails: ["function_body"],
};
