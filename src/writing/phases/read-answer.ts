// Reads what the language model answers where an object is asked for. Strict: what does not follow the form is said back, and not guessed.
import { z } from "zod";
import { CALLS_AT_ONCE } from "../prompts/author.ts";

const path = z.string().min(1).max(4096);
const line = z.int().min(1).max(100_000_000);

const toolCall = z.discriminatedUnion("tool", [
  z.object({
    tool: z.literal("list_files"),
    pattern: z.string().min(1).max(512).default("**"),
    path: path.default("."),
  }),
  z.object({ tool: z.literal("read_file"), path, start_line: line.optional(), end_line: line.optional() }),
  z.object({
    tool: z.literal("search_code"),
    query: z.string().min(1).max(2000),
    file_pattern: z.string().max(512).default(""),
  }),
  z.object({ tool: z.literal("get_symbols"), path }),
]);
export type ToolCall = z.output<typeof toolCall>;

const step = z.object({
  notes: z.string().max(20_000).optional(),
  calls: z.array(toolCall).max(CALLS_AT_ONCE).optional(),
  finish: z.string().max(40_000).optional(),
});
export type Step = z.output<typeof step>;

const outline = z.object({
  title: z.string().min(1).max(300),
  sections: z
    .array(
      z.object({
        title: z.string().min(1).max(300),
        focus: z.string().max(4000).default(""),
        files: z.array(path).max(100).default([]),
      }),
    )
    .min(1)
    .max(100),
});

/** What the answer says, or why it cannot be used. */
export type Read<Value> = { readonly value: Value } | { readonly wrong: string };

export const readStep = (text: string): Read<Step> => {
  const read = readObject(text, step);
  return "value" in read && read.value.finish === undefined && (read.value.calls ?? []).length === 0
    ? { wrong: 'it has neither "calls" nor "finish"' }
    : read;
};

export const readOutline = (text: string): Read<z.output<typeof outline>> => readObject(text, outline);

/** Whether an answer is an object rather than prose. */
export const isObject = (text: string): boolean => /^(?:```(?:json)?\s*)?\{/.test(text.trim());

/** The object alone, or in a fence, with nothing but white space around it. */
function readObject<Value>(text: string, form: z.ZodType<Value>): Read<Value> {
  const inner = /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(text.trim())?.[1] ?? text.trim();
  let value: unknown;
  try {
    value = JSON.parse(inner);
  } catch {
    return { wrong: "it is not one JSON object and nothing else" };
  }
  const parsed = form.safeParse(value);
  if (parsed.success) {
    return { value: parsed.data };
  }
  const [issue] = parsed.error.issues;
  return { wrong: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "it does not follow the form"}` };
}
