// One tool for all that a client does with saved results: every conversation pays for the list of tools, and five of them cost more than
// twice as much as one.
import { z } from "zod";
import { wordSet } from "../../vocabulary/text.ts";
import { type ChosenOperation, type Operation, parseInput } from "../contract/operation.ts";
import { deleteSavedResult } from "./delete-saved-result.ts";
import { getSavedResult } from "./get-saved-result.ts";
import { listSavedResults } from "./list-saved-results.ts";
import { saveHandoff } from "./save-handoff.ts";
import { saveSearchResults } from "./save-search-results.ts";

const OPERATIONS = {
  save: saveSearchResults,
  handoff: saveHandoff,
  list: listSavedResults,
  get: getSavedResult,
  delete: deleteSavedResult,
} as const;

/** Of the operations' fields, those that are seldom set. */
const UNLISTED: ReadonlySet<string> = wordSet(
  "filename overwrite storage_mode top_k paths detail max_tokens limit changes",
);

/** All fields of the operations; of those that several have, the form that the first of them gives it. */
const fields = Object.fromEntries(
  Object.values(OPERATIONS)
    .toReversed()
    .flatMap(({ input }) => Object.entries(input.shape as Readonly<Record<string, z.ZodType>>))
    .map(([name, field]) => {
      const optional = field.optional().meta(field.meta() ?? {});
      return [name, UNLISTED.has(name) ? optional.meta({ unlisted: true }) : optional];
    }),
);

const input = z.strictObject({
  action: z
    .enum(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])
    .describe("")
    .meta({ help: "What to do" }),
  ...fields,
  name: z
    .string()
    .max(1024)
    .optional()
    .describe("")
    .meta({ help: "Required by get and delete; else made from query or goal, and time" }),
});

export const savedResults: Operation = {
  name: "saved_results",
  title: "Saved results",
  summary: "Save, list, read and delete results",
  description:
    "Keeps results for later conversations. save: a search's answer; handoff: the state of your work; list; get: one by name, and what changed since; delete: for good.",
  input,
  output: z.object({
    summary: z.string(),
    outcome: z
      .enum(["found", "empty"])
      .meta({ doc: "the rest is as of the command: save, save-handoff, saved list, saved show, saved delete" }),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false },
  command: null,
  toolset: "search",
  choose,
  run: async (asked, context) => {
    const { operation, input } = choose(asked);
    return operation.run(input, context);
  },
};

/** Which fields an action takes, and which it must have, its operation checks. */
function choose(asked: unknown): ChosenOperation {
  const { action, ...own } = parseInput(z.looseObject(input.shape), asked);
  return { operation: OPERATIONS[action], input: own };
}
