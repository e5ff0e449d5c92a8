// The tools of the running Emacs as tools/list and tools/call have them, beside the operations.
import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { EmacsTools } from "../emacs/emacs-tools.ts";
import type { EmacsTool } from "../emacs/exchange.ts";
import { describeIssues } from "../operations/contract/describe-issue.ts";
import { Failure } from "../vocabulary/failure.ts";
import { readsTextAlone } from "./client-forms.ts";
import { asFailure } from "./failures.ts";
import type { ProgressNote } from "./report-progress.ts";
import { renderFailure, type ToolResult } from "./tool-calls.ts";

export interface EmacsToolCall {
  readonly name: string;
  readonly input: unknown;
  /** The client's name. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly onProgress: (note: ProgressNote) => void;
}

/** Emacs's own words, so what they may do is not known here: any but a safe one may change anything. */
export const listedEmacsTool = ({ name, description, safe, inputSchema }: EmacsTool): Tool => ({
  name,
  description,
  inputSchema,
  annotations: { title: name.replaceAll("_", " "), readOnlyHint: safe, openWorldHint: false },
});

export async function callEmacs(emacs: EmacsTools, call: EmacsToolCall): Promise<ToolResult> {
  const { name, input = {}, client, signal, onProgress } = call;
  let progress = 0;
  try {
    const answer = await emacs.call({
      name,
      readInput: (tool) => readInput(tool, input),
      signal,
      onWaiting: (message) => {
        progress += 1;
        onProgress({ progress, message });
      },
    });
    // As Emacs has it: the text of a buffer must arrive unchanged.
    if ("text" in answer) {
      return { content: [{ type: "text", text: answer.text }] };
    }
    const { value } = answer;
    const content: ToolResult["content"] = [{ type: "text", text: JSON.stringify(value) }];
    return readsTextAlone(client) ? { content } : { content, structuredContent: { value } };
  } catch (error) {
    return renderFailure(asFailure(error, name), client);
  }
}

/** Strictly, since a text that goes to Emacs must arrive as it is. Clients send null for what they leave out. */
function readInput({ name, inputSchema }: EmacsTool, input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new Failure("INVALID_INPUT", `the arguments of ${name} are no object`, { hint: "send an object" });
  }
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const schema = z.fromJSONSchema({ ...(inputSchema as z.core.JSONSchema.ObjectSchema), additionalProperties: false });
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new Failure("INVALID_INPUT", describeIssues(read.error.issues).join("; ").slice(0, 600), {
      hint: `the arguments are: ${Object.keys((schema as z.ZodObject).shape).join(", ") || "none"}`,
    });
  }
  return given;
}
