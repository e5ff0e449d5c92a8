// Valid Ruby that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

const METHOD = "(?:[A-Za-z_]\\w{0,99}[?!]?|[+*/%<>=!~^&|`[\\]-]{1,3}@?)";
const PARAMETERS = String.raw`\((?:[^()]|\([^()]{0,99}\)){0,300}\)`;
/** A call without arguments or parentheses: `Store.first.save!`. */
const COMMAND = String.raw`(?!(?:if|unless|case|while|until|begin|for|not|defined)\b)(?:[@$]{0,2}\w{1,99}(?:\([^()\n]{0,99}\))?(?:&?\.|::)){0,9}[A-Za-z_]\w{0,99}[?!]?`;
/** What begins its first argument, and no operator between two values. */
const FIRST = String.raw`(?!(?:if|unless|while|until|rescue|and|or|do|then|end|in)\b)(?:["'@$\w[(~!]|:[\w":]|->|<<[~-]?["'A-Z]|%[wiqQ]|[*&-]{1,2}[\w(:@"'[]|\?\w|/[^\s/])`;
/** To the end of the line, and of those that go on behind a comma or in brackets. */
const ARGUMENTS = String.raw`[ \t]{1,9}${FIRST}[^\n]{0,500}(?:(?<=[,([{|][ \t]{0,9}(?:#[^\n]{0,200})?)\n[^\n]{0,500}){0,20}`;

/** Strings, comments, marks before arguments, labels and words, and else each character. */
const PART =
  /(?:"[^"\n]{0,99}"|'[^'\n]{0,99}'):(?=\s)|"(?:\\[\s\S]|#\{(?:[^{}]|\{[^{}]{0,99}\}){0,300}\}|#(?!\{)|[^"\\#])*"|'(?:\\[\s\S]|[^'\\])*'|#[^\n]*|=>|\*{1,2}|&|\w+[?!]?:(?!:)|\w+|[\s\S]/g;

/** `puts "a", b: 1` as `puts*"a"+   1`: arguments without parentheses as operands. */
function asOperands(given: string): string {
  let depth = 0;
  let isOver = false;
  let before = ",";
  const operands = given.replace(PART, (part: string, at: number) => {
    depth += /^[([{]$/.test(part) ? 1 : /^[)\]}]$/.test(part) ? -1 : 0;
    const isFirst = before === ",";
    isOver ||=
      depth < 0 ||
      (depth === 0 && (part === "\n" ? !isFirst : /^(?:;|if|unless|while|until|rescue|and|or|do)$/.test(part)));
    if (isOver || depth > 0 || /^[\s#]/.test(part)) {
      before = /^[\s#]/.test(part) ? before : part;
      return part;
    }
    before = part;
    if (part === "," || part === "=>") {
      return `+${part.slice(1)}`.replace(">", " ");
    }
    if (isFirst && /^[*&]/.test(part)) {
      return blank(part);
    }
    const isAlone = /^[ \t]*,/.test(given.slice(at + part.length, at + part.length + 99));
    return isFirst && /^["'\w].*:$/.test(part) ? (isAlone ? part.replace(":", " ") : blank(part)) : part;
  });
  return `*${operands.slice(1)}`;
}

export const rubyNeutralisers: readonly Neutraliser[] = [
  {
    construct: "line that begins with an operator",
    pattern: /^[ \t]{0,200}(\|\||and\b|or\b)/dgm,
    overwrite: (operator) => "&&".padEnd(operator.length),
    anchor: "overwritten",
    within: ["binary"],
    through: ["&&"],
  },
  {
    construct: "symbol of a global variable",
    pattern: /(?<![\w:]):(\$[~*?!@/\\;,.=:<>"&`'+$])/dg,
    overwrite: asName,
    anchor: "first",
    within: ["simple_symbol"],
    through: [],
  },
  {
    construct: "variable of a lambda's own",
    pattern: /->[ \t]{0,9}\([^()\n;]{0,200}(;)[^()\n;]{0,200}\)/dg,
    overwrite: () => ",",
    anchor: "overwritten",
    within: ["lambda_parameters"],
    through: [","],
  },
  {
    construct: "endless method of a call without parentheses",
    pattern: new RegExp(
      String.raw`\bdef[ \t]{1,9}(?:\w{1,99}\.)?${METHOD}[ \t]{0,9}(?:${PARAMETERS})?[ \t]{0,9}=[ \t]{1,9}${COMMAND}(${ARGUMENTS})`,
      "dg",
    ),
    overwrite: asOperands,
    anchor: "first",
    within: ["method", "singleton_method"],
    through: ["def"],
  },
];
