// Valid Swift that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

const TYPE_NAME = ["type_identifier", "user_type"];
/** Directly inside of one of these stands what was blanked before a type. */
const BEFORE_TYPE = [
  "parameter",
  "type_annotation",
  "function_type",
  "tuple_type",
  "tuple_type_item",
  "lambda_parameter",
];
const FUNCTIONS = [
  "function_declaration",
  "protocol_function_declaration",
  "init_declaration",
  "subscript_declaration",
];
const DECLARATIONS = [...FUNCTIONS, "class_declaration", "property_declaration", "macro_declaration", "modifiers"];

/** Brackets with others inside, on up to a few lines. */
const ARGUMENTS = String.raw`\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,200}\)){0,400}\)`;

/** Of the same length: ends in this, blank before it. */
const endingIn =
  (end: string) =>
  (offending: string): string =>
    blank(offending.slice(0, -end.length)) + end;

const startingWith =
  (start: string) =>
  (offending: string): string =>
    start + blank(offending.slice(start.length));

/** `#if` to `#endif`, with no other inside, around lines of which the first begins so. */
const conditional = (begin: string): RegExp =>
  new RegExp(
    String.raw`^[ \t]{0,200}(#if\b[^\n]{0,300}\n[ \t]{0,200}(?=${begin})(?:(?![ \t]{0,200}#(?:if|endif)\b)[^\n]{0,400}\n){1,80}[ \t]{0,200}#endif)\b`,
    "dgm",
  );

const withoutDirectives = (group: string): string => group.replace(/^[ \t]*#[^\n]*/gm, blank);

export const swiftNeutralisers: readonly Neutraliser[] = [
  {
    construct: "nonisolated(nonsending) of a function",
    pattern: /\bnonisolated(\(nonsending\))(?!\s{0,9}(?:@|\())/dg,
    anchor: "first",
    within: ["modifiers"],
    through: ["nonisolated", "member_modifier", "property_modifier", "inheritance_modifier", "function_modifier"],
  },
  {
    construct: "nonisolated(nonsending) of a type",
    pattern: /(?<=(?:[:(,<]|->)\s{0,9})(nonisolated\(nonsending\))/dg,
    anchor: "last",
    within: BEFORE_TYPE,
    through: [],
  },
  {
    construct: "local nonisolated(unsafe)",
    pattern: /\b(nonisolated\(unsafe\))[ \t]{1,9}(?:let|var)\b/dg,
    anchor: "last",
    within: ["property_declaration"],
    through: ["value_binding_pattern", "let", "var"],
  },
  {
    construct: "nonisolated conformance",
    pattern: /(?<=[:,]\s{0,9})(nonisolated)[ \t]{1,9}[A-Z_]/dg,
    anchor: "last",
    within: ["inheritance_specifier"],
    through: TYPE_NAME,
  },
  {
    construct: "result that is sent",
    pattern: /->\s{0,9}(sending)[ \t]{1,9}[\w([]/dg,
    anchor: "first",
    within: [...FUNCTIONS, "function_type", "lambda_function_type"],
    through: ["->"],
  },
  {
    construct: "ownership in an old spelling, constant parameter",
    pattern: /\b(__owned|__shared|__consuming|_const)[ \t]{1,9}[A-Z\w([]/dg,
    anchor: "last",
    within: [...BEFORE_TYPE, ...FUNCTIONS],
    through: [
      ...TYPE_NAME,
      "(",
      "func",
      "optional_type",
      "opaque_type",
      "existential_type",
      "array_type",
      "some",
      "any",
      "modifiers",
    ],
  },
  {
    construct: "attribute with arguments of its own form",
    pattern: new RegExp(String.raw`@_?(?:lifetime|specialize|specialized|abi|exclusivity)\b(${ARGUMENTS})`, "dg"),
    anchor: "first",
    within: ["attribute"],
    through: ["@"],
  },
  {
    construct: "name of an availability",
    pattern:
      /[#@](?:available|unavailable)\s{0,9}\([^()\n]{0,200}?(?<=[(,]\s{0,9})([A-Z_a-z]\w{2,100})(?=\s{0,9}[,)])/dg,
    overwrite: (name) => `${asName(name.slice(0, -2))} 1`,
    anchor: "overwritten",
    within: ["availability_condition", "attribute"],
    through: ["simple_identifier", "identifier"],
  },
  {
    construct: "accessor that initialises",
    pattern: /(@storageRestrictions\([^()]{0,200}\)\s{1,200}init)(?=\s{0,9}[({])/dg,
    overwrite: endingIn("set"),
    anchor: "last",
    within: ["computed_setter"],
    through: ["setter_specifier", "set"],
  },
  {
    construct: "accessor that reads or yields in place",
    pattern: /(?<=[{}]\s{0,60}(?:@\w{1,40}\s{1,20}){0,3})(_read|read|borrow|unsafeAddress)(?=\s{0,9}\{)/dg,
    overwrite: startingWith("get"),
    anchor: "first",
    within: ["computed_getter"],
    through: ["getter_specifier", "get"],
  },
  {
    construct: "accessor that modifies in place",
    pattern:
      /(?<=[{}]\s{0,60}(?:@\w{1,40}\s{1,20}){0,3}(?:mutating\s)?)(modify|mutate|unsafeMutableAddress)(?=\s{0,9}\{)/dg,
    overwrite: startingWith("set"),
    anchor: "first",
    within: ["computed_setter"],
    through: ["setter_specifier", "set"],
  },
  {
    construct: "associated type with several bounds",
    pattern: /\bassociatedtype\s{1,9}\w{1,100}\s{0,9}:[\w.<>~& \t]{1,200}(,[\w.<>~&, \t]{1,200})/dg,
    overwrite: (bounds) => bounds.replaceAll(",", "&"),
    anchor: "first",
    within: ["associatedtype_declaration"],
    through: ["associatedtype"],
  },
  {
    construct: "type with conditions behind its value",
    pattern:
      /\b(?:typealias|associatedtype)\s[^\n={}]{1,200}=[^\n={};]{1,300}\b(where\s(?:[\w.<>~&:, \t]|==){1,300})/dg,
    // Each of the types remains readable.
    overwrite: (clause) => clause.replace("where", "    &").replaceAll("==", " &").replace(/[:,]/g, "&"),
    anchor: "first",
    within: ["typealias_declaration", "associatedtype_declaration"],
    through: ["typealias", "associatedtype"],
  },
  {
    construct: "member of a pack's element",
    pattern: /(\(each[ \t]{1,9}\w{1,100}\))\./dg,
    overwrite: asName,
    anchor: "first",
    within: ["user_type"],
    through: ["type_identifier"],
  },
  {
    construct: "empty tuple",
    pattern:
      /(?<=(?:[(,=:{;&|?[]|\b(?:return|in|else|throw|try|await))\s{0,40}|^[ \t]{0,200})(\(\))(?!\s{0,9}(?:->|async|throws))/dgm,
    overwrite: asName,
    anchor: "overwritten",
    within: ["simple_identifier", "type_identifier"],
    through: [],
  },
  {
    construct: "case named like a keyword",
    pattern:
      /(?<![\w)\]}?!>.])\.(await|try|self|as|is|in|throw|throws|return|where|borrow|consume|copy|each|unsafe|reasync)\b/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["simple_identifier"],
    through: [],
  },
  {
    construct: "name with a dollar sign",
    pattern: /(?<=[\w])(\$)(?=\w)/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["simple_identifier"],
    through: [],
  },
  {
    construct: "operator of its own before a name",
    pattern: /(?<=[(:,=[]\s{0,9})(\/)[A-Z]\w{0,100}(?:\.\w{1,100}){0,9}(?=[,)\]\s])/dg,
    anchor: "last",
    within: ["navigation_expression", "simple_identifier", "value_argument"],
    through: ["navigation_suffix"],
  },
  {
    construct: "regular expression",
    pattern:
      /(?<=(?:[(,=:[{]|\b(?:return|in))\s{0,40}|^[ \t]{0,200})(\/(?![\s*/])(?:\\[^\n]|[^\\/\n]){1,400}\/)(?=\s{0,9}(?:[),;\]}.]|$))/dgm,
    overwrite: (literal) => `"${asName(literal.slice(2))}"`,
    anchor: "overwritten",
    within: ["line_string_literal"],
    through: ['"'],
  },
  {
    construct: "use of a macro with types in types",
    pattern: /(?<![\w#"])(#)[A-Z]\w{0,99}<[^(){}\n]{0,100}[<[][^(){}\n]{1,100}>(?=[ \t]{0,9}[({])/dg,
    anchor: "last",
    // To the grammar, it is a comparison then; the names in it are read all the same.
    within: ["user_type", "bitwise_operation", "comparison_expression"],
    through: ["type_arguments", ">", ">>"],
  },
  {
    construct: "condition of a build that the grammar does not know",
    parts: /^[ \t]*(#(?:else)?if\b)|$/gm,
    pattern:
      /\b((?!(?:os|arch|swift|compiler|targetEnvironment)\()(?!canImport\([\w.]{1,100}\))\w{1,100}\([^()\n]{0,100}\))/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["directive"],
    through: ["simple_identifier"],
  },
  {
    construct: "conditional call in a chain",
    pattern: conditional(String.raw`\.`),
    overwrite: withoutDirectives,
    anchor: "overwritten",
    within: ["navigation_expression", "call_expression", "postfix_expression"],
    through: [],
  },
  {
    construct: "conditional case",
    pattern: conditional("(?:case|default|@unknown)\\b"),
    overwrite: withoutDirectives,
    anchor: "overwritten",
    within: ["switch_statement", "switch_entry", "statements"],
    through: [],
  },
  {
    construct: "error or warning of the build",
    pattern: /^[ \t]{0,200}(#(?:error|warning)\([^\n]{0,500}\))[ \t]{0,9}$/dgm,
    anchor: "overwritten",
    within: ["source_file", "statements", "class_body", "enum_class_body", "protocol_body", "function_body"],
    through: [],
  },
  {
    construct: "parameter of a type without a name",
    pattern: /[(,]\s{0,40}(_\s{0,3}:)/dg,
    anchor: "overwritten",
    within: ["tuple_type", "tuple_type_item", "enum_type_parameters"],
    through: [],
  },
  {
    construct: "key path that begins with a subscript",
    pattern: /(\\\.)\[/dg,
    anchor: "last",
    within: ["array_literal", "dictionary_literal"],
    through: ["["],
  },
  {
    construct: "conditional attribute",
    pattern: conditional("@"),
    overwrite: withoutDirectives,
    anchor: "last",
    within: DECLARATIONS,
    through: [],
  },
];
