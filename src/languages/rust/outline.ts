// Rust. An `impl` block encloses its methods under its type's name without defining the type.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type LanguageProfile,
  nameOf,
  outsideFunctions,
  reservedWords,
  rules,
  type UnreadSyntax,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import type { DefinitionKind } from "../../vocabulary/facts.ts";
import { rustNeutralisers } from "./neutralisers.ts";

/** The type's own name, whether `use` has brought it here or its path is before it. */
function implName(tree: SyntaxTree, node: NodeAt): Found | null {
  const written = tree.field(node, "type");
  const inner = tree.field(written, "type");
  const type = inner === NO_NODE ? written : inner;
  return nameOf(tree, tree.type(type) === "scoped_type_identifier" ? tree.field(type, "name") : type);
}

/** Comments and attributes right above an item, which belong to it. */
export function leadsOf(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const leads: NodeAt[] = [];
  for (let one = tree.firstChild(tree.parent(node)); one !== NO_NODE && one < node; one = tree.nextSibling(one)) {
    if (/^(?:line_comment|block_comment|attribute_item)$/.test(tree.type(one))) {
      leads.push(one);
    } else {
      leads.length = 0;
    }
  }
  return leads;
}

function functionKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind {
  if (leadsOf(tree, node).some((lead) => /^#\[(?:\w+::)*(?:test|rstest|bench)\b/.test(tree.text(lead)))) {
    return "test";
  }
  return innermost === "class" || innermost === "interface" ? "method" : "function";
}

/** Inside of a macro any token may stand; `'static` and `#[unsafe(…)]` hold reserved words, too. */
const ANY_WORD = [
  ...["token_tree", "token_tree_pattern", "token_repetition", "token_repetition_pattern"],
  ...["lifetime", "label", "attribute"],
];
const RESERVED =
  "const else enum fn for if impl in let loop match mod mut pub ref return static struct trait type unsafe use where while";

/**
 * Besides reserved words: a separator before the first parameter or argument, a macro call that needs a semicolon after it, a name of
 * a parameter in `Fn(…)`, bounds behind a path, a bracket that separates what a macro repeats, `#!` below the first line.
 */
const lenient = String.raw`
  ${reservedAsName(["identifier", "type_identifier"], RESERVED)}
  ${ANY_WORD.map((type) => `(${type} (identifier) @fine)`).join(" ")}
  (parameters "(" . "," @fault)
  (arguments "(" . "," @fault)
  (source_file (macro_invocation (token_tree . "(")) @fault)
  (block (macro_invocation (token_tree . "(")) @fault . [(expression_statement) (let_declaration)])
  (function_type trait: (_) parameters: (parameters (parameter) @fault))
  (type_arguments (scoped_type_identifier) . (trait_bounds) @fault)
  ((token_repetition) @fault (#match? @fault "\\)[(){}\\[\\]][*+?]$"))
  ((_) . (shebang) @fault)
`;

/** What starts an item. */
function startOf(item: string): RegExp {
  return new RegExp(String.raw`(?:^|[{};])[ \t]{0,99}(?:pub(?:\([^()]{0,99}\))?\s{1,9})?${item}`, "m");
}

/** Of nightly compilers alone. */
const unreadSyntax: readonly UnreadSyntax[] = [
  {
    construct: "a type that is declared elsewhere",
    pattern: startOf(String.raw`(?:pub\s{1,9})?type\s{1,9}\w{1,99}\s{0,9};`),
  },
  { construct: "an underscore in an escape", pattern: /\\u\{[0-9a-fA-F]{1,6}_/ },
  { construct: "a macro without rules", pattern: startOf(String.raw`macro\s{1,9}\w{1,99}\s{0,9}[({]`) },
  {
    construct: "an alias of traits",
    pattern: startOf(String.raw`trait\s{1,9}\w{1,99}\s{0,9}(?:<[^<>]{0,200}>)?\s{0,9}=`),
  },
  { construct: "a constant with type parameters", pattern: startOf(String.raw`const\s{1,9}\w{1,99}\s{0,9}<`) },
  { construct: "a reused function", pattern: startOf(String.raw`reuse\s{1,9}[\w<:][^;\n]{0,200}[;{]`) },
  { construct: "a binder of an unsafe type", pattern: /\bunsafe\s{0,9}<\s{0,9}'/ },
  {
    construct: "a guard inside a pattern",
    pattern: /\(\s{0,99}[\w:]{1,99}(?:\s{0,9}[({][^(){}]{0,99}[)}])?\s{1,9}if\s/,
  },
  { construct: "match behind its value", pattern: /\.match\s{0,9}\{/ },
  { construct: "bounds of what a method returns", pattern: /\w\(\.\.\)\s{0,9}:(?!:)/ },
  { construct: "use of a value", pattern: /\.use\b|\buse\s{1,9}(?:move\s{1,9})?\|/ },
  { construct: "for await", pattern: /\bfor\s{1,9}await\b/ },
  {
    construct: "rules of a macro for attributes",
    pattern: startOf(
      String.raw`(?:unsafe\s{1,9})?(?:attr|derive)\s{0,9}\([^()]{0,200}\)\s{0,9}(?:\([^()]{0,200}\)\s{0,9})?=>`,
    ),
  },
  {
    construct: "an expression of a macro's variable",
    pattern: /\$\{\s{0,9}(?:count|index|len|ignore|concat)\s{0,9}\(/,
  },
];

/** What a keyword defines in code that the grammar leaves unread. */
export const ITEMS: Readonly<Record<string, ChunkKind & DefinitionKind>> = {
  fn: "function",
  struct: "class",
  union: "class",
  enum: "enum",
  trait: "interface",
  type: "type",
  mod: "module",
};

export const rustProfile: LanguageProfile = {
  reserved: reservedWords(
    "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self static struct super trait true type unsafe use where while async await dyn",
  ),
  rawMark: "r#",
  verbatim: verbatimTypes("string_literal", "raw_string_literal"),
  neutralisers: rustNeutralisers,
  lenient,
  unreadSyntax,
  doubtsLenient: true,
  definitions: {
    function_item: { kind: functionKind },
    function_signature_item: { kind: "function" },
    impl_item: { kind: "class", name: implName, listed: false },
    const_item: { kind: outsideFunctions("variable") },
    static_item: { kind: outsideFunctions("variable") },
    ...rules("class", "struct_item", "union_item"),
    ...rules("enum", "enum_item"),
    ...rules("interface", "trait_item"),
    ...rules("type", "type_item", "associated_type"),
    ...rules("module", "mod_item"),
    ...rules("function", "macro_definition"),
  },
  leads: ["line_comment", "block_comment", "attribute_item", "inner_attribute_item"],
  imports: ["use_declaration", "extern_crate_declaration"],
  unread: {
    types: ["token_tree"],
    line: /^\s*(?:pub(?:\([\w\s:]*\))?\s+)?(?:default\s+|const\s+|async\s+|unsafe\s+|extern\s+"C"\s+)*(fn|struct|enum|union|trait|type|mod|macro_rules!)\s+([A-Za-z_]\w*)/,
    kinds: { ...ITEMS, "macro_rules!": "function" },
    template: "macro_rules!",
  },
};
