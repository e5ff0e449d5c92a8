// Valid Kotlin that its grammar does not know.
import type { Node } from "web-tree-sitter";
import { blank } from "../../syntax/blank.ts";
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

/** The grammar takes an `e` behind an operand for the start of `else`. */
const INFIX_IN_E =
  /(?<=[\w)\]}"'!][ \t]{1,9})(?<!`[^`\n]{0,200})(?<!\b(?:fun|val|var|class|object|interface|return|in|is|as|else|do|throw|when|by)\s{1,9})(e(?!lse\b|num\b|xpect\b|xternal\b)\w{0,60})(?=[ \t]{1,9}(?!else\b)[\w("'[!-])/dg;

const TYPE_ARGUMENTS = "(?:<[^<>()]{1,200}>)?";
/** `A.B.(C) -> D` and `A?.() -> B`. */
const RECEIVER = new RegExp(
  `(?<![\\w.])((?:[A-Za-z_]\\w{0,99}\\.){1,6}[A-Z]\\w{0,99}${TYPE_ARGUMENTS}\\??|[A-Z]\\w{0,99}${TYPE_ARGUMENTS}\\?)\\.\\((?=(?:[^()]|\\([^()]{0,99}\\)){0,300}\\)\\s{0,40}->)`,
  "dg",
);

/** Statements alone: what declares or decides is assigned to names. */
const ASSIGNED_CALL =
  /^[ \t]{1,99}(?=[\w(])(?![^\n=]{0,300}\b(?:val|var|fun|if|for|while|when|else|typealias|by|get|set)\b)(?=[^\n=]{0,300}[)\]}!]\??\.?\w{0,99}[ \t]{1,9}[-+*/%]?=)[\w.()[\]?! ,:"'{}+\-*/%<>]{1,300}?[ \t]{1,9}([-+*/%]?=)(?=\s)/dgm;

/** An entry of `when` that its grammar would take for more of the entry before it. */
const WHEN_ENTRY = /(?<=[^\s{,(&|]\s{0,9}\n[ \t]{0,98})([ \t])(?:in\s|!in\s|\()[^\n{}]{1,300}->/dg;

/** `class A(b: B) : C by b {`, where `b {` reads as a call. */
const DELEGATE =
  /(?<=(?:\)\s{0,9}:|,|\b(?:class|object)(?:\s{1,9}\w{1,99})?\s{0,9}:)\s{1,40}[A-Z][\w.]{0,99}(?:<[^<>]{0,99}>)?\s{1,9})(by\s{1,9}[\w.]{1,99}(?:\([^(){}\n]{0,200}\))?)\s{0,9}\{/dg;

const CONDITION = "(?:[^\\n]{1,300}?|\\((?:[^()]|\\((?:[^()]|\\([^()]{0,99}\\)){0,200}\\)){1,400}\\))(?=[ \\t]{1,9}->)";
/** `is A if b ->`, which reads as `is A , b ->`. */
const GUARD = new RegExp(
  `^[ \\t]{0,99}(?!(?:return|throw|else)\\b)[\\w.,!<*>() ]{1,200}?[ \\t]{1,9}(if)[ \\t]{1,9}${CONDITION}`,
  "dgm",
);
/** `else if b ->`, which reads as `b ->`. */
const GUARDED_ELSE = new RegExp(`^[ \\t]{0,99}(else[ \\t]{1,9}if[ \\t]{1,9})${CONDITION}`, "dgm");

/** Modifiers before `constructor` on the line below the class's name, or below its comment. */
const CONSTRUCTOR =
  /(?<=\bclass\s{1,9}\w{1,99}(?:<[^{}()\n]{1,200}>)?[ \t]{0,3}\r?\n(?:[ \t]{0,99}(?:\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/|\/\/[^\n]{0,200})[ \t]{0,9}\r?\n)?)[ \t]{0,99}((?:@[\w.]{1,99}(?:\([^(){}\n]{0,200}\))?\s{1,9})?(?:(?:public|private|internal|protected|actual|expect)\s{1,9}){0,3}constructor)(?=\s?\()/dg;

const TEXT = '"[^"\\\\\\n$]{0,200}"';
const ARGUMENT = `(?:\\w{1,60}\\s{0,9}=\\s{0,99})?(?:${TEXT}(?:\\s{0,9}\\+\\s{0,99}${TEXT}){0,9}|[A-Za-z_][\\w.]{0,99}(?:::class)?|\\d{1,9})`;
/** Plain arguments alone: what is overwritten is not parsed, so that nothing wrong may fit the pattern. */
const ANNOTATION_ARGUMENTS = new RegExp(
  `(?<=^[ \\t]{0,99})@[\\w.]{1,99}(\\(\\s{0,99}${ARGUMENT}(?:,\\s{0,99}${ARGUMENT}){0,9},?\\s{0,99}\\))(?=[ \\t]{0,9}\\r?\\n)`,
  "dgm",
);

/** A string in what is put into one is a part of it. */
const DOLLAR_STRING =
  /((?<![\w$"])\${2,9}(?:"""(?:(?!""")[\s\S]){0,9999}"""|"(?:\${2,9}\{(?:[^{}"\n]|\{[^{}"\n]{0,99}\}|"(?:[^"\\\n]|\\.){0,99}"){0,300}\}|(?!\${2,9}\{)[^"\\\n]|\\.){0,999}"))/dg;

/** The same with one sign of interpolation, before what as many signs as the string begins with put into it. */
function withOneDollar(text: string): string {
  const [signs = ""] = /^\$+/.exec(text) ?? [];
  const inside = text.slice(signs.length).replace(/\$+(?=(["\p{L}_{])?)/gu, (run: string, next?: string) => {
    if (next === '"') {
      return blank(run);
    }
    const isInterpolated = next !== undefined && run.length >= signs.length;
    return isInterpolated ? `${"_".repeat(run.length - 1)}$` : "_".repeat(run.length);
  });
  return " ".repeat(signs.length) + inside;
}

/** `field = …` below a property, which reads as what the property is. */
const BACKING_FIELD =
  /(?<=\bval\s{1,9}\w{1,99}\s{0,9}:[^\n={}]{1,200}\s{1,99})(field\b(?:\s{0,9}:[^\n={}]{1,200}?)?)(?=\s{0,9}=(?!=))/dg;

const DESTRUCTURED = "[\\w\\s,:.<>?]{1,200}";
/** `val [a, b] = pair`, `for ([a, b] in pairs)`, `{ [a, b] -> … }`. */
const BY_POSITION = new RegExp(
  `(?:\\bva[lr]\\s{1,9}|\\bfor\\s{0,9}\\(\\s{0,9}|\\{\\s{0,99})(\\[${DESTRUCTURED}\\])(?=\\s{0,9}(?:=(?!=)|in\\b|->|,))`,
  "dg",
);
const NAMED = "va[lr]\\s{1,9}\\w{1,99}(?:\\s{0,9}:\\s{0,9}[\\w.<>?]{1,99})?(?:\\s{0,9}=\\s{0,9}\\w{1,99})?";
const BY_NAME = `\\(\\s{0,99}${NAMED}(?:\\s{0,9},\\s{0,99}${NAMED}){0,20}\\s{0,9},?\\s{0,99}\\)`;
/** `(val a, val b = name) = value`. */
const NAMED_VALUES = new RegExp(`^[ \\t]{0,99}(${BY_NAME})(?=\\s{0,9}=(?!=))`, "dgm");
/** The same in a loop, and of a lambda. */
const NAMED_PARAMETERS = new RegExp(
  `(?:\\bfor\\s{0,9}\\(\\s{0,9}|\\{\\s{0,99})(${BY_NAME})(?=\\s{0,9}(?:in\\b|->|,))`,
  "dg",
);

/** The names that are bound alone. */
const bound = (list: string): string => list.replace(/=\s*\w+|\bva[lr]\b/g, blank);

/** `{ val a = 1 }` of a class on one line, where the grammar wants a semicolon. */
const LAST_MEMBER =
  /[{;][ \t]{1,9}(?:(?:@\w{1,60}|[a-z]{4,12})[ \t]{1,9}){0,5}(?:fun|va[lr])[ \t](?:[^{}\n;]|\{[^{}\n]{0,99}\}){1,200}?([ \t])\}/dg;

const MODIFIERS =
  "(?:(?:public|private|internal|expect|actual|external|data|value|enum|annotation|sealed|abstract|open|final|inline|fun)[ \\t]{1,9}){0,5}";
const ANNOTATION = "@[\\w.]{1,99}(?:\\((?:[^()]|\\((?:[^()]|\\([^()]{0,200}\\)){0,300}\\)){0,600}\\))?";

/** The last annotation above a type without parameters and supertypes, with the white space behind it. */
const annotated = (before: string, modifiers: string): RegExp =>
  new RegExp(
    `^${before}(${ANNOTATION}(?:[ \\t]{1,9}|[ \\t]{0,9}\\r?\\n))${modifiers}(?:class|object|interface)[ \\t]{1,9}\\w{1,99}\\s{0,9}(?:\\{|$)`,
    "dgm",
  );

/** `@A @B class C {`, and `@A data object B`, of which the grammar makes annotated uses of names, `class` among them. */
const ANNOTATED = [
  annotated("(?<=(?:^@[\\w.]{1,99}|\\))[ \\t]{0,9}\\r?\\n)", MODIFIERS),
  annotated("(?:@[\\w.]{1,99}(?:\\([^()\\n]{0,200}\\))?[ \\t]{1,9}){1,3}", MODIFIERS),
  annotated("", `${MODIFIERS}(?:expect|actual|data|value)[ \\t]{1,9}${MODIFIERS}`),
];

/** A modifier behind another one, which the grammar takes for the parameter's name. */
const PLATFORM_PROPERTY =
  /(?<=[(,)]\s{1,99}|\(|@[\w.]{1,99}\s{1,99})(?:public|private|internal|protected|override|open)\s{1,9}(actual|expect)(?=\s{1,9}va[lr]\s{1,9}\w{1,99}\s{0,9}:)/dg;

/** `sealed class C` or `public` alone, as no expression begins. */
const DECLARES =
  /^(?:\((?:[^()]|\([^()]{0,999}\)){0,999}\)\s+)?(?:\w+\s+){0,6}(?:class|object|interface)\s|^(?:public|private|internal|fun)$/;

/** Whether annotations above a type were read with words of its declaration as a statement. */
export const isMisread = (root: Node): boolean =>
  root.namedChildren.some((statement) => {
    let at: Node | null = statement.type === "prefix_expression" ? statement : null;
    while (at?.type === "prefix_expression") {
      at = at.lastNamedChild;
    }
    return at !== null && /^(?:infix_expression|simple_identifier)$/.test(at.type) && DECLARES.test(at.text);
  });

export const kotlinNeutralisers: readonly Neutraliser[] = [
  ...ANNOTATED.map(
    (pattern): Neutraliser => ({
      construct: "annotation above a type",
      pattern,
      // A statement of its own.
      overwrite: (annotation) => ` ${annotation.slice(1).replace(/[ \t]$/, ";")}`,
      anchor: "overwritten",
      within: ["source_file"],
      through: ["prefix_expression"],
    }),
  ),
  {
    construct: "last member on the line of its class",
    pattern: LAST_MEMBER,
    overwrite: () => ";",
    anchor: "overwritten",
    within: ["class_body", "enum_class_body"],
    through: [";"],
  },
  {
    construct: "name that is a keyword elsewhere",
    pattern: /\b(?:val|var)\s{1,9}(dynamic)\b/dg,
    overwrite: asName,
    anchor: "last",
    within: ["variable_declaration"],
    through: ["simple_identifier"],
  },
  {
    construct: "fun interface",
    pattern: /\b(fun)\s{1,9}interface\b/dg,
    anchor: "last",
    within: ["class_declaration"],
    through: ["interface"],
  },
  {
    construct: "platform modifier of a property",
    pattern: PLATFORM_PROPERTY,
    anchor: "overwritten",
    within: ["class_parameter"],
    through: [],
  },
  {
    construct: "arguments of an annotation above a declaration",
    pattern: ANNOTATION_ARGUMENTS,
    anchor: "first",
    within: ["annotation"],
    through: ["@"],
  },
  {
    construct: "string with another sign of interpolation",
    pattern: DOLLAR_STRING,
    overwrite: withOneDollar,
    anchor: "last",
    within: ["string_literal"],
    through: ['"', '"""'],
  },
  {
    construct: "infix function whose name begins with e",
    pattern: INFIX_IN_E,
    overwrite: asName,
    anchor: "overwritten",
    within: ["infix_expression"],
    through: ["simple_identifier"],
  },
  {
    construct: "function type with a qualified receiver",
    pattern: RECEIVER,
    overwrite: asName,
    anchor: "first",
    within: ["function_type"],
    through: ["type_identifier", "user_type", "simple_identifier"],
  },
  {
    construct: "guard of an entry of when",
    pattern: GUARD,
    overwrite: () => ", ",
    anchor: "overwritten",
    within: ["when_entry"],
    through: [","],
  },
  {
    construct: "guard of else",
    pattern: GUARDED_ELSE,
    anchor: "overwritten",
    within: ["when_expression"],
    through: [],
  },
  {
    construct: "explicit backing field",
    pattern: BACKING_FIELD,
    anchor: "overwritten",
    within: ["property_declaration"],
    through: [],
  },
  {
    construct: "annotation of all parts of a property",
    pattern: /@(all):(?=[A-Za-z_[])/dg,
    overwrite: () => "get",
    anchor: "overwritten",
    within: ["annotation"],
    through: ["use_site_target", "get"],
  },
  {
    construct: "empty collection",
    pattern: /=\s{0,9}(\[\])/dg,
    overwrite: () => "{}",
    anchor: "overwritten",
    within: ["class_parameter", "property_declaration", "function_value_parameters"],
    through: ["lambda_literal", "{"],
  },
  {
    construct: "destructuring by position",
    pattern: BY_POSITION,
    overwrite: (list) => `(${list.slice(1, -1)})`,
    anchor: "overwritten",
    within: ["multi_variable_declaration"],
    through: ["("],
  },
  {
    construct: "destructuring by name",
    pattern: NAMED_VALUES,
    overwrite: (list) => list.replace(/^\((\s*)va[lr]\s/, "$1val (").replace(/=\s*\w+|(?<=,\s*)va[lr]\b/g, blank),
    anchor: "overwritten",
    within: ["property_declaration"],
    through: ["val", "binding_pattern_kind"],
  },
  {
    construct: "destructuring of a parameter by name",
    pattern: NAMED_PARAMETERS,
    overwrite: bound,
    anchor: "overwritten",
    within: ["multi_variable_declaration"],
    through: ["("],
  },
  {
    construct: "entry of when behind one that ends in an operand",
    pattern: WHEN_ENTRY,
    overwrite: () => ";",
    anchor: "overwritten",
    within: ["when_entry"],
    through: [";"],
  },
  {
    construct: "assignment to what a call answers",
    pattern: ASSIGNED_CALL,
    overwrite: (sign) => `${blank(sign.slice(1))}+`,
    anchor: "overwritten",
    within: ["additive_expression"],
    through: ["+"],
  },
  {
    construct: "range without its end",
    pattern: /\.\.(<)/dg,
    anchor: "first",
    within: ["range_expression"],
    through: [".."],
  },
  {
    construct: "context parameters",
    pattern: /^[ \t]{0,99}(context\((?:[^()]|\([^()]{0,99}\)){1,300}\))(?=\s)(?!\s{0,40}[{.])/dgm,
    anchor: "overwritten",
    within: ["source_file", "class_body"],
    through: [],
  },
  {
    construct: "function type with context parameters",
    pattern:
      /(?<=[:(,<]\s{0,9}|(?:->|\bsuspend)\s{0,9})(context\((?:[^()]|\([^()]{0,99}\)){1,300}\))(?=\s{1,9}[A-Za-z_(@])/dg,
    anchor: "last",
    within: [
      "parameter",
      "function_type",
      "type_arguments",
      "class_parameter",
      "function_value_parameters",
      "variable_declaration",
      "type_alias",
      "property_declaration",
      "function_declaration",
    ],
    through: [")", "(", "user_type", "simple_identifier", "type_identifier", "function_type_parameters"],
  },
  {
    construct: "class that is delegated to a name",
    pattern: DELEGATE,
    anchor: "overwritten",
    within: ["class_declaration", "object_declaration", "object_literal"],
    through: [],
  },
  {
    construct: "suspending lambda",
    pattern: /(?<![\w.])(suspend)\s{0,9}\{/dg,
    anchor: "last",
    within: ["lambda_literal"],
    through: ["{"],
  },
  {
    construct: "constructor on a line of its own",
    pattern: CONSTRUCTOR,
    anchor: "overwritten",
    within: ["class_declaration"],
    through: [],
  },
  {
    construct: "binary number",
    pattern: /(?<![\w.])(0[bB][01_]{1,99})/dg,
    overwrite: (digits) => "1".repeat(digits.length),
    anchor: "first",
    within: ["integer_literal", "unsigned_literal", "long_literal"],
    through: [],
  },
  {
    construct: "where on a line of its own",
    pattern: /^[ \t]{0,99}(where\s{1,9}[A-Z]\w{0,99}\s{0,9}:[^{}=;]{1,300}?)(?=\s{0,40}\{)/dgm,
    anchor: "overwritten",
    within: ["class_declaration", "function_declaration"],
    through: [],
  },
];
