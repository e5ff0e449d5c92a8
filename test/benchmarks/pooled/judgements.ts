// What a reader judged each hit to be worth, by query. The file has no query and no source: only ids, places and grades.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Hit } from "../together/ask.ts";

/** 0: not relevant; 1: helps; 2: answers the query. */
export type Grade = 0 | 1 | 2;

const grade = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const schema = z.object({
  about: z.array(z.string()),
  seed: z.int(),
  /** Queries drawn of each file. */
  count: z.int().min(1),
  /** By query, then by `repository:path:first-last`. */
  judgements: z.record(z.string(), z.record(z.string(), grade)),
});

export type Judgements = z.infer<typeof schema>;

export function readJudgements(file: string): Judgements {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Failure("INVALID_INPUT", `${file} has no judgements: ${why}`, {
      hint: "docs/records/benchmarks/2026-11-27-pooled-judgements.json shows the form",
      cause: error,
    });
  }
}

/** `repository`: its name. */
export const placeKey = (repository: string, { path, startLine, endLine }: Hit): string =>
  `${repository}:${path}:${startLine}-${endLine}`;

/** The grade of a hit of the query; null if it was not judged. */
export const gradeOf = ({ judgements }: Judgements, query: string, repository: string, hit: Hit): Grade | null =>
  judgements[query]?.[placeKey(repository, hit)] ?? null;
