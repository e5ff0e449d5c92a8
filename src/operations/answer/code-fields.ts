// The fields that the inputs and outputs of all tools about code share.
import { z } from "zod";
import { projectField } from "../contract/fields.ts";
import { ABSENCES } from "./absence.ts";
import { formatField } from "./answer-format.ts";
import { COMPLETENESS } from "./envelope.ts";

const TOKENS_MIN = 300;
const TOKENS_MAX = 200_000;

/** Input fields of every tool about code. */
export const codeFields = (maxTokens: number) => ({
  project: projectField,
  max_tokens: z
    .int()
    .min(TOKENS_MIN)
    .max(TOKENS_MAX)
    .default(maxTokens)
    .describe("Budget")
    .meta({ help: "Most tokens in the answer" }),
  format: formatField,
});

const counts = z.record(z.string(), z.number());

const envelopeField = z
  .object({
    completeness: z.enum(COMPLETENESS).optional().meta({
      doc: "absent: full; limited: cut at the limit, or see `hidden_by`; budget: cut at max_tokens; time: see `files_left`; building: see `lagging`",
    }),
    found: z.number().optional().meta({ doc: "where fewer are shown" }),
    shown: z.number().optional(),
    match: z.string().optional().meta({ doc: "how it was found, where a tool has several ways" }),
    authority: z
      .enum(["index", "disk", "git"])
      .optional()
      .meta({ doc: "absent: the index; disk: the files as they are now; git: what git stores" }),
    hidden: z.number().optional().meta({ doc: "results that the call's own filters keep out" }),
    hidden_by: z.array(z.string()).optional().meta({ doc: "the input fields that do" }),
    absence: z.enum(ABSENCES).optional().meta({
      doc: "why it is empty. absent: everything was looked through; filtered: see `hidden_by`; not_searched: see `files_left`, `lagging`",
    }),
    parse: counts.optional().meta({ doc: "files shown that are only partly understood, by parse state" }),
    files_left: z.number().optional().meta({
      doc: "files not looked through, for want of time, because of their size or because they changed meanwhile",
    }),
    lagging: z.number().optional().meta({ doc: "files not indexed as they are now" }),
    files: z.number().optional().meta({ doc: "files looked through, of an empty answer" }),
    excluded: counts.optional().meta({ doc: "files that no answer looks into, by reason, of an empty answer" }),
  })
  .meta({ doc: "how far the answer can be trusted; what is absent is as usual" });

/** Output fields of every tool about code. */
export const codeOutput = {
  outcome: z.enum(["found", "empty", "ambiguous"]),
  project_root: z.string().optional().meta({ doc: "absent: the folder that the client works in" }),
  envelope: envelopeField.optional(),
};
