// Ruby's `require` and `autoload`.
import type { ImportLines } from "../contract/language.ts";

/** `require "net/http"` binds `Net::HTTP`: the path does not have the capitals. */
function rubyNames(statement: string): string[] {
  const [, constant] = /autoload\s*\(?\s*:(\w+)/.exec(statement) ?? [];
  const [, path = ""] = /["']([^"']+)["']/.exec(statement) ?? [];
  const camel = (part: string): string => part.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const last = path.split("/").at(-1) ?? "";
  return constant === undefined ? [camel(last), last.toUpperCase()] : [constant];
}

export const rubyImports: ImportLines = {
  firsts: "ra",
  start: /^\s*(?:require|require_relative|autoload)\b/,
  names: rubyNames,
};
