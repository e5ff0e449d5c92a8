// Swift. One node type is class, struct, enum, actor and extension; an extension does not define its type.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  type LanguageProfile,
  named,
  nameOf,
  outsideFunctions,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { swiftNeutralisers } from "./neutralisers.ts";

const typeKind = (tree: SyntaxTree, node: NodeAt): ChunkKind =>
  nameOf(tree, tree.field(node, "declaration_kind"))?.name === "enum" ? "enum" : "class";

/** What XCTest runs, by its name, or Swift Testing, by its mark. */
const isTest = (tree: SyntaxTree, node: NodeAt, name: string): boolean =>
  /^test[A-Z]/.test(name) || /@Test\b/.test(tree.text(tree.childOfType(node, "modifiers")));

const functionKind = (_tree: SyntaxTree, _node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind =>
  innermost === "class" || innermost === "interface" || innermost === "enum" ? "method" : "function";

/** Members that are called by their keyword. */
const keyword = (name: string): DefinitionRule => ({
  kind: "method",
  name: (tree: SyntaxTree, node: NodeAt): Found => ({ name, offset: tree.start(tree.childOfType(node, name)) }),
});

const caseName = (tree: SyntaxTree, node: NodeAt): Found | null => nameOf(tree, tree.field(node, "name"));

/** Comments, which may hold others; strings, in which interpolations have brackets and strings; regular expressions. */
const OPAQUE = new RegExp(
  [
    String.raw`\/\/[^\n]*`,
    String.raw`\/\*(?:[^*/]|\*(?!\/)|\/(?!\*)|\/\*(?:[^*]|\*(?!\/))*\*\/)*\*\/`,
    String.raw`(#+)(?:"""[ \t]*\n[\s\S]*?"""|"[^\n]*?"|\/[\s\S]*?\/)\1`,
    String.raw`"""[ \t]*\n(?:(?!""")(?:\\[\s\S]|[^\\]))*"""`,
    String.raw`"(?:\\\((?:[^()"\n]|"[^"\n]*"|\((?:[^()"\n]|"[^"\n]*"|\([^()\n]*\))*\))*\)|\\[^(\n]|[^"\\\n])*"`,
    String.raw`(?<=(?:[(,=:[{]|\b(?:return|in))[ \t]{0,40}|^[ \t]{0,200})\/(?![\s*/])(?:\\[^\n]|[^\\/\n])+\/`,
  ].join("|"),
  "my",
);

export const swiftProfile: LanguageProfile = {
  backticks: true,
  reserved: reservedWords(
    "associatedtype class enum extension func import inout internal let operator private protocol public static struct typealias var break case continue default defer do else fallthrough for guard if in repeat return switch where while as catch false is nil rethrows super self throw throws true try",
  ),
  doubt: doubtGrammar("Swift", quotedBy(OPAQUE)),
  neutralisers: swiftNeutralisers,
  definitions: {
    class_declaration: { kind: typeKind },
    protocol_declaration: { kind: "interface" },
    function_declaration: { kind: functionKind, isTest },
    property_declaration: { kind: outsideFunctions("variable") },
    init_declaration: keyword("init"),
    subscript_declaration: keyword("subscript"),
    deinit_declaration: keyword("deinit"),
    macro_declaration: { kind: "function", name: named("simple_identifier") },
    enum_entry: { kind: "variable", name: caseName },
    ...rules("type", "typealias_declaration", "associatedtype_declaration"),
    ...rules("method", "protocol_function_declaration"),
  },
  leads: ["comment", "multiline_comment"],
  imports: ["import_declaration"],
  conditionals: ["directive"],
};
