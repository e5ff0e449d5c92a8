// A question's row of a results file: what one way of answering gave for it. Written for a later run to compare with, and for
// anyone who looks for the questions that were lost.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { parseLines } from "../quality/judged-queries.ts";
import { KINDS } from "./questions.ts";

const place = z.object({ path: z.string(), start_line: z.number(), end_line: z.number() });

const rowSchema = z.object({
  /** The build or the baseline. */
  arm: z.string(),
  repo: z.string(),
  kind: z.enum(KINDS),
  question: z.string(),
  answered: z.boolean(),
  rank: z.number().nullable(),
  loss: z.enum(["cut", "part", "place", "file"]).nullable(),
  outcome: z.string(),
  doubtful: z.boolean(),
  /** Of the text that a model is given. */
  tokens: z.number(),
  /** Of the structured form; null where there is none. */
  structured_tokens: z.number().nullable(),
  /** Null where it was not timed. */
  ms: z.number().nullable(),
  /** The places that were found, with all their lines; empty where the arm cannot tell. */
  found: z.array(place),
  /** Best first, with the ranges of lines that are shown. */
  hits: z.array(place.extend({ shown: z.array(z.tuple([z.number(), z.number()])) })),
});

export type Row = z.infer<typeof rowSchema>;

export function writeRows(file: string, rows: readonly Row[]): void {
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** NOT_FOUND where there is no such file; INVALID_INPUT where a line is none of a results file. */
export function readRows(file: string): Row[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new Failure("NOT_FOUND", `there are no results ${file}`, {
      hint: "--against takes what --results wrote",
      cause,
    });
  }
  return parseLines(file, text, rowSchema);
}

/** Numbers, in ascending order, as inclusive ranges. */
export function rangesOf(lines: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last[1] + 1) {
      last[1] = line;
    } else {
      ranges.push([line, line]);
    }
  }
  return ranges;
}
