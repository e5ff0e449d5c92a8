// C#. Attributes are inside the declarations they describe.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type DefinitionRule,
  type Found,
  firstNamed,
  type LanguageProfile,
  type NameFinder,
  nameOf,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import { withoutConditionals } from "./conditionals.ts";
import { extensionBlockOf, isExtensionBlock } from "./extension-blocks.ts";
import { csharpNeutralisers } from "./neutralisers.ts";

/** Simple names of the attributes of a declaration. */
export function attributesOf(tree: SyntaxTree, node: NodeAt): string[] {
  const lists = tree.children(node).filter((child) => tree.type(child) === "attribute_list");
  const attributes = lists.flatMap((list) => tree.children(list)).filter((one) => tree.type(one) === "attribute");
  return attributes.map((one) =>
    tree
      .text(tree.field(one, "name"))
      .replace(/^.*\./s, "")
      .replace(/Attribute$/, ""),
  );
}

export const isTest = (tree: SyntaxTree, node: NodeAt): boolean =>
  attributesOf(tree, node).some((name) => /^(?:Fact|Theory|Test|TestCase|TestMethod)$/.test(name));

const FIELDS = new Set(["field_declaration", "event_field_declaration"]);

/** The variables of a field or event declaration. */
const declaratorsOf = (tree: SyntaxTree, node: NodeAt): NodeAt[] =>
  tree
    .children(firstNamed(tree, node, "variable_declaration"))
    .filter((one) => tree.type(one) === "variable_declarator");

/** `int A = 1, B = 2`, of which each name is a definition of its own. */
const namesSeveral = (tree: SyntaxTree, node: NodeAt): boolean => declaratorsOf(tree, node).length > 1;

const fieldName: NameFinder = (tree, node) => nameOf(tree, tree.field(declaratorsOf(tree, node)[0] ?? NO_NODE, "name"));

const field: DefinitionRule = {
  kind: (tree, node) => (namesSeveral(tree, node) ? null : "field"),
  name: fieldName,
};

const oneOfFields: DefinitionRule = {
  kind(tree, node) {
    const declaration = tree.parent(tree.parent(node));
    return FIELDS.has(tree.type(declaration)) && namesSeveral(tree, declaration) ? "field" : null;
  },
};

const classKind = (tree: SyntaxTree, node: NodeAt): "class" | null => (isExtensionBlock(tree, node) ? null : "class");

/** What an operator is called by: a sign, with `=` where it assigns, which the grammar does not know; or the type that it converts to. */
function operatorOf(tree: SyntaxTree, node: NodeAt): string {
  const sign = tree.field(node, "operator");
  if (sign !== NO_NODE) {
    return tree.text(sign) + (tree.source.startsWith("=", tree.end(sign)) ? "=" : "");
  }
  return tree.type(node) === "conversion_operator_declaration"
    ? tree.text(tree.field(node, "type")).replace(/\s+/g, " ")
    : "";
}

/** `this[…]`, `operator +` and `operator int` are called by their keyword. */
const keyword =
  (name: string): ((tree: SyntaxTree, node: NodeAt) => Found) =>
  (tree, node) => {
    const operator = operatorOf(tree, node);
    const at = tree.text(node).search(new RegExp(`\\b${name}\\b`));
    return { name: `${name}${operator === "" ? "" : ` ${operator}`}`, offset: tree.start(node) + Math.max(0, at) };
  };

/**
 * Besides reserved words: a modifier twice, `&&` before a value, an argument with a type and no `out`, `using` without a value, and
 * what `new` would make without it.
 */
const lenient = String.raw`
  ${reservedAsName(["identifier"], "abstract break case catch class const continue do else enum foreach if interface internal namespace override private protected public readonly return sealed static struct switch throw try virtual while")}
  ((modifier) @_first . (modifier) @fault (#eq? @_first @fault))
  (local_declaration_statement "using" (variable_declaration (variable_declarator . (identifier) @fault .)))
  (binary_expression right: (initializer_expression) @fault)
  (prefix_unary_expression "&" (prefix_unary_expression "&") @fault)
  (argument_list (argument (declaration_expression) @fault) @_whole (#not-match? @fault "[<*]") (#not-match? @_whole "^(?:\\w+\\s*:\\s*)?(?:out|ref|in)\\b"))
`;

const doubtCode = doubtGrammar("C#", { interpolation: "none", nestsComments: false });

export const csharpProfile: LanguageProfile = {
  rawMark: "@",
  reserved: reservedWords(
    "abstract as base bool break byte case catch char checked class const continue decimal delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while",
  ),
  neutralisers: csharpNeutralisers,
  lenient,
  // Of several branches one is compiled, so that brackets of all of them need not match.
  doubt(text, first, lines) {
    const branch = withoutConditionals(text);
    return branch === null ? null : doubtCode(branch, first, lines);
  },
  doubtsLenient: true,
  definitions: {
    ...rules("module", "namespace_declaration"),
    ...rules("class", "struct_declaration"),
    class_declaration: { kind: classKind },
    record_declaration: { kind: classKind },
    ...rules("interface", "interface_declaration"),
    ...rules("enum", "enum_declaration"),
    ...rules("type", "delegate_declaration"),
    constructor_declaration: { kind: (tree, node) => (isExtensionBlock(tree, node) ? null : "method") },
    ...rules("field", "property_declaration", "event_declaration"),
    method_declaration: { kind: "method", isTest },
    local_function_statement: {
      kind: (tree, node) => (extensionBlockOf(tree, node) === NO_NODE ? "function" : "method"),
    },
    destructor_declaration: { kind: "method" },
    indexer_declaration: { kind: "method", name: keyword("this") },
    operator_declaration: { kind: "method", name: keyword("operator") },
    conversion_operator_declaration: { kind: "method", name: keyword("operator") },
    field_declaration: field,
    event_field_declaration: field,
    variable_declarator: oneOfFields,
  },
  leads: ["comment"],
  imports: ["using_directive", "extern_alias_directive"],
};
