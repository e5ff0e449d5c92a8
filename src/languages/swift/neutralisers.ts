// Valid Swift that its grammar does not know.
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

const FUNCTIONS = ["function_declaration", "protocol_function_declaration", "init_declaration"];
const TYPE_NAME = ["type_identifier", "user_type"];

/** `#expect(x)`, `#Preview {`, but none of what the language has behind the same sign. */
const MACRO_USE =
  /(?<![\w#"])(#(?!(?:available|colorLiteral|column|dsohandle|else|elseif|endif|error|file|fileID|fileLiteral|filePath|function|if|imageLiteral|keyPath|line|selector|sourceLocation|unavailable|warning)\b)[A-Za-z_]\w{0,99}(?:<[^<>(){}\n]{1,200}>)?)(?=[ \t]{0,9}[({])/dg;

export const swiftNeutralisers: readonly Neutraliser[] = [
  {
    construct: "nonisolated with an argument",
    pattern: /\bnonisolated(\((?:unsafe|nonsending)\))/dg,
    anchor: "first",
    within: ["modifiers"],
    through: ["nonisolated", "member_modifier", "property_modifier", "inheritance_modifier", "function_modifier"],
  },
  {
    construct: "isolated deinit",
    pattern: /\b(isolated)[ \t]{1,9}deinit\b/dg,
    anchor: "last",
    within: ["deinit_declaration"],
    through: ["deinit"],
  },
  {
    construct: "typed throws",
    pattern: /\bthrows(\([\w.]{1,100}\))/dg,
    anchor: "first",
    within: [...FUNCTIONS, "function_type", "lambda_function_type", "getter_specifier"],
    through: ["throws"],
  },
  {
    construct: "block with the type that it throws",
    pattern: /\bdo\s{1,9}(throws\s{0,9}\([\w.]{1,100}\))(?=\s{0,9}\{)/dg,
    anchor: "first",
    within: ["do_statement"],
    through: ["do"],
  },
  {
    construct: "use of a macro",
    pattern: MACRO_USE,
    overwrite: asName,
    anchor: "first",
    within: ["call_expression"],
    through: ["simple_identifier"],
  },
  {
    construct: "suppressed conformance",
    pattern: /(?<=[:,&]\s{0,9})(~)(?:Copyable|Escapable|BitwiseCopyable)\b/dg,
    anchor: "last",
    within: ["inheritance_specifier", "type_parameter", "inheritance_constraint", "associatedtype_declaration"],
    through: TYPE_NAME,
  },
  {
    construct: "consuming or borrowing method",
    pattern: /\b(consuming|borrowing)[ \t]{1,9}(?:func)\b/dg,
    anchor: "last",
    within: FUNCTIONS,
    through: ["func"],
  },
  {
    construct: "consuming or borrowing parameter",
    pattern: /(?<=:\s{0,9})(consuming|borrowing|sending)[ \t]{1,9}[A-Z]/dg,
    anchor: "last",
    within: ["parameter", "lambda_parameter"],
    through: TYPE_NAME,
  },
];
