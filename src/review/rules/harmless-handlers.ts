// Handlers that drop an error for a reason that the code around them shows.
import type { Handler } from "../../languages/inspection/read-handlers.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { ReviewedFile } from "../contract.ts";

/** Lines above a handler in which the default of what it guards is looked for. */
const LINES_ABOVE = 12;
const CONSTANT =
  "(?:[\"'`]{2}|null|nil|None|NULL|undefined|true|false|True|False|-?\\d+(?:\\.\\d+)?|\\[\\]|\\{\\}|\\[\\]\\w+\\{\\})";
/** A shorter name is in too many texts. */
const NAME_LENGTH_MIN = 6;

/** Whether what is tried only gives a value to a variable that holds a constant, or nothing, until then: the constant is the answer to an error. */
export function keepsDefault({ guarded, startLine }: Handler, after: string): boolean {
  const [only, ...more] = guarded;
  const name = /^([\w$]+)\s*(?:=|:=)(?!=)/.exec(only ?? "")?.[1];
  if (name === undefined || more.length > 0) {
    return false;
  }
  const word = name.replaceAll("$", "\\$");
  const given = new RegExp(`(?<![\\w$.])${word}\\s*(?::[^=]+)?:?=\\s*${CONSTANT}\\s*;?\\s*$`);
  // `let found: Type | undefined`, `Type found;`: nothing, until it is given something.
  const declared = new RegExp(
    `^\\s*(?:(?:let|var)\\s+(?:mut\\s+)?${word}(?:\\s*:[^=]+|\\s+[\\w.*[\\]]+)?;?|[\\w<>?[\\].,]+\\s+${word};)\\s*$`,
  );
  return splitLines(after)
    .slice(Math.max(0, startLine - 1 - LINES_ABOVE), startLine - 1)
    .some((line) => given.test(line) || declared.test(line));
}

const SAYS_UNKNOWN = /["'`](?:n\/?a|unknown|unavailable|not available|undetermined|\?+|-{1,3}|…)["'`]/i;

/** Whether the constant that replaces the result tells its reader that there is no result: `"N/A"`. */
export const standsForUnknown = ({ does, text }: Handler): boolean => does === "falls back" && SAYS_UNKNOWN.test(text);

/** Names of functions that the change removes everywhere: a handler that only called one has nothing left to call. */
export function removedNames(files: readonly ReviewedFile[]): ReadonlySet<string> {
  const names = files.flatMap(({ symbols }) => symbols.removed.map(({ name }) => name));
  return new Set(names.filter((name) => name.length >= NAME_LENGTH_MIN));
}

/** Whether the handler called one of them. */
export const calledAny = ({ text }: Handler, names: ReadonlySet<string>): boolean =>
  names.size > 0 && [...text.matchAll(/[\w$]+[?!]?/g)].some(([word]) => names.has(word));

const SAYS_IGNORED = /(?:ignore|swallow|suppress|silence)/i;

/** Whether the function's name says that the error is ignored, or a handler around it, which drops errors too, says it. */
export const isDeclaredIgnored = (handler: Handler, symbol: string | null, all: readonly Handler[]): boolean =>
  SAYS_IGNORED.test(symbol?.split(/[.:#]/).at(-1) ?? "") ||
  all.some(
    (around) =>
      around.startLine >= handler.endLine &&
      around.startLine - handler.endLine <= LINES_ABOVE &&
      around.does === "nothing" &&
      SAYS_IGNORED.test(around.text) &&
      around.guarded.some((line) => line.includes(handler.text)),
  );
