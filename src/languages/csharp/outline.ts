// C#. Attributes are inside the declarations they describe.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import { markedAsTest } from "../../syntax/marked-as-test.ts";
import { childOfType, type Found, type LanguageProfile, nameOf, rules } from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { csharpNeutralisers } from "./neutralisers.ts";

const isTest = markedAsTest(/\[(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestMethod)\b/);

function methodKind(node: Node, { text }: { readonly text: string }): ChunkKind {
  return isTest(node, text) ? "test" : "method";
}

/** The first variable of a field or event declaration. */
function fieldName(node: Node, text: string): Found | null {
  const declaration = childOfType(node, "variable_declaration");
  const declarator = declaration === null ? null : childOfType(declaration, "variable_declarator");
  return nameOf(declarator?.childForFieldName("name") ?? declarator?.namedChild(0) ?? null, text);
}

/** `this[…]` and `operator +` are called by their keyword. */
function keyword(name: string): (node: Node, text: string) => Found {
  return (node, text) => {
    const operator = nameOf(node.childForFieldName("operator"), text)?.name ?? "";
    const at = text.slice(node.startIndex, node.endIndex).search(new RegExp(`\\b${name}\\b`));
    return { name: `${name}${operator === "" ? "" : ` ${operator}`}`, offset: node.startIndex + Math.max(0, at) };
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
