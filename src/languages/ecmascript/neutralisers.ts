// Valid JavaScript and TypeScript that their grammars do not know.
import { blank } from "../../syntax/blank.ts";
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";
import type { UnreadSyntax } from "../../syntax/profile.ts";

/** A type of another module. With a method of promises behind it, it is a dynamic import instead. */
const IMPORT_TYPE =
  /\b(import\(\s{0,9}(?:'[^'\n]{1,300}'|"[^"\n]{1,300}")\s{0,9}(?:,\s{0,9}\{\s{0,9}with:\s{0,9}\{[^{}]{0,200}\}[,\s]{0,9}\}\s{0,9})?\))\.(?!then\b|catch\b|finally\b)[\w$]/dg;

/**
 * A signature at the start of a line in an interface or type, `<T>(…)`, or `(…)` where an array's type ends the line before: if
 * neither a semicolon nor a comma is between, and at most one comment. The type parameters may have defaults such as `{}`, and
 * comments between them.
 */
const CALL_SIGNATURE =
  /^(?=[ \t]{1,99}[<(])(?<=[\w$>\])}'"]\s{1,99}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,999}\*\/|\/\/[^\n]{0,200})\s{1,99})?)([ \t])[ \t]{0,98}(?:<(?=\s{0,99}[\w$](?:[^;{}/]|\{\}|\/\/[^\n]{0,200}\n){0,2000}>\s{0,9}\()|(?<=\]\s{1,199})\()/dgm;

/** `ReturnType<<T>() => T>`: type parameters of a function type that is the first type argument. */
const FUNCTION_AS_ARGUMENT = /(?<=[\w$])<(<\s{0,99}[A-Za-z_$](?:[^<>();]|<[^<>();]{0,100}>){0,300}>)\s{0,9}\(/dg;

const asConst = (offending: string): string => `const${blank(offending.slice(5))}`;

/** The name of a decorator without its brackets; whatever else they hold as a name. */
const withoutBrackets = (offending: string): string => {
  const inside = offending.slice(1, -1);
  return /^\s*[\w$.]+(?:\([^()]*\))?\s*$/.test(inside) ? ` ${inside} ` : asName(offending);
};

const NAMED_AS: readonly (readonly [RegExp, string])[] = [
  [/^type(\s+)as(\s+)as(\s+)as$/, "type$1__$2as$3__"],
  [/^type(\s+)as(\s+)as$/, "____$1as$2__"],
  [/^type(\s+)as$/, "type$1__"],
];

/** `{ type as as }`: of these words the ones that are names. */
function asNamesBetween(offending: string): string {
  const [written, instead] = NAMED_AS.find(([pattern]) => pattern.test(offending)) ?? [/$/, ""];
  return offending.replace(written, instead);
}

/** What a module may call what it exports. */
const KEYWORDS =
  "break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with";

export const ecmascriptNeutralisers: readonly Neutraliser[] = [
  {
    construct: "`&` in markup",
    pattern: /(?<!&)(&)(?![&=])(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,30});)/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["jsx_text", "string_fragment", "string"],
    through: [],
  },
  {
    construct: "export with attributes",
    pattern: /\bfrom\s{0,9}(?:'[^'\n]{1,300}'|"[^"\n]{1,300}")\s{0,99}(\b(?:with|assert)\s{0,9}\{[^{}]{0,500}\})/dg,
    anchor: "first",
    within: ["export_statement", "import_statement"],
    through: ["from", "namespace_export"],
  },
  {
    construct: "decorator in brackets",
    pattern: /@(\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,99}\)){0,99}\)){1,300}\))/dg,
    overwrite: withoutBrackets,
    anchor: "first",
    within: ["decorator"],
    through: ["@"],
  },
  {
    construct: "using as a name",
    pattern: /(?:^|[;{}=(,:?])[ \t]{0,99}(using)[ \t]{0,9}(?=[;.,)\]=(?:+*[-])/dgm,
    overwrite: asName,
    anchor: "overwritten",
    within: [
      "expression_statement",
      "member_expression",
      "call_expression",
      "subscript_expression",
      "assignment_expression",
      "binary_expression",
      "pair",
      "public_field_definition",
      "field_definition",
      "property_signature",
      "method_definition",
      "variable_declarator",
      "arguments",
    ],
    through: ["identifier", "property_identifier"],
  },
  {
    construct: "variable of a loop named of",
    pattern: /\bfor\s{0,9}(?:await\s{0,9})?\(\s{0,9}(?:let|const|var)\s{1,9}(of)\s{1,9}of\b/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["for_in_statement"],
    through: ["identifier"],
  },
  {
    construct: "keyword as the name of an export",
    pattern: new RegExp(`[{,]\\s{0,99}[\\w$]{1,100}\\s{1,9}as\\s{1,9}(${KEYWORDS})(?=\\s{0,9}[,}])`, "dg"),
    overwrite: asName,
    anchor: "overwritten",
    within: ["export_specifier"],
    through: ["identifier"],
  },
  {
    construct: "keyword as the name of an import",
    pattern: new RegExp(`[{,]\\s{0,99}(${KEYWORDS})\\s{1,9}as\\s{1,9}[\\w$]{1,100}(?=\\s{0,9}[,}])`, "dg"),
    overwrite: asName,
    anchor: "overwritten",
    within: ["import_specifier"],
    through: ["identifier"],
  },
  {
    construct: "phase of a dynamic import",
    pattern: /\bimport(\.(?:source|defer))\s{0,9}\(/dg,
    anchor: "first",
    within: ["call_expression"],
    through: ["import"],
  },
  {
    construct: "accessor field",
    pattern: /\b(accessor)[ \t]{1,9}[#\w$["']/dg,
    anchor: "last",
    within: ["public_field_definition", "field_definition"],
    through: ["property_identifier", "private_property_identifier", "computed_property_name", "[", "string", '"', "'"],
  },
  {
    construct: "using in a loop",
    pattern:
      /\bfor\s{0,9}(?:await\s{0,9})?\(\s{0,9}((?:await[ \t]{1,9})?using)[ \t]{1,9}[\w$]{1,100}\s{0,9}(?:\bof\b|=)/dg,
    overwrite: asConst,
    anchor: "overwritten",
    within: ["for_in_statement", "for_statement", "lexical_declaration"],
    through: ["const"],
  },
  {
    construct: "using declaration",
    pattern: /(?:^|(?<=[;{}]))[ \t]{0,99}((?:await[ \t]{1,9})?using)[ \t]{1,9}[\w$]{1,100}\s{0,9}[=:]/dgm,
    overwrite: asConst,
    anchor: "overwritten",
    within: ["lexical_declaration"],
    through: ["const"],
  },
  {
    construct: "import defer",
    pattern: /\bimport[ \t]{1,9}(defer|source)[ \t]{1,9}(?=\*|[\w$]{1,100}[ \t]{1,9}from\b)/dg,
    anchor: "first",
    within: ["import_statement"],
    through: ["import"],
  },
];

export const typescriptNeutralisers: readonly Neutraliser[] = [
  ...ecmascriptNeutralisers,
  {
    construct: "name as in an import of a type",
    pattern: /[{,]\s{0,99}(type\s{1,9}as(?:\s{1,9}as){0,2})(?=\s{0,9}[,}])/dg,
    overwrite: asNamesBetween,
    anchor: "overwritten",
    within: ["import_specifier", "export_specifier"],
    through: ["type", "identifier"],
  },
  {
    construct: "type arguments of a decorator",
    pattern: /@[\w$.]{1,100}(<[^<>(){};]{1,200}>)\(/dg,
    anchor: "first",
    within: ["decorator"],
    through: ["@"],
  },
  {
    construct: "static index signature",
    pattern: /(?:^|[;{}])\s{0,99}(static)\s{1,9}(?:readonly\s{1,9})?\[\s{0,9}[\w$]{1,100}\s{0,9}:/dgm,
    anchor: "last",
    within: ["index_signature"],
    through: [":"],
  },
  {
    construct: "field named abstract",
    pattern: /(?:^|[;{}])[ \t]{0,99}(abstract)\s{0,9}[?!]?[:=;]/dgm,
    overwrite: asName,
    anchor: "overwritten",
    within: ["public_field_definition"],
    through: ["property_identifier"],
  },
  {
    construct: "variance of a type parameter",
    pattern:
      /(?<=[<,]\s{0,99}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/|\/\/[^\n]{0,200}\n)\s{0,99})?(?:const[ \t]{1,9})?)(in[ \t]{1,9}out|in|out)[ \t]{1,9}[A-Za-z_$]/dg,
    anchor: "last",
    within: ["type_parameter"],
    through: ["type_identifier"],
  },
  {
    construct: "import type",
    pattern: IMPORT_TYPE,
    overwrite: asName,
    anchor: "first",
    within: ["nested_type_identifier", "type_query"],
    through: ["identifier", "nested_identifier", "member_expression"],
  },
  {
    construct: "generic function type as type argument",
    pattern: FUNCTION_AS_ARGUMENT,
    anchor: "last",
    within: ["function_type"],
    through: ["(", "formal_parameters"],
  },
  {
    construct: "property named like an operator",
    pattern: /^[ \t]{0,99}(?:readonly[ \t]{1,9})?(in(?![A-Za-z])[\w$]{0,100}|instanceof)\??:/dgm,
    overwrite: asName,
    anchor: "last",
    within: ["property_signature"],
    through: ["type_annotation", ":"],
  },
  {
    construct: "abstract override",
    pattern: /\b(abstract)\s{1,9}override(?=\s)/dg,
    anchor: "last",
    within: ["public_field_definition", "method_signature"],
    through: ["override_modifier", "override"],
  },
  {
    construct: "export type *",
    pattern: /\bexport\s{1,9}(type)\s{0,9}\*/dg,
    anchor: "first",
    within: ["export_statement"],
    through: ["export"],
  },
  {
    construct: "call signature behind one without a semicolon",
    pattern: CALL_SIGNATURE,
    overwrite: () => ";",
    anchor: "last",
    within: ["interface_body", "object_type"],
    through: ["<", "(", "type_parameters", "formal_parameters", "call_signature"],
  },
];

/** Texts behind a tag may have escapes that no other string may have; a pattern of an assignment may say the type of what it assigns to. */
export const ecmascriptUnread: readonly UnreadSyntax[] = [
  { construct: "`using` alone on a line", pattern: /^[ \t]{0,99}(?:await[ \t]{1,9})?using[ \t]{0,9}\r?$/m },
  {
    construct: "escapes in a tagged template",
    pattern: /[\w$)\]]`[^`]{0,500}\\(?:u(?![\da-fA-F]{4}|\{)|x(?![\da-fA-F]{2})|[0-7])/,
  },
];

export const typescriptUnread: readonly UnreadSyntax[] = [
  ...ecmascriptUnread,
  {
    construct: "types in a destructuring assignment",
    pattern: /\[[^\]\n]{0,200}\b(?:as|satisfies)\b[^\]\n]{0,200}\]\s{0,9}=(?!=)/,
  },
];
