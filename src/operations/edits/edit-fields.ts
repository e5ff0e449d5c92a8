// Input fields that the edit tools share.
import { z } from "zod";
import { ADDRESS_LENGTH_MAX } from "../../intelligence/symbols/address.ts";
import { explained, textField } from "../contract/fields.ts";
import type { EditLimits } from "./run-edit.ts";

/** Default of `max_tokens`. */
export const EDIT_TOKENS = 2_000;
const TREE_LENGTH_MAX = 4_096;

/** The symbol that an edit is about. */
export const targetFields = {
  symbol: textField(
    ADDRESS_LENGTH_MAX,
    "path#Class.method, name or path:line",
    "Symbol: path#Class.method, Class.method, name or path:line",
  ),
  hash: explained(
    z
      .string()
      .regex(/^[0-9a-f]{6,64}$/, { error: "must be 6 to 64 hexadecimal digits" })
      .optional(),
    "Of its file, from get_symbol_source: the edit is refused if the file changed since",
    "Hash of its file, from get-symbol-source: the edit is refused if the file changed since",
  ),
};
export type TargetInput = z.output<z.ZodObject<typeof targetFields>>;

/** What the author allows. */
export const limitFields = {
  scope: explained(
    z.string().min(1).max(ADDRESS_LENGTH_MAX).optional(),
    "Refuse it beyond this: folder, file, file:10-40 or path#symbol",
    "Refuse the edit where it goes beyond this: folder, file, file:10-40 or path#symbol",
  ),
  allow_syntax_errors: z.boolean().default(false).describe("Allow an edit that adds a syntax error"),
  leave_unread: z
    .int()
    .min(0)
    .default(0)
    .describe("Places in text that is not understood that you have looked at: the count in the warning"),
};
export type LimitInput = z.output<z.ZodObject<typeof limitFields>>;

export const limitsOf = (input: LimitInput): EditLimits => ({
  scope: input.scope,
  allowSyntaxErrors: input.allow_syntax_errors,
  leaveUnread: input.leave_unread,
});

export const applyField = z.boolean().default(false).describe("Write the files; default: preview");

export const worktreeField = explained(
  z.string().min(1).max(TREE_LENGTH_MAX).optional(),
  "Edit there: path or branch of another git worktree",
  "Make the edit in another git worktree of this repository: its path or branch",
);

export const sessionTreeField = explained(
  z.string().min(1).max(TREE_LENGTH_MAX).optional(),
  "Of another git worktree: its path or branch",
  "Use the sessions of another git worktree of this repository: its path or branch",
);

export const sessionField = z
  .string()
  .regex(/^[0-9a-f]{8}$/, { error: "must be 8 hexadecimal digits" })
  .optional();
