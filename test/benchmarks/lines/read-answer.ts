// Reads the structured form of a search's answer: which lines of which files it shows as source, hit by hit. The only file of
// this benchmark that knows the form, so that builds with another form can be measured side by side.
import { z } from "zod";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Place } from "../../support/judged.ts";

export interface AnswerHit extends Place {
  /** Text by 1-based line: the source and the lines of context. Empty for a location. */
  readonly shown: ReadonlyMap<number, string>;
}

export interface Answer {
  readonly outcome: string;
  /** Best first: those with source, then those that are only named. */
  readonly hits: readonly AnswerHit[];
}

const lineTexts = z.union([z.string(), z.array(z.string())]);
const hitSchema = z.looseObject({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  source_start_line: z.number().optional(),
  source: lineTexts.optional(),
  context: z.record(z.string(), z.string()).optional(),
});
const rowSchema = z.tuple([z.string(), z.number()], z.unknown());
const answerSchema = z.looseObject({
  outcome: z.string(),
  hits: z.array(hitSchema).default([]),
  locations: z.looseObject({ rows: z.array(rowSchema) }).optional(),
});

/** Throws INTERNAL where the answer has another form. */
export function readAnswer(structured: unknown): Answer {
  const read = answerSchema.safeParse(structured);
  if (!read.success) {
    throw new Failure("INTERNAL", `the answer has another form: ${z.prettifyError(read.error)}`, {
      hint: "teach test/benchmarks/lines/read-answer.ts this form",
    });
  }
  const { outcome, hits, locations } = read.data;
  const named = (locations?.rows ?? []).map(([path, line]) => ({
    path,
    startLine: line,
    endLine: line,
    shown: new Map<number, string>(),
  }));
  return { outcome, hits: [...hits.map(readHit), ...named] };
}

function readHit(hit: z.infer<typeof hitSchema>): AnswerHit {
  const { path, start_line: startLine, end_line: endLine, source = [], context = {} } = hit;
  const first = hit.source_start_line ?? startLine;
  const texts = typeof source === "string" ? source.split("\n") : source;
  const shown = new Map(Object.entries(context).map(([line, text]) => [Number(line), text]));
  for (const [at, text] of texts.entries()) {
    shown.set(first + at, text);
  }
  return { path, startLine, endLine, shown };
}
