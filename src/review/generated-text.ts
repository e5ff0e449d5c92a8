// Whether a program wrote a file, by what its first lines say.
import { roleOf } from "../languages/file-role.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { ReviewedFile } from "./contract.ts";

/** The notice is among the first lines. */
export const NOTICE_LINES = 25;
/** UTF-16 units. */
const NOTICE_LENGTH = 2_000;
const IS_NOTICE = /\b(?:do not (?:edit|modify)|@generated|<auto-?generated)\b/i;
const IS_GENERATED = /generated/i;
const IS_COMMENT = /^\W*(?:#|\/\/|\/?\*|--|<!)/;

export const isCommentLine = (line: string): boolean => IS_COMMENT.test(line);

/** The line (1-based) that says that the text is generated and not to be edited; null where none does. */
export function lineSayingGenerated(text: string): number | null {
  const head = text.slice(0, NOTICE_LENGTH);
  const at = IS_GENERATED.test(head)
    ? splitLines(head)
        .slice(0, NOTICE_LINES)
        .findIndex((line) => IS_NOTICE.test(line))
    : -1;
  return at < 0 ? null : at + 1;
}

/** Whether its path or a comment at its top says so. */
export function isGenerated({ path, after, before }: Pick<ReviewedFile, "path" | "after" | "before">): boolean {
  const text = after ?? before ?? "";
  const line = lineSayingGenerated(text);
  return roleOf(path)?.role === "generated" || (line !== null && isCommentLine(splitLines(text)[line - 1] ?? ""));
}
