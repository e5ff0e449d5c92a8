// Swift. One node type is class, struct, enum, actor and extension; an extension does not define its type.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  type KindFinder,
  type LanguageProfile,
  type NameFinder,
  named,
  nameOf,
  outsideFunctions,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { swiftNeutralisers } from "./neutralisers.ts";

const typeKind = (tree: SyntaxTree, node: NodeAt): ChunkKind =>
  nameOf(tree, tree.field(node, "declaration_kind"))?.name === "enum" ? "enum" : "class";

/** An extension of `Array<Int>` is one of `Array`. */
function typeName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, tree.field(node, "name"));
  const name = found?.name.replace(/(?<=[\w`])<.*/, "");
  return found === null || name === undefined ? null : { ...found, name };
}

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

/** Whether a declaration has more names than one: `var a = 1, b = 2`, `let (a, b) = pair`. */
function hasSeveral(tree: SyntaxTree, property: NodeAt): boolean {
  const [first = NO_NODE, ...more] = tree.children(property).filter((child) => tree.type(child) === "pattern");
  return more.length > 0 || tree.field(first, "bound_identifier") === NO_NODE;
}

/** What stands in a block (of a closure, or of a statement at the top of the file) has no name outside. */
const isVisible = (tree: SyntaxTree, node: NodeAt): boolean => tree.type(tree.parent(node)) !== "statements";

const propertyKind: KindFinder = (tree, node, enclosing) =>
  isVisible(tree, node) && !hasSeveral(tree, node) ? outsideFunctions("variable")(tree, node, enclosing) : null;

/** One of the names in `case low, high`, or in a property declaration of several. */
const oneOfSeveral: KindFinder = (tree, node, enclosing) => {
  const parent = tree.parent(node);
  if (tree.type(parent) === "enum_entry") {
    return tree.fieldOf(node) === "name" ? "variable" : null;
  }
  let around = parent;
  while (tree.type(around) === "pattern") {
    around = tree.parent(around);
  }
  const isOne = around !== parent && tree.type(around) === "property_declaration" && hasSeveral(tree, around);
  return isOne && isVisible(tree, around) ? outsideFunctions("variable")(tree, node, enclosing) : null;
};

const ownName: NameFinder = (tree, node) => nameOf(tree, node);

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
    class_declaration: { kind: typeKind, name: typeName },
    protocol_declaration: { kind: "interface" },
    function_declaration: { kind: functionKind, isTest },
    property_declaration: { kind: propertyKind },
    protocol_property_declaration: { kind: "variable", name: "name.bound_identifier" },
    simple_identifier: { kind: oneOfSeveral, name: ownName },
    init_declaration: keyword("init"),
    subscript_declaration: keyword("subscript"),
    deinit_declaration: keyword("deinit"),
    macro_declaration: { kind: "function", name: named("simple_identifier") },
    ...rules("type", "typealias_declaration", "associatedtype_declaration"),
    ...rules("method", "protocol_function_declaration"),
  },
  wrappers: ["enum_entry", "property_declaration"],
  wrapsWhen: (tree, node) => tree.type(node) === "enum_entry" || hasSeveral(tree, node),
  tails: ["enum_type_parameters"],
  leads: ["comment", "multiline_comment"],
  imports: ["import_declaration"],
  conditionals: ["directive"],
};
