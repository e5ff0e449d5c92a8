// Results files: one line a question with its ranked hits, as an outside scorer reads them and as a later run compares
// with. Knows no metric.
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";
import type { Place } from "../../support/judged.ts";
import { type JudgedQuery, parseLines, questionKey } from "./judged-queries.ts";

const lineSchema = z.object({
  repo: z.string(),
  query: z.string(),
  hits: z.array(z.object({ path: z.string(), start_line: z.number(), end_line: z.number() })),
});

/** Where the hits without vectors go: `results.words.jsonl` beside `results.jsonl`. */
export function wordsFileOf(file: string): string {
  const extension = extname(file);
  return `${file.slice(0, file.length - extension.length)}.words${extension}`;
}

export function writeResults(
  file: string,
  questions: readonly JudgedQuery[],
  hitsOf: (question: JudgedQuery) => readonly Place[],
): void {
  const lines = questions.map((question) => {
    const hits = hitsOf(question).map(({ path, startLine, endLine }) => ({
      path,
      start_line: startLine,
      end_line: endLine,
    }));
    return `${JSON.stringify({ repo: question.repo, query: question.query, hits })}\n`;
  });
  writeFileSync(file, lines.join(""));
}

/** Hits by question key. INVALID_INPUT where a line is none of a results file. */
export function readResults(file: string): ReadonlyMap<string, readonly Place[]> {
  const rows = parseLines(file, readFileSync(file, "utf8"), lineSchema);
  return new Map(
    rows.map((row) => [
      questionKey(row),
      row.hits.map(({ path, start_line, end_line }) => ({ path, startLine: start_line, endLine: end_line })),
    ]),
  );
}
