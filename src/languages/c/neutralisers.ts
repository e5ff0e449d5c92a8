// Valid C and C++ that their grammars do not know.
import { blank } from "../../syntax/blank.ts";
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

const NAME = "[A-Za-z_]\\w{0,99}";
/** Parentheses, three deep. */
const LIST = "\\((?:[^()]|\\((?:[^()]|\\([^()]{0,200}\\)){0,200}\\)){0,1000}\\)";
const ATTRIBUTE = "\\[\\[(?:[^[\\]]|\\[[^[\\]]{0,100}\\]){0,300}\\]\\]";
const TYPES = ["struct_specifier", "class_specifier", "union_specifier", "enum_specifier"];

/** Of the same length: the word, and blanks. */
const asWord =
  (word: string) =>
  (offending: string): string =>
    word + blank(offending.slice(word.length));

/** Directives, and what a statement begins with, have no place in the tree. */
const ANYWHERE = { anchor: "overwritten", within: [], through: [] } as const;

const shared: readonly Neutraliser[] = [
  {
    construct: "attribute of a type",
    pattern: new RegExp(`\\b(?:struct|union|class|enum)\\s{1,9}(?:(?:class|struct)\\s{1,9})?(${ATTRIBUTE})`, "dg"),
    anchor: "first",
    within: TYPES,
    through: ["struct", "union", "class", "enum"],
  },
  {
    construct: "attribute of a constant",
    pattern: new RegExp(`[{,]\\s{0,99}${NAME}\\s{0,9}(${ATTRIBUTE})(?=\\s{0,9}[=,}])`, "dg"),
    anchor: "overwritten",
    within: ["enumerator_list", "enumerator"],
    through: [],
  },
  {
    construct: "#embed",
    pattern: /(?=#)(?<=[{,(=]\s{0,200})(#[ \t]{0,9}embed\b[^\r\n]{0,500})/dg,
    overwrite: asWord("0"),
    ...ANYWHERE,
  },
  {
    construct: "question whether a file or an attribute is known",
    pattern: /\b(__has_(?:include|embed|c_attribute|cpp_attribute)[ \t]{0,9}\([^()\n]{1,200}\))/dg,
    overwrite: asWord("1"),
    ...ANYWHERE,
  },
  {
    construct: "label without a statement",
    pattern: new RegExp(
      `(?=[A-Za-z_])(?<=[;{}]\\s{0,200})(?!(?:default|public|private|protected|signals)\\b)${NAME}\\s{0,9}(:)(?=\\s{0,99}(?:\\}|(?:int|char|long|short|unsigned|signed|float|double|bool|auto|const|static|struct|enum|union)\\s))`,
      "dg",
    ),
    overwrite: () => ";",
    anchor: "overwritten",
    within: ["expression_statement"],
    through: [";"],
  },
];

export const cNeutralisers: readonly Neutraliser[] = [
  ...shared,
  {
    construct: "type of an enum",
    pattern: new RegExp(`\\benum(?:\\s{1,9}${NAME})?(\\s{0,9}:\\s{0,9}[A-Za-z_][\\w ]{0,60})(?=[{;])`, "dg"),
    anchor: "first",
    within: ["enum_specifier"],
    through: ["enum"],
  },
  {
    construct: "auto",
    pattern: new RegExp(
      `\\b(auto)(?=\\s{1,9}(?:(?:const|volatile|static)\\s{1,9}){0,2}\\*{0,3}${NAME}\\s{0,9}=)`,
      "dg",
    ),
    overwrite: asWord("int"),
    anchor: "overwritten",
    within: ["declaration"],
    through: ["primitive_type"],
  },
  {
    construct: "_BitInt",
    pattern: /\b(_BitInt\s{0,9}\([^()]{1,80}\))/dg,
    overwrite: asWord("int"),
    anchor: "overwritten",
    within: [
      "declaration",
      "parameter_declaration",
      "field_declaration",
      "type_descriptor",
      "function_definition",
      "type_definition",
    ],
    through: ["primitive_type", "sized_type_specifier"],
  },
  {
    construct: "suffix of a number",
    pattern: /\b\d[\w'.]{0,40}?([uU]?(?:wb|WB)[uU]?|d[dfl]|D[DFL])\b/dg,
    anchor: "first",
    within: ["number_literal"],
    through: [],
  },
  {
    construct: "octal number",
    pattern: /\b0([oO])(?=[0-7])/dg,
    overwrite: () => "x",
    anchor: "overwritten",
    within: ["number_literal"],
    through: [],
  },
  {
    construct: "_Countof",
    pattern: /\b(_Countof|_Lengthof)(?=\s{0,9}[(\w])/dg,
    overwrite: asWord("sizeof"),
    anchor: "overwritten",
    within: ["sizeof_expression"],
    through: ["sizeof"],
  },
  {
    construct: "label of break or continue",
    pattern: new RegExp(`\\b(?:break|continue)\\s{1,9}(${NAME})\\s{0,9};`, "dg"),
    anchor: "first",
    within: ["break_statement", "continue_statement"],
    through: ["break", "continue"],
  },
  {
    construct: "declaration in a condition",
    pattern: new RegExp(
      `\\b(?:if|switch)\\s{0,9}\\(\\s{0,9}((?:(?:const|unsigned|signed|struct|enum|static)\\s{1,9}){0,3}${NAME}[\\s*]{1,9}(?=${NAME}\\s{0,9}=)(?:[^;(){}]|${LIST}){1,300};?)`,
      "dg",
    ),
    // `if (    next = f(), next > 3)`
    overwrite: (offending) => offending.replace(/^[^=]*[\s*](?=\w+\s*=)/, blank).replace(/;$/, ","),
    anchor: "first",
    within: ["if_statement", "switch_statement"],
    through: ["if", "switch"],
  },
  {
    construct: "range of a case",
    pattern: /\bcase\s{1,9}[\w'.+-]{1,80}?\s{0,9}(\.\.\.)\s{0,9}[\w'+-]{1,80}\s{0,9}:/dg,
    overwrite: () => " + ",
    anchor: "overwritten",
    within: ["binary_expression"],
    through: [],
  },
  {
    construct: "complex number",
    pattern: /\b(_Complex|_Imaginary)\b/dg,
    ...ANYWHERE,
  },
  {
    construct: "defer",
    pattern: /(?=_?[Dd]efer)(?<=[;{})]\s{0,200})(_Defer|defer)(?=\s{1,9}[\w{*(]|\s{0,9}\{)/dg,
    ...ANYWHERE,
  },
  {
    construct: "storage of a compound literal",
    pattern:
      /\(\s{0,9}((?:static|constexpr|register|thread_local)\s{1,9})(?=[\w ]{1,80}(?:\[\w{0,20}\])?\s{0,9}\)\s{0,9}\{)/dg,
    ...ANYWHERE,
  },
];

/** `add<<<grid, block>>>(a)` as `add(  grid, block  , a)`. */
const asCall = (launch: string): string =>
  launch
    .replace("<<<", "(  ")
    .replace(/>>>(\s*)\((\s*\)?)/, (_all, gap: string, end: string) =>
      end.endsWith(")") ? `   ${gap} ${end}` : `,  ${gap} ${end}`,
    );

export const cppNeutralisers: readonly Neutraliser[] = [
  ...shared,
  {
    // In what is exported itself, or in a namespace that is not.
    construct: "exported declaration",
    pattern: /^[ \t]{0,99}(export)[ \t]{1,9}(?!(?:module|import)\b)[A-Za-z_:]/dgm,
    ...ANYWHERE,
  },
  {
    construct: "contract of a function",
    pattern: new RegExp(
      `\\)\\s{0,99}(?:(?:const|volatile|noexcept|override|final|&&?)\\s{0,9}){0,4}(?:->\\s{0,9}[\\w:<>*& ]{1,80}?)?\\s{0,99}((?:(?:pre|post)\\s{0,9}${LIST}\\s{0,99}){1,9})(?=[{;=:]|try\\b)`,
      "dg",
    ),
    anchor: "overwritten",
    within: ["function_definition", "declaration", "field_declaration", "function_declarator", "init_declarator"],
    through: [],
  },
  {
    construct: "if consteval",
    pattern: /\bif\s{1,9}((?:!\s{0,9}|not\s{1,9})?consteval)(?=\s{0,99}\{)/dg,
    overwrite: asWord("(0)"),
    anchor: "first",
    within: ["if_statement"],
    through: ["if"],
  },
  {
    construct: "pack indexing",
    pattern: new RegExp(
      `(?:\\busing\\s{1,9}${NAME}\\s{0,9}=\\s{0,9}|->\\s{0,9})(?:typename\\s{1,9})?${NAME}(\\.\\.\\.\\[[^[\\]\\n]{1,99}\\])`,
      "dg",
    ),
    ...ANYWHERE,
  },
  {
    construct: "pack indexing",
    pattern: new RegExp(`\\b${NAME}(\\.\\.\\.\\[[^[\\]\\n]{1,99}\\])(?=\\s{0,9}&{0,2}\\s{1,9}&{0,2}${NAME})`, "dg"),
    ...ANYWHERE,
  },
  {
    construct: "pack indexing",
    pattern: /\w(\.\.\.)(?=\[[^[\]\n]{1,99}\])/dg,
    anchor: "overwritten",
    within: ["subscript_expression"],
    through: [],
  },
  {
    construct: "reason of a deletion",
    pattern: /=\s{0,9}(delete\s{0,9}\(\s{0,9}"[^"\n]{0,300}"\s{0,9}\))(?=\s{0,9};)/dg,
    overwrite: asWord("default"),
    ...ANYWHERE,
  },
  {
    construct: "pack of a structured binding",
    pattern: new RegExp(
      `\\bauto\\s{0,9}&{0,2}\\s{0,9}\\[[^[\\]]{0,200}?(\\.\\.\\.)\\s{0,9}${NAME}[^[\\]]{0,100}\\]`,
      "dg",
    ),
    anchor: "overwritten",
    within: ["structured_binding_declarator"],
    through: [],
  },
  {
    construct: "message of an assertion",
    pattern: new RegExp(`\\bstatic_assert\\s{0,9}\\((?:[^(),;"]|${LIST}){1,300}(, )(?=[A-Za-z_:])`, "dg"),
    overwrite: () => "&&",
    anchor: "overwritten",
    within: ["binary_expression"],
    through: ["&&"],
  },
  {
    construct: "pack of friends",
    pattern: /\bfriend\s{1,9}[\w:]{1,99}(\.\.\.)\s{0,9};/dg,
    anchor: "first",
    within: ["friend_declaration"],
    through: ["friend"],
  },
  {
    construct: "value of a bit-field",
    pattern: /\w(\s{0,9}:\s{0,9}\d{1,3})\s{0,9}[={]/dg,
    anchor: "overwritten",
    within: ["field_declaration"],
    through: [],
  },
  {
    construct: "escape in braces",
    pattern: /(\\(?:[xou]|N)\{[^{}\n"]{1,60}\})/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["string_content", "string_literal", "char_literal", "character"],
    through: [],
  },
  {
    construct: "relocatable type",
    pattern: /\b(trivially_relocatable_if_eligible|replaceable_if_eligible)\b/dg,
    ...ANYWHERE,
  },
  {
    construct: "CUDA mark",
    pattern: new RegExp(
      `\\b(__(?:global|device|host|constant|shared|managed|forceinline|noinline|grid_constant|launch_bounds|cluster_dims|maxnreg)__(?:\\s{0,9}(?<=__(?:launch_bounds|cluster_dims|maxnreg)__\\s{0,9})${LIST})?)`,
      "dg",
    ),
    ...ANYWHERE,
  },
  {
    construct: "CUDA launch",
    pattern: /[\w>]\s{0,9}(<<<[^<>;{}]{1,400}>>>\s{0,99}\(\s{0,99}\)?)/dg,
    overwrite: asCall,
    anchor: "overwritten",
    within: ["call_expression"],
    through: ["argument_list", "("],
  },
];
