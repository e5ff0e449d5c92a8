// The fields that the inputs and outputs of all tools about code share.
import { z } from "zod";
import { explained, projectField } from "../contract/fields.ts";
import { formatField } from "./answer-format.ts";
import { envelopeField } from "./envelope.ts";
import { projectsAnsweredField } from "./project-labels.ts";

const TOKENS_MIN = 300;
const TOKENS_MAX = 200_000;

/** Input fields of every tool about code. */
export const codeFields = (maxTokens: number) => ({
  project: projectField,
  max_tokens: explained(z.int().min(TOKENS_MIN).max(TOKENS_MAX).default(maxTokens), "", "Most tokens in the answer"),
  format: formatField,
});

/** Output fields of every tool about code. */
export const codeOutput = {
  outcome: z.enum(["found", "empty", "ambiguous"]),
  project_root: z.string().optional().meta({ doc: "absent: the folder that the client works in" }),
  projects: projectsAnsweredField.optional(),
  envelope: envelopeField.optional(),
};
