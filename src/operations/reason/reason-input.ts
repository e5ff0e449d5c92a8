// What a user asks a language model about a project, and how the program talks to that user meanwhile.
import { z } from "zod";
import { codeFields } from "../answer/code-tool.ts";
import { projectField, textField } from "../contract/fields.ts";

const TASK_LENGTH_MAX = 10_000;
const TOKENS = 8_000;
const ALLOWED_MAX = 100;

/** Only for the terminal: no tool of MCP has these fields. */
export const reasonInput = z.strictObject({
  question: textField(TASK_LENGTH_MAX, "The task, in plain words"),
  project: projectField,
  max_tokens: codeFields(TOKENS).max_tokens,
  /** Files and folders that proposed edits may touch beside those that the task names. */
  allow: z.array(z.string().min(1)).max(ALLOWED_MAX).default([]),
  yes: z.boolean().default(false),
  accept_risk: z.boolean().default(false),
});
export type ReasonInput = z.output<typeof reasonInput>;
