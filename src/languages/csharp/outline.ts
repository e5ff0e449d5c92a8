// C#. Attributes are inside the declarations they describe.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import { markedAsTest } from "../../syntax/marked-as-test.ts";
import { type Found, firstNamed, type LanguageProfile, nameOf, rules } from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { csharpNeutralisers } from "./neutralisers.ts";

const isTest = markedAsTest(/\[(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestMethod)\b/);

function methodKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  return isTest(tree, node) ? "test" : "method";
}

/** The first variable of a field or event declaration. */
function fieldName(tree: SyntaxTree, node: NodeAt): Found | null {
  const declaration = firstNamed(tree, node, "variable_declaration");
  const declarator = firstNamed(tree, declaration, "variable_declarator");
  return nameOf(tree, tree.field(declarator, "name")) ?? nameOf(tree, firstNamed(tree, declarator));
}

/** `this[…]` and `operator +` are called by their keyword. */
function keyword(name: string): (tree: SyntaxTree, node: NodeAt) => Found {
  return (tree, node) => {
    const operator = nameOf(tree, tree.field(node, "operator"))?.name ?? "";
    const at = tree.text(node).search(new RegExp(`\\b${name}\\b`));
    return { name: `${name}${operator === "" ? "" : ` ${operator}`}`, offset: tree.start(node) + Math.max(0, at) };
  };
}

/**
 * Besides reserved words: a modifier twice, `&&` before a value, an argument with a type and no `out`, a condition of `#if` that ends in
 * an operator, has two in a row or a bracket that does not match.
 */
const lenient = String.raw`
  ${reservedAsName(["identifier"], "abstract break case catch class const continue do else enum foreach if interface internal namespace override private protected public readonly return sealed static struct switch throw try virtual while")}
  ((modifier) @_first . (modifier) @fault (#eq? @_first @fault))
  (prefix_unary_expression "&" (prefix_unary_expression "&") @fault)
  ((argument (declaration_expression) @fault) @_whole (#not-match? @_whole "^(?:\\w+\\s*:\\s*)?(?:out|ref|in)\\b"))
  ((preprocessor_call) @fault (#match? @fault "^#\\s*(?:el)?if\\b[^\\n/]*(?:\\|\\||&&)\\s*(?:\\|\\||&&|\\)|$)"))
  ((preprocessor_call) @fault (#match? @fault "^#\\s*(?:el)?if\\b(?:[^\\n()]*\\)|[^\\n/]*[\\[\\]{};])"))
`;

export const csharpProfile: LanguageProfile = {
  neutralisers: csharpNeutralisers,
  lenient,
  doubt: doubtGrammar("C#", { interpolation: "none", nestsComments: false }),
  doubtsLenient: true,
  definitions: {
    ...rules("module", "namespace_declaration"),
    ...rules("class", "class_declaration", "struct_declaration", "record_declaration"),
    ...rules("interface", "interface_declaration"),
    ...rules("enum", "enum_declaration"),
    ...rules("type", "delegate_declaration"),
    ...rules("method", "constructor_declaration", "destructor_declaration"),
    ...rules("variable", "property_declaration", "event_declaration"),
    method_declaration: { kind: methodKind },
    local_function_statement: { kind: "function" },
    indexer_declaration: { kind: "method", name: keyword("this") },
    operator_declaration: { kind: "method", name: keyword("operator") },
    field_declaration: { kind: "variable", name: fieldName },
    event_field_declaration: { kind: "variable", name: fieldName },
  },
  leads: ["comment"],
  imports: ["using_directive", "extern_alias_directive"],
};
