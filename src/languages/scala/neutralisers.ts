// Valid Scala that its grammar does not know.
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

/** `class A @Inject() (b: B)`, where the grammar takes the parameters for more arguments of the annotation. */
const ANNOTATED_CONSTRUCTOR =
  /\bclass\s{1,9}\w{1,99}(?:\[[^[\]\n]{0,200}\])?\s{1,9}((?:@[\w.]{1,99}(?:\([^(){}\n]{0,200}\))?\s{1,99}){1,4})(?=\(|private\b|protected\b)/dg;

/** `case (a, ()) =>`. */
const UNIT_PATTERN = /(?<=\bcase\s[^\n=]{0,200}[(@,]\s?)(\(\))(?=[^\n=]{0,200}=>)/dg;

/** `{ _ => }`, with nothing but comments behind the arrow. */
const EMPTY_LAMBDA =
  /\{\s{0,99}((?:implicit\s{1,9})?(?:\w{1,99}|\([\w\s,:.[\]]{0,200}\))\s{0,9}=>)(?=(?:\s|\/\/[^\n]{0,200}\n|\/\*(?:[^*]|\*(?!\/)){0,999}\*\/){0,300}\})/dg;

/** `given Painter with {`, where the grammar knows an indented body alone. */
const GIVEN_IN_BRACES = /\bgiven\s{1,9}[\w[\]\s,.:()]{1,300}?\s(with)(?=\s{0,9}\{)/dg;

export const scalaNeutralisers: readonly Neutraliser[] = [
  {
    construct: "given in braces",
    pattern: GIVEN_IN_BRACES,
    overwrite: () => "=   ",
    anchor: "overwritten",
    within: ["given_definition"],
    through: ["="],
  },
  {
    construct: "annotation of a constructor",
    pattern: ANNOTATED_CONSTRUCTOR,
    anchor: "overwritten",
    within: ["class_definition"],
    through: [],
  },
  {
    construct: "implicit parameter with a type",
    pattern: /[{(]\s{0,99}(implicit)\s{1,9}\w{1,99}\s{0,9}:\s{0,9}[^={}\n]{1,200}=>/dg,
    anchor: "overwritten",
    within: ["block", "arguments"],
    through: ["lambda_expression", "ascription_expression"],
  },
  {
    construct: "lambda without a body",
    pattern: EMPTY_LAMBDA,
    anchor: "overwritten",
    within: ["block"],
    through: [],
  },
  {
    construct: "arrow as one character",
    pattern: /([ \t](?:←|⇒|→))(?=\s)/dg,
    overwrite: (arrow) => (arrow.endsWith("←") ? "<-" : arrow.endsWith("⇒") ? "=>" : "->"),
    anchor: "overwritten",
    within: ["enumerator", "lambda_expression", "case_clause", "infix_expression", "function_type", "import_selectors"],
    through: ["<-", "=>", "->", "operator_identifier"],
  },
  {
    construct: "package inside of an object",
    pattern: /^[ \t]{1,99}(package[ \t]{1,9}[\w.]{1,99})(?=\s{0,9}\{)/dgm,
    overwrite: (head) => head.replace("package", "object ").replaceAll(".", "_"),
    anchor: "overwritten",
    within: ["object_definition"],
    through: ["object"],
  },
  {
    construct: "pattern of unit",
    pattern: UNIT_PATTERN,
    overwrite: asName,
    anchor: "overwritten",
    within: ["case_clause"],
    through: ["identifier", "tuple_pattern", "case_class_pattern", "capture_pattern", "alternative_pattern"],
  },
  {
    construct: "backslash at the end of a raw string",
    pattern: /"""[^"\n]{0,200}(\\)"""(?!")/dg,
    overwrite: asName,
    anchor: "overwritten",
    within: ["string"],
    through: [],
  },
];
