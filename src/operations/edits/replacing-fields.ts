// The fields of tools that replace a text or the matches of an expression.
import { z } from "zod";
import type { Replacing } from "../../edits/replace-matches.ts";
import { PATTERN_LENGTH_MAX } from "../../intelligence/text/pattern.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { explained } from "../contract/fields.ts";

/** UTF-16 units of a text in a request. */
export const TEXT_LENGTH_MAX = 200_000;
const COUNT_MAX = 10_000;

export const replacingFields = {
  find: explained(
    z.string().min(1).max(TEXT_LENGTH_MAX),
    "Text to replace, or expression",
    "Text to replace; with --regex a JavaScript expression",
  ),
  replacement: explained(
    z.string().max(TEXT_LENGTH_MAX),
    "With regex: $&, $1, $<name>, $$",
    "What takes its place; of an expression with $&, $1, $<name> and $$",
  ),
  regex: z.boolean().default(false).describe("Whether find is a regular expression; ^ and $ match at lines"),
  count: z.int().min(1).max(COUNT_MAX).default(1).describe("Replacements expected"),
};

/** @throws INVALID_INPUT for an expression that is too long. */
export function checkLength({ find, regex }: Pick<Replacing, "find" | "regex">): void {
  if (regex && find.length > PATTERN_LENGTH_MAX) {
    throw new Failure("INVALID_INPUT", `find must have at most ${PATTERN_LENGTH_MAX} characters with regex`, {
      hint: "turn regex off for literal text",
    });
  }
}
