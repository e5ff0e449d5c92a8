// The results of one repository, as they are kept in a file: each edit on a line, so that two runs can be compared.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { OPERATIONS } from "./drawn-edit.ts";

const diagnostic = z.object({ path: z.string(), line: z.number(), message: z.string() });

/** `hasName`: whether the line has the edited symbol's old name, so that a use was denied; else the error follows from elsewhere. */
const unlisted = diagnostic.extend({ hasName: z.boolean().optional() });

const edit = z.object({
  operation: z.enum(OPERATIONS),
  kind: z.string(),
  input: z.record(z.string(), z.unknown()),
  state: z.string(),
  /** What the answer said, where nothing was applied. */
  said: z.string(),
  /** Places in text that is not understood, which the author said to have seen. */
  leftUnread: z.number().default(0),
  /** New diagnostics at places that the answer had not listed. */
  unlisted: z.array(unlisted).readonly(),
  /** Number of new diagnostics at places that it had listed. */
  listed: z.number(),
  /** Whether every byte was as before at the end. */
  isUndone: z.boolean(),
});

const judged = z.object({
  at: z.string(),
  machine: z.string(),
  /** Commit of the program that made the edits. */
  program: z.string().nullable(),
  repository: z.string(),
  commit: z.string().nullable(),
  /** Whether it was not looked at while edits were written. */
  keptAside: z.boolean(),
  compiler: z.string(),
  seed: z.number(),
  edits: z.array(edit).readonly(),
});

export type JudgedEdit = z.infer<typeof edit>;
export type Judged = z.infer<typeof judged>;

/** One after another, each edit on a line. */
export function writeJudged(all: readonly Judged[]): string {
  const texts = all.map(({ edits, ...about }) => {
    const head = JSON.stringify(about, null, 2).slice(0, -2);
    return `${head},\n  "edits": [\n${edits.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]\n}`;
  });
  return texts.length === 1 ? `${texts[0]}\n` : `[\n${texts.join(",\n")}\n]\n`;
}

/** INVALID_INPUT where the file holds something else. */
export function readJudged(file: string): readonly Judged[] {
  const read = z
    .union([judged.transform((one) => [one]), z.array(judged)])
    .safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!read.success) {
    throw new Failure("INVALID_INPUT", `${file} does not hold judged edits`, { hint: "write it with --json" });
  }
  return read.data;
}
