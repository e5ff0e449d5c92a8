// Valid code that a grammar is known to trip over, and how each such construct is made harmless: what the grammar does not
// know is overwritten by what it does, character for character. Data only; quarantine.ts holds each to its proof.
import type { GrammarName } from "./grammars.ts";

export interface Neutraliser {
  /** As answers name it. */
  readonly construct: string;
  readonly grammars: readonly GrammarName[];
  /** With the flags d and g; bounded, since texts may be hostile. Group 1 is what is overwritten. */
  readonly pattern: RegExp;
  /**
   * Matches what begins a part of the text that the construct may stand in, and then has a group 1, and what ends such a part:
   * elsewhere it is not sought. With the flags g and m.
   */
  readonly parts?: RegExp;
  /** Of the same length, line breaks in their places; blank unless told. */
  readonly overwrite?: (offending: string) => string;
  /** Reads what was overwritten, as one expression: what its own grammar takes for text may be wrong as well. */
  readonly expression?: GrammarName;
  /** Where the proof starts: an end of the match, or what was overwritten. */
  readonly anchor: "first" | "last" | "overwritten";
  /** What the new tree must show there: a node of one of these types… */
  readonly within: readonly string[];
  /** …around no other nodes than these. */
  readonly through: readonly string[];
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");

const TYPESCRIPT = ["tree-sitter-typescript", "tree-sitter-tsx"];
const MARKUP = ["tree-sitter-html"];
const EXPRESSION = "tree-sitter-javascript";

/** In a template's expressions: what would start a tag or an entity. */
const withoutMarkup = (expression: string): string => expression.replace(/[<>&]/g, " ");

/** A constant as a case, its modifiers and its type left out. */
const asCase = (constant: string): string => {
  const at = constant.indexOf("const");
  return `${blank(constant.slice(0, at))}case ${blank(constant.slice(at + 5))}`;
};

/** What a promise has is called on a dynamic import, which is no type. */
const IMPORT_TYPE =
  /\b(import\(\s{0,9}(?:'[^'\n]{1,300}'|"[^"\n]{1,300}")\s{0,9}\))\.(?!then\b|catch\b|finally\b)[\w$]/dg;

/** A name of the same length. */
const asName = (offending: string): string => offending.replace(/[^\r\n]/g, "_");

/** A signature of its own line in an interface or type, `<T>(…)`, or `(…)` where an array's type ends the line before: where
 * neither a semicolon nor a comma stands between, and at most one comment. */
const CALL_SIGNATURE =
  /^(?=[ \t]{1,99}[<(])(?<=[\w$>\])}'"]\s{1,99}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,999}\*\/|\/\/[^\n]{0,200})\s{1,99})?)([ \t])[ \t]{0,98}(?:<(?=[\w$][^;{}/]{0,400}>\s{0,9}\()|(?<=\]\s{1,199})\()/dgm;

export const NEUTRALISERS: readonly Neutraliser[] = [
  {
    construct: "import type",
    grammars: TYPESCRIPT,
    pattern: IMPORT_TYPE,
    overwrite: asName,
    anchor: "first",
    within: ["nested_type_identifier", "type_query"],
    through: ["identifier", "nested_identifier", "member_expression"],
  },
  {
    construct: "property named like an operator",
    grammars: TYPESCRIPT,
    pattern: /^[ \t]{0,99}(?:readonly[ \t]{1,9})?(in(?![A-Za-z])[\w$]{0,100}|instanceof)\??:/dgm,
    overwrite: asName,
    anchor: "last",
    within: ["property_signature"],
    through: ["type_annotation", ":"],
  },
  {
    construct: "abstract override",
    grammars: TYPESCRIPT,
    pattern: /\b(abstract)\s{1,9}override(?=\s)/dg,
    anchor: "last",
    within: ["public_field_definition", "method_signature"],
    through: ["override_modifier", "override"],
  },
  {
    construct: "new with a value",
    grammars: ["tree-sitter-go"],
    pattern: /\b(new)\((?=\s{0,99}(?:["`\d'&!^+-]|[^()\n]{0,300}\())/dg,
    overwrite: () => "nev",
    anchor: "first",
    within: ["call_expression"],
    through: ["identifier"],
  },
  {
    construct: "annotated variable arity",
    grammars: ["tree-sitter-java"],
    pattern: /(@[A-Za-z_][\w.]{0,99})\s{0,9}\.\.\./dg,
    anchor: "last",
    within: ["spread_parameter"],
    through: ["..."],
  },
  {
    construct: "export type *",
    grammars: TYPESCRIPT,
    pattern: /\bexport\s{1,9}(type)\s{0,9}\*/dg,
    anchor: "first",
    within: ["export_statement"],
    through: ["export"],
  },
  {
    construct: "call signature behind one without a semicolon",
    grammars: TYPESCRIPT,
    pattern: CALL_SIGNATURE,
    overwrite: () => ";",
    anchor: "last",
    within: ["interface_body", "object_type"],
    through: ["<", "(", "type_parameters", "formal_parameters", "call_signature"],
  },
  {
    construct: "condition of a template's block",
    grammars: MARKUP,
    pattern:
      /@(?:if|else if|switch|case)\s{0,9}\(((?:[^();]|\((?:[^();]|\([^();]{0,99}\)){0,99}\)){1,400})\)\s{0,9}\{/dg,
    overwrite: withoutMarkup,
    expression: EXPRESSION,
    anchor: "first",
    within: ["text"],
    through: [],
  },
  {
    construct: "interpolation",
    grammars: MARKUP,
    pattern: /\{\{([^{};]{1,400})\}\}/dg,
    overwrite: withoutMarkup,
    expression: EXPRESSION,
    anchor: "first",
    within: ["text"],
    through: [],
  },
  {
    // The only `else` that may not stand behind a brace.
    construct: "let-else",
    grammars: ["tree-sitter-rust"],
    pattern: /(?<![}\s])\s{1,200}(else)\s{0,99}\{/dg,
    overwrite: (offending) => `;${" ".repeat(offending.length - 1)}`,
    anchor: "overwritten",
    within: ["let_declaration"],
    through: [";"],
  },
  {
    construct: "let of a record in a chain of conditions",
    grammars: ["tree-sitter-rust"],
    pattern: /&&\s{0,99}(let\s[^=;{}]{1,200}\{[^=;{}]{0,300}\}\s{0,99}\)?\s{0,9}=)(?!=)/dg,
    anchor: "first",
    within: ["if_expression", "while_expression", "if_let_expression", "while_let_expression"],
    through: ["&&", "binary_expression", "assignment_expression"],
  },
  {
    construct: "name that is a keyword elsewhere",
    grammars: ["tree-sitter-rust"],
    pattern: /(?<![\w"'])(default|union)\b(?!\s{1,9}(?:fn|impl|unsafe|async|const|type|extern|[A-Z]))/dg,
    overwrite: asName,
    anchor: "first",
    within: ["identifier", "field_identifier", "shorthand_field_identifier", "type_identifier"],
    through: [],
  },
  {
    construct: "macro named as a type",
    grammars: ["tree-sitter-rust"],
    pattern: /(?<![\w"'])(str|bool|char|[iu](?:8|16|32|64|128|size)|f32|f64)!/dg,
    overwrite: asName,
    anchor: "first",
    within: ["macro_invocation"],
    through: ["identifier"],
  },
  {
    construct: "unsafe extern",
    grammars: ["tree-sitter-rust"],
    pattern: /\b(unsafe)\s{1,9}extern\s{0,9}(?:"[^"\n]{0,20}"\s{0,9})?\{/dg,
    anchor: "last",
    within: ["foreign_mod_item"],
    through: ["{", "declaration_list"],
  },
  {
    construct: "let in a chain of conditions",
    grammars: ["tree-sitter-rust"],
    pattern: /&&\s{0,99}(let)\s/dg,
    anchor: "first",
    within: ["if_expression", "while_expression", "if_let_expression", "while_let_expression"],
    through: ["&&", "binary_expression", "assignment_expression"],
  },
  {
    construct: "C string",
    grammars: ["tree-sitter-rust"],
    pattern: /(?<![\w"'])(c)r?#{0,9}"/dg,
    anchor: "last",
    within: ["string_literal", "raw_string_literal"],
    through: ['"'],
  },
  {
    construct: "raw borrow",
    grammars: ["tree-sitter-rust"],
    pattern: /&\s{0,9}(raw\s{1,9}(?:const|mut))\s/dg,
    anchor: "first",
    within: ["reference_expression"],
    through: ["&"],
  },
  {
    construct: "file-scoped namespace",
    grammars: ["tree-sitter-c_sharp"],
    pattern: /^(namespace[ \t]{1,9}[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,20}[ \t]{0,9};)/dgm,
    anchor: "first",
    within: ["compilation_unit"],
    through: [],
  },
  {
    construct: "record struct",
    grammars: ["tree-sitter-c_sharp"],
    pattern: /\brecord\s{1,9}(struct)\s/dg,
    anchor: "first",
    within: ["record_declaration"],
    through: ["record"],
  },
  {
    construct: "name that is a keyword elsewhere",
    grammars: ["tree-sitter-kotlin"],
    pattern: /\b(?:val|var)\s{1,9}(dynamic)\b/dg,
    overwrite: asName,
    anchor: "last",
    within: ["variable_declaration"],
    through: ["simple_identifier"],
  },
  {
    construct: "fun interface",
    grammars: ["tree-sitter-kotlin"],
    pattern: /\b(fun)\s{1,9}interface\b/dg,
    anchor: "last",
    within: ["class_declaration"],
    through: ["interface"],
  },
  {
    construct: "constant of an enum",
    grammars: ["tree-sitter-php"],
    parts:
      /^(?:\}|[ \t]{0,40}(?:(?:abstract|final|readonly)[ \t]{1,9}){0,3}(?:(enum)|class|interface|trait)[ \t]{1,9}\w)/gm,
    pattern:
      /\b((?:(?:public|private|protected|final)\s{1,9}){0,3}const(?:\s{1,9}[\w\\|?]{1,99})?)\s{1,9}[A-Za-z_]\w{0,99}\s{0,9}=/dg,
    overwrite: asCase,
    anchor: "first",
    within: ["enum_declaration_list"],
    through: ["case", "enum_case"],
  },
];
