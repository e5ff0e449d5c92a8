// The input fields that searching and saving share, and the search request that they make.
import { z } from "zod";
import type { Settings } from "../../config/settings.ts";
import { QUERY_LENGTH_MAX } from "../../search/query/parse-query.ts";
import { CHUNK_KINDS } from "../../vocabulary/chunk.ts";
import { DETAILS, type SearchRequest } from "../../vocabulary/search.ts";
import { projectField } from "../contract/fields.ts";

/** Most entries of a list, and most characters of a glob or language, to bound the work of compiling them. */
const ENTRIES_MAX = 100;
const entry = z.string().min(1).max(1000);
export const entriesField = z.array(entry).max(ENTRIES_MAX);

export const searchFields = {
  project: projectField,
  top_k: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe("Default 10")
    .meta({ help: "Most hits; default 10. Room left shows more of the same files" }),
  paths: entriesField
    .optional()
    .describe("Globs: src/**; ! excludes")
    .meta({ help: "Only files that match a glob such as src/**; ! in front leaves files out" }),
  languages: entriesField
    .optional()
    .describe("")
    .meta({ help: "Only files of a language, such as typescript or python" }),
  kinds: z
    .array(z.enum(CHUNK_KINDS))
    .max(ENTRIES_MAX)
    .optional()
    .describe("Such as function, class, test")
    .meta({ help: "Only code of a kind" }),
  changed_since: z
    .string()
    .max(250)
    .optional()
    .describe("Git ref")
    .meta({ help: "Only files that differ from a branch, tag or commit" }),
  detail: z
    .enum(DETAILS)
    .optional()
    .describe("Default snippets; locations: no source")
    .meta({ help: "Show snippets, whole files, or locations without source; default snippets" }),
  max_tokens: z
    .int()
    .min(300)
    .max(200_000)
    .optional()
    .describe("Default 2000")
    .meta({ help: "Most tokens in the answer; default 2000" }),
  explain: z.boolean().optional().describe("Show what each score is made of").meta({ unlisted: true }),
};

export const queryField = z
  .string()
  .min(1)
  .max(QUERY_LENGTH_MAX)
  .describe("A plain sentence, identifiers, an error message")
  .meta({ help: "What to find: a plain sentence, identifiers, an error message" });

const input = z.object({ query: queryField, ...searchFields });
export type SearchInput = z.output<typeof input>;

export const requestOf = (input: SearchInput, settings: Settings): SearchRequest => ({
  query: input.query,
  topK: input.top_k ?? settings.topK,
  filter: {
    paths: input.paths ?? [],
    languages: input.languages ?? [],
    kinds: input.kinds ?? [],
    ...(input.changed_since === undefined ? {} : { changedSince: input.changed_since }),
  },
  detail: input.detail ?? settings.detail,
  maxTokens: input.max_tokens ?? settings.maxTokens,
  ...(input.explain === true ? { explain: true } : {}),
});
