// Input and output fields that several operations share, each described once.
import { z } from "zod";
import { STORAGE_MODES } from "../storage/saved-result.ts";
import type { Problem } from "../vocabulary/problem.ts";

export const projectField: z.ZodOptional<z.ZodString> = z
  .string()
  .max(4096)
  .optional()
  .describe("Absolute project path; default: the workspace");

export const storageModeField = z.enum(STORAGE_MODES).optional().describe("Default: as configured");

export const savedNameField = z.string().max(1024).describe("Name of the saved result");

export const problemsField = z.array(z.object({ code: z.string(), path: z.string().optional(), message: z.string() }));

/** Problems as lines of text; "" for none. */
export function renderProblems(problems: readonly Problem[]): string {
  return problems.map(({ message, path }) => `\nproblem: ${path === undefined ? "" : `${path}: `}${message}`).join("");
}
