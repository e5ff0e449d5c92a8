// A caller's pattern for lines: a literal text or an expression. Validates it, but does not run it, since a caller's expression
// may not terminate.

import { Failure, messageOf } from "../../vocabulary/failure.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import { requiredLiteral } from "./required-literal.ts";

export const PATTERN_LENGTH_MAX = 500;

export const CASES = ["smart", "sensitive", "insensitive"] as const;
/** `smart`: case counts where the pattern holds a capital letter. */
export type Case = (typeof CASES)[number];

export interface TextPattern {
  readonly source: string;
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
  /** Flags of the expression that finds it in a line. */
  readonly flags: string;
  /** Stands in every line that matches, in any case where that is ignored; null where nothing is known to. */
  readonly needle: string | null;
}

export interface PatternRequest {
  readonly pattern: string;
  readonly regex: boolean;
  readonly case: Case;
}

/** Throws INVALID_INPUT for an invalid expression, and for one that can match no line. */
export function parsePattern({ pattern, regex, case: wanted }: PatternRequest): TextPattern {
  if (/[\r\n]/.test(pattern)) {
    throw new Failure("INVALID_INPUT", "the pattern contains a line break, but lines are searched one by one", {
      hint: "search for one of its lines",
    });
  }
  const asked =
    wanted === "insensitive" || (wanted === "smart" && !/\p{Lu}/u.test(regex ? withoutEscapes(pattern) : pattern));
  // Ignoring case costs time, and makes no difference for a pattern without letters of two cases.
  const ignoresCase = asked && pattern.toLowerCase() !== pattern.toUpperCase();
  const flags = regex ? flagsOf(pattern, ignoresCase ? "i" : "") : ignoresCase ? "i" : "";
  if (regex) {
    checkExpression(pattern, flags);
  }
  return {
    source: pattern,
    isRegex: regex,
    ignoresCase,
    flags,
    // With both flags, some letters beyond ASCII match ASCII ones.
    needle: !regex ? pattern : flags === "iu" ? null : requiredLiteral(pattern),
  };
}

/** `flags` and those that an expression itself asks for: `\p{Lu}` and `\u{1F600}` mean what they say only with `u`. */
export const flagsOf = (expression: string, flags: string): string =>
  /\\[pP]\{|\\u\{/.test(expression) ? `${flags}u` : flags;

/** Matches the text literally. */
export const literalExpression = (text: string, flags: string): RegExp => new RegExp(literalPattern(text), flags);

/** `\W`, `\p{Lu}` and a group's name hold no capital letter that is looked for. */
const withoutEscapes = (expression: string): string =>
  expression.replace(/\\[pP]\{[^}]*\}|\\k<[^>]*>|\(\?<\w+>|\\./g, "");

const HINT = "use JavaScript syntax without flags (`case` sets case sensitivity), or turn `regex` off for literal text";

/** Throws INVALID_INPUT for an invalid expression. */
export function checkExpression(source: string, flags: string, hint: string = HINT): void {
  try {
    new RegExp(source, flags);
  } catch (error) {
    const said = messageOf(error);
    const why = said.slice(said.lastIndexOf(": ") + 2);
    throw new Failure("INVALID_INPUT", `invalid regular expression ${JSON.stringify(source.slice(0, 80))}: ${why}`, {
      hint,
      cause: error,
    });
  }
}
