// What a search answers, field by field; search/structured-answer.ts makes it.
import { z } from "zod";
import { CHUNK_KINDS } from "../vocabulary/chunk.ts";
import { problemsField } from "./fields.ts";

const part = z.object({
  state: z.enum(["applied", "unavailable", "disabled", "stale", "falling back"]),
  detail: z.string().optional(),
});

export const statisticsField = z.object({
  total_tokens: z.number().describe("Of every file the project admits to search"),
  total_tokens_exact: z.boolean().describe("false: some files are estimated from their size"),
  context_tokens: z.number().describe("Of the source that the answer carries"),
  saved_tokens: z.number(),
  saved_percent: z.number(),
  hit_files_tokens: z.number().describe("Of the whole files that the hits lie in"),
  encoding: z.string(),
});

export const locationFields = {
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  symbol: z.string().nullable(),
  kind: z.enum(CHUNK_KINDS),
  language: z.string().nullable(),
  score: z.number(),
};

const hit = z.object({
  ...locationFields,
  signals: z.record(z.string(), z.number()).optional(),
  source_start_line: z.number().optional(),
  source_end_line: z.number().optional(),
  source: z.string().optional().describe("Absent for a location"),
});

export const searchOutput = z.object({
  outcome: z.enum(["found", "empty", "ambiguous"]),
  project_root: z.string().optional(),
  match_type: z.enum(["hybrid", "words", "meaning", "symbol", "none"]),
  hits: z.array(hit).describe("Best first; paths relative to the project"),
  definitions: z
    .array(z.object({ path: z.string(), line: z.number(), symbol: z.string(), kind: z.enum(CHUNK_KINDS) }))
    .optional(),
  cut: z
    .object({
      hits_found: z.number(),
      hits_returned: z.number(),
      hits_trimmed: z.number().optional(),
      hits_as_locations: z.number().optional(),
      tokens_cut: z.number().optional(),
      signals_omitted: z.boolean().optional(),
      definitions_omitted: z.number().optional(),
      envelope: z.enum(["details", "all but counts"]).optional(),
    })
    .describe("What the budget left out"),
  index: z.object({
    generation: z.number(),
    lagging_files: z.number().describe("Not indexed as they are now; 0 is fresh"),
    written_elsewhere: z.boolean().optional(),
  }),
  completeness: z.object({
    files: z.number(),
    files_by_words: z.number(),
    chunks: z.number(),
    chunks_by_meaning: z.number(),
  }),
  parse: z.record(z.string(), z.number()).optional(),
  scope: z
    .object({
      files_in_scope: z.number(),
      paths: z.array(z.string()).optional(),
      languages: z.array(z.string()).optional(),
      kinds: z.array(z.enum(CHUNK_KINDS)).optional(),
      excluded: z.record(z.string(), z.number()).optional(),
    })
    .optional(),
  parts: z.object({ vectors: part, cache: part, disk_cache: part }).optional(),
  problems_count: z.number().optional(),
  problems: problemsField.optional(),
  changed_files: z.array(z.string()).optional(),
  statistics: statisticsField,
});
