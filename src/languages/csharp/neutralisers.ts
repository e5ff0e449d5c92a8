// Valid C# that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import type { Neutraliser } from "../../syntax/neutraliser.ts";
import { CONDITIONALS, withoutConditionals } from "./conditionals.ts";

const NAME = "@?[\\p{L}_][\\p{L}\\p{N}_]{0,99}";
/** With parentheses one deep. */
const PARTS = "(?:[^(){};]|\\([^(){};]{0,200}\\))";
const TYPE_ARGUMENTS = "(?:<[^<>;(){}]{1,200}>)?";
const EXTENSION = `extension(?:\\s{0,9}<[^<>(){};]{1,200}>)?\\s{0,9}`;
const BEHIND_EXTENSION = "\\s{0,99}(?:where\\b[^{};]{1,300})?\\{";
const NAMED = `${PARTS}{1,300}?(?<=[\\w>\\])?*])\\s{1,99}${NAME}\\s{0,9}`;

/** What follows `?` up to a sign that assigns. */
const CHAIN = `(?:\\s{0,99}\\.\\s{0,9}${NAME}|\\[[^[\\]{};]{0,200}\\]|\\([^(){};]{0,200}\\)|\\?|!(?!=)){1,20}`;
const ASSIGNS = "\\s{0,99}(?:[-+*/%&|^]|<<|>>>?|\\?\\?)?=(?![=>])";

/** The last whole line. */
const lastLineOf = (text: string): string => {
  const end = text.lastIndexOf("\n");
  return end < 0 ? "" : text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
};

/** Types that a pointer leads to, which are no reference. */
const POINTED = "bool|byte|char|decimal|double|float|int|long|nint|nuint|sbyte|short|uint|ulong|ushort|void";

/** Of the same length: the word, and blanks. */
const asWord =
  (word: string) =>
  (offending: string): string =>
    word + blank(offending.slice(word.length));

export const csharpNeutralisers: readonly Neutraliser[] = [
  {
    construct: "conditional compilation",
    pattern: CONDITIONALS,
    overwrite: (offending, before) => withoutConditionals(offending, lastLineOf(before)) ?? offending,
    anchor: "first",
    within: [],
    through: [],
  },
  {
    construct: "directive of a script",
    pattern: /^[ \t]{0,99}(#(?:[:]|(?:r|load)[ \t]{1,9}")[^\r\n]{0,500})/dgm,
    anchor: "overwritten",
    within: ["compilation_unit"],
    through: [],
  },
  {
    construct: "directive that ends the file",
    pattern: /^[ \t]{0,99}(#[ \t]{0,9}[a-z]{2,20}\b[^\r\n]{0,500})(?![\s\S])/dgm,
    anchor: "overwritten",
    within: ["compilation_unit"],
    through: [],
  },
  {
    construct: "extension block",
    pattern: new RegExp(`\\b(?=${EXTENSION}\\(${NAMED}\\)${BEHIND_EXTENSION})(extension)`, "dgu"),
    // A record has parameters and members, too; `isExtensionBlock` knows it by its text.
    overwrite: () => "record  _",
    anchor: "first",
    within: ["record_declaration"],
    through: ["record"],
  },
  {
    construct: "extension block",
    pattern: new RegExp(`\\b(${EXTENSION}\\(${PARTS}{1,300}\\))(?=${BEHIND_EXTENSION})`, "dgu"),
    // Its receiver, which has no name, as what a class extends.
    overwrite: (offending) => offending.replace("extension", "class   _").replace("(", ":").replace(/\)$/, " "),
    anchor: "first",
    within: ["class_declaration"],
    through: ["class"],
  },
  {
    construct: "null-conditional assignment",
    pattern: new RegExp(`(?=\\?)(?<=[\\w)\\]!>]\\s{0,99})(\\?)(?=[.[])(?=${CHAIN}${ASSIGNS})`, "dgu"),
    anchor: "overwritten",
    within: ["member_access_expression", "element_access_expression"],
    through: [],
  },
  {
    construct: "modifier of a parameter without a type",
    pattern: new RegExp(
      `[(,]\\s{0,99}((?:scoped\\s{1,9})?(?:ref\\s{1,9}readonly|ref|out|in|scoped))\\s{1,9}(?=${NAME}\\s{0,9}(?:,[^()]{0,300})?\\)\\s{0,9}=>)`,
      "dgu",
    ),
    anchor: "overwritten",
    within: ["parameter_list"],
    through: [],
  },
  {
    construct: "allows ref struct",
    pattern: /\b(allows\s{1,9}ref\s{1,9}struct)\b/dg,
    overwrite: asWord("struct"),
    anchor: "overwritten",
    within: ["type_parameter_constraint"],
    through: ["struct"],
  },
  {
    construct: "default constraint",
    pattern: new RegExp(`\\bwhere\\s{1,9}${NAME}\\s{0,9}:\\s{0,9}(default)(?=\\s{0,99}(?:where\\b|\\{|=>|;))`, "dgu"),
    overwrite: asWord("notnull"),
    anchor: "overwritten",
    within: ["type_parameter_constraint"],
    through: ["notnull"],
  },
  {
    construct: "compound assignment operator",
    pattern: /\boperator\s{1,9}(?:checked\s{1,9})?(?:[-+*/%&|^]|<<|>>>?)(=)\s{0,9}\(/dg,
    anchor: "overwritten",
    within: ["operator_declaration"],
    through: [],
  },
  {
    construct: "ref partial struct",
    pattern: /\b(ref)\s{1,9}partial\s{1,9}s(?=truct\b)/dg,
    anchor: "last",
    within: ["struct_declaration"],
    through: ["struct"],
  },
  {
    construct: "pattern of a slice",
    pattern: new RegExp(
      `[[,]\\s{0,99}(\\.\\.)(?=\\s{0,9}(?:(?:var|not)\\s|[{[<>_]|${NAME}\\s{1,9}${NAME}\\s{0,9}[,\\]]))`,
      "dgu",
    ),
    anchor: "overwritten",
    within: ["list_pattern"],
    through: [],
  },
  {
    construct: "value behind a cast pointer",
    pattern: new RegExp(
      `(?:[=(,;{}?:&|!<>[+/-]|\\breturn)\\s{0,99}(\\*\\s{0,9}\\(\\s{0,9}(?:${POINTED})\\s{0,9}\\*{1,3}\\s{0,9}\\))`,
      "dg",
    ),
    anchor: "first",
    within: [],
    through: [],
  },
  {
    construct: "step of a pointer that is read",
    pattern: new RegExp(`(?:[=(,;{}]|\\breturn)\\s{0,99}\\*\\s{0,9}${NAME}(\\+\\+|--)`, "dgu"),
    anchor: "first",
    within: [],
    through: [],
  },
  {
    construct: "assignment to what a call answers",
    pattern: new RegExp(
      `^[ \\t]{0,200}(?!if\\b|for\\b|while\\b|using\\b|lock\\b)${NAME}${TYPE_ARGUMENTS}(?:\\.${NAME}${TYPE_ARGUMENTS}){0,9}\\((?:[^(){};]|\\([^(){};]{0,200}\\)){0,300}\\)( = )`,
      "dgmu",
    ),
    // `F(x);_= y`
    overwrite: () => ";_=",
    anchor: "overwritten",
    within: ["expression_statement"],
    through: [";"],
  },
  {
    construct: "union",
    pattern: new RegExp(
      `^(?:[ \\t]{0,99}(?:public|private|protected|internal|file|partial)){0,4}[ \\t]{0,99}(union)(?=\\s{1,9}${NAME}(?:<[^<>(){};]{1,200}>)?\\s{0,9}\\()`,
      "dgmu",
    ),
    overwrite: asWord("class"),
    anchor: "overwritten",
    within: ["class_declaration"],
    through: ["class"],
  },
];
