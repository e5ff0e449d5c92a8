// Includes of C and C++, and the `using` declarations of C++.
import { type ImportLines, lastNames } from "../contract/language.ts";

/** A header does not list its names: its own name is the prefix of the names it declares (`uv_` for `uv_loop_t`). */
function includeNames(statement: string): string[] {
  const [, path = ""] = /[<"]([^>"]+)[>"]/.exec(statement) ?? [];
  const stem = (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "");
  return path === "" ? lastNames(statement) : [stem, `${stem}_`];
}

export const includes: ImportLines = {
  firsts: "#u",
  start: /^\s*(?:#\s*(?:include|import)\b|using\s+(?!namespace\b)[\w:]+\s*;)/,
  names: includeNames,
};
