// The fields of a search's answer; search/answer/structured-answer.ts fills them.
import { z } from "zod";
import { CHUNK_KINDS } from "../../vocabulary/chunk.ts";
import { defineTable } from "../answer/table.ts";
import { problemsField } from "../contract/fields.ts";

const part = z.object({
  state: z.enum(["applied", "unavailable", "disabled", "stale", "falling back", "not used"]),
  detail: z.string().optional(),
});

const statisticsField = z.object({
  total_tokens: z.number().meta({ doc: "of every file the project admits to search" }),
  total_tokens_exact: z.boolean().meta({ doc: "false: some files are estimated from their size" }),
  context_tokens: z.number().meta({ doc: "of the source that the answer carries" }),
  saved_tokens: z.number(),
  saved_percent: z.number(),
  hit_files_tokens: z.number().meta({ doc: "of the whole files that the hits lie in" }),
  first_files_tokens: z.number().optional().meta({ doc: "of the whole files of the first three hits" }),
  grep_tokens: z.number().optional().meta({ doc: "of `rg -n -i -C 20` on `grep_words`, estimated" }),
  grep_words: z.array(z.string()).optional().meta({ doc: "the question's two rarest words in the project" }),
  encoding: z.string(),
});

const locationFields = {
  path: z.string(),
  start_line: z.number().meta({ doc: "1-based" }),
  end_line: z.number().meta({ doc: "inclusive" }),
  symbol: z.string().optional().meta({ doc: "readable path of enclosing names" }),
  kind: z.enum(CHUNK_KINDS),
};

export const searchedProject = z.object({
  name: z.string().meta({ doc: "as the hits name it; with its parent folders where two have one name" }),
  root: z.string(),
  commit: z.string().optional().meta({ doc: "what changed_since stands for in it" }),
  files: z.number().optional(),
  lagging_files: z.number().optional().meta({ doc: "not indexed as they are now; absent: fresh" }),
  files_by_words: z.number().optional().meta({ doc: "absent: all" }),
  failure: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .meta({ doc: "why it has no part in the answer" }),
});

const hit = z.object({
  project: z.string().optional().meta({ doc: "of several: the name of its project, to which `path` is relative" }),
  ...locationFields,
  score: z.number().optional().meta({ doc: "with `signals`; comparable within one answer" }),
  signals: z
    .record(z.string(), z.number())
    .optional()
    .meta({ doc: "shares of the score, which they sum to; where `explain` asks for them and the budget has the room" }),
  source_start_line: z.number().optional().meta({ doc: "the lines carried, where they are fewer than the hit has" }),
  source_end_line: z.number().optional(),
  symbol_start_line: z.number().optional().meta({ doc: "of the whole symbol, where the hit is a part of it" }),
  symbol_end_line: z.number().optional(),
  context: z
    .record(z.string(), z.string())
    .optional()
    .meta({ doc: "signatures around the source and imports it uses, by line; a long line ends in …" }),
  source: z.array(z.string()).optional().meta({ doc: "lines; absent for a location" }),
});

/** Hits that did not fit. */
const LOCATIONS = defineTable({
  doc: "further hits, best first",
  columns: { path: z.string(), line: z.number(), symbol: z.string().nullable() },
  line: ({ path, line, symbol }) => `${path}:${line}${symbol === undefined ? "" : ` ${symbol}`}`,
});

const completeness = z.object({
  files: z.number(),
  files_by_words: z.number(),
  files_by_text: z
    .number()
    .optional()
    .meta({ doc: "while the first index is made: files whose text this answer was made from; absent: files_by_words" }),
  chunks: z.number(),
  chunks_by_meaning: z.number(),
});

const details = z.object({
  match_type: z.enum(["hybrid", "words", "meaning", "symbol", "none"]).meta({ doc: "what found the hits" }),
  scores: z.array(z.number()).meta({ doc: "of `hits`, comparable within one answer" }),
  cut: z
    .object({
      hits_found: z.number().meta({ doc: "before the budget; adjacent chunks of a file are one hit" }),
      hits_returned: z.number().meta({ doc: "in `hits` and `locations`" }),
      hits_trimmed: z.number().optional().meta({ doc: "with fewer lines than found" }),
      hits_as_locations: z.number().optional().meta({ doc: "without source, although asked for" }),
      tokens_cut: z.number().optional().meta({ doc: "of source found and not carried" }),
      context_lines_cut: z.number().optional().meta({ doc: "lines of `context` left out" }),
      definitions_omitted: z.number().optional(),
    })
    .optional(),
  index: z.object({
    generation: z.number().meta({ doc: "rises with each update of the index" }),
    lagging_files: z.number().meta({ doc: "0 is fresh" }),
    unchecked: z.literal(true).optional(),
    written_elsewhere: z.boolean().optional(),
  }),
  completeness,
  parts: z.object({ vectors: part, cache: part, disk_cache: part }),
  statistics: statisticsField,
});

export const searchOutput = z.object({
  outcome: z.enum(["found", "empty", "none", "weak", "ambiguous"]).meta({
    doc: "weak: nothing clearly answers the question; none: the project seems to have no answer, and `hits` are the nearest places",
  }),
  project_root: z.string().optional().meta({ doc: "absent: the folder that the client works in" }),
  projects: z.array(searchedProject).optional().meta({ doc: "where several were searched" }),
  hits: z.array(hit).describe("Best first; paths relative to the project"),
  locations: LOCATIONS.field.optional(),
  corrections: z
    .array(z.object({ written: z.string(), searched: z.array(z.string()) }))
    .optional()
    .meta({
      doc: "words that are nowhere in the project, names that it does not define, and what was searched in their place",
    }),
  missing_words: z
    .array(z.string())
    .optional()
    .meta({ doc: "words of the question that occur nowhere in the project" }),
  definitions: z
    .array(z.object({ path: z.string(), line: z.number(), symbol: z.string(), kind: z.enum(CHUNK_KINDS) }))
    .optional(),
  cut: z.string().optional().meta({ doc: "what the budget left out, and a budget that shows more; absent: nothing" }),
  index: z
    .object({
      lagging_files: z.number().meta({ doc: "not indexed as they are now" }),
      unchecked: z.literal(true).optional().meta({
        doc: "files were not checked for changes yet; `lagging_files` counts all",
      }),
      written_elsewhere: z.boolean().optional().meta({ doc: "true: another process updates the index" }),
    })
    .optional()
    .meta({ doc: "absent: up to date" }),
  completeness: completeness.optional().meta({ doc: "absent: everything was searched" }),
  parse: z.record(z.string(), z.number()).optional().meta({ doc: "files hit that are only partly understood" }),
  scope: z
    .object({
      files_in_scope: z.number().meta({ doc: "that the filter admits" }),
      changed_since: z.object({ ref: z.string(), commit: z.string().optional(), files: z.number() }).optional().meta({
        doc: "what changed_since stood for (of several projects, see there), and how many files differ from it",
      }),
      paths: z.array(z.string()).optional(),
      languages: z.array(z.string()).optional(),
      kinds: z.array(z.enum(CHUNK_KINDS)).optional(),
      excluded: z.record(z.string(), z.number()).optional().meta({ doc: "files not searched, by class" }),
    })
    .optional()
    .meta({ doc: "of a narrowed search, and of an empty one" }),
  parts: z.object({ vectors: part }).optional().meta({ doc: "absent: search by meaning is at work" }),
  problems_count: z.number().optional(),
  problems: problemsField.optional(),
  changed_files: z.array(z.string()).optional().meta({ doc: "changed while they were read: their hits are left out" }),
  details: details.optional().meta({
    doc: "for programs: of `--json`, and of MCP under `context-broker/details` in the result's `_meta`; no part of the budget",
  }),
});
