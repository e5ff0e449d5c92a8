// Input and output fields that several operations share, each described once.
import { z } from "zod";
import { STORAGE_MODES } from "../../storage/saved-result.ts";
import { renderProblem } from "../../vocabulary/failure.ts";
import type { Coverage } from "../../vocabulary/search.ts";
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";

/**
 * The field as a client's schema describes it, which every conversation pays for, and as the help of a command does. `description`: empty where
 * the field's name and default say all.
 */
export const explained = <Field extends z.ZodType>(field: Field, description: string, help: string): Field =>
  field.describe(description).meta({ help });

export const projectField: z.ZodOptional<z.ZodString> = z
  .string()
  .max(4096)
  .optional()
  .describe("Absolute path")
  .meta({ help: "Absolute path of the project; default: the workspace" });

export const projectsField = z
  .union([z.literal("all"), z.array(z.string().max(4096))])
  .optional()
  .describe('Several: absolute paths, or "all"')
  .meta({ help: "Search several projects together: a folder, or all", several: true });

export const savedProjectsField = projectsField.meta({
  help: "For a result about several projects: their folders, or all",
});

/** Not in the list of tools: the answer to a save names the call with it, and their list the projects. */
export const readBackProjectsField = savedProjectsField.meta({ unlisted: true });

export const storageModeField = z.enum(STORAGE_MODES).optional().describe("Default: as configured").meta({
  help: "Where it is stored: global (your data folder), in-project, or both (in the project, or globally if that fails); default: the setting storage_mode",
});

/** `most`: how many entries it takes. */
export const pathsField = (most: number) =>
  z
    .array(z.string().min(1).max(4096))
    .min(1)
    .max(most)
    .optional()
    .describe("")
    .meta({ help: "Only these files, folders or globs" });

/** A text that must not be empty. `most`: UTF-16 units. */
export function textField(most: number, description: string, help?: string): z.ZodString {
  const field = z.string().min(1).max(most).describe(description);
  return help === undefined ? field : field.meta({ help });
}

/** How many rows an answer may have: `usual` of them unless the call says so. */
export const limitField = (usual: number, most: number, rows: string) =>
  explained(z.int().min(1).max(most).default(usual), "", `Most ${rows} to show`);

export const savedNameField = z.string().max(1024).describe("Name of the saved result");

const problemField = z.object({ code: z.string(), path: z.string().optional(), message: z.string() });
export const problemsField = z.array(problemField);

/** Problems listed in an answer for a model, and in one for a terminal; all are counted. */
export const PROBLEMS_LISTED_MAX = 20;
export const problemsCountField = z.number().describe("All, listed or not");

/** Problems as lines of text, the first of them in full; "" for none. `count`: how many there are in all. */
export function renderProblems(
  problems: readonly z.input<typeof problemField>[],
  count: number = problems.length,
): string {
  const listed = problems.slice(0, PROBLEMS_LISTED_MAX).map((problem) => `\n${renderProblem(problem)}`);
  const more = count - listed.length;
  return (
    listed.join("") +
    (more > 0 ? `\nand ${formatNumber(more)} more problems: context-broker index --json lists all` : "")
  );
}

export const coverageField = z.object({
  files: z.number(),
  files_searchable: z.number(),
  chunks: z.number(),
  chunks_embedded: z.number(),
});

export const coverageOf = (coverage: Coverage): z.input<typeof coverageField> => ({
  files: coverage.files,
  files_searchable: coverage.filesSearchable,
  chunks: coverage.chunks,
  chunks_embedded: coverage.chunksEmbedded,
});

/** "all 3,019 files searchable by words, 1,240 of 21,514 chunks by meaning" */
export function renderCoverage(coverage: Coverage): string {
  const part = (have: number, all: number, what: string) => {
    const count = renderCount(all, what);
    return have < all ? `${formatNumber(have)} of ${count}` : all > 1 ? `all ${count}` : count;
  };
  return `${part(coverage.filesSearchable, coverage.files, "file")} searchable by words, ${part(coverage.chunksEmbedded, coverage.chunks, "chunk")} by meaning`;
}
