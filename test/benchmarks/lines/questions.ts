// Reads files of questions with the lines that answer them. Says what is wrong with a line; knows no search.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Place } from "../../support/judged.ts";
import { parseLines } from "../quality/judged-queries.ts";

/** In the order of reports. */
export const KINDS = ["plain", "symptom", "message", "misspelled", "name", "none"] as const;
export type Kind = (typeof KINDS)[number];

export interface Question {
  readonly repo: string;
  readonly kind: Kind;
  readonly question: string;
  /** Each answers the question by itself; paths relative to the checkout. Empty exactly where the kind is `none`. */
  readonly answers: readonly Place[];
}

const line = z.int().min(1);
const questionSchema = z
  .object({
    repo: z.string().min(1),
    kind: z.enum(KINDS),
    question: z.string().min(1),
    answers: z.array(
      z
        .object({ path: z.string().min(1), start_line: line, end_line: line })
        .refine(({ start_line: start, end_line: end }) => start <= end, { message: "ends before it starts" }),
    ),
  })
  .refine(({ kind, answers }) => (kind === "none") === (answers.length === 0), {
    message: "has no answers exactly where its kind is none",
  });

/** What tells a question from all others, in results files too. */
export const keyOf = ({ repo, question }: Pick<Question, "repo" | "question">): string => `${repo}\n${question}`;

/** Every question of the files, each once. Throws NOT_FOUND for a missing file and INVALID_INPUT for a wrong line. */
export function readQuestions(files: readonly string[]): Question[] {
  const all = files.flatMap((file) => {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (cause) {
      throw new Failure("NOT_FOUND", `the file of questions ${file} cannot be read: ${(cause as Error).message}`, {
        hint: "correct the path",
        cause,
      });
    }
    return parseLines(file, text, questionSchema).map(({ answers, ...question }) => ({
      ...question,
      answers: answers.map(({ path, start_line, end_line }) => ({ path, startLine: start_line, endLine: end_line })),
    }));
  });
  return [...new Map(all.map((question) => [keyOf(question), question])).values()];
}

/** The questions about these repositories and of these kinds; empty means all. INVALID_INPUT for a name that no question has. */
export function keepQuestions(
  questions: readonly Question[],
  only: readonly string[],
  kinds: readonly string[],
): Question[] {
  const check = (given: readonly string[], known: ReadonlySet<string>, option: string) => {
    const unknown = given.filter((name) => !known.has(name));
    if (unknown.length > 0) {
      throw new Failure("INVALID_INPUT", `${option}: no question has ${unknown.join(", ")}`, {
        hint: `${option} takes of ${[...known].sort().join(", ")}`,
      });
    }
  };
  check(only, new Set(questions.map(({ repo }) => repo)), "--only");
  check(kinds, new Set(KINDS), "--kinds");
  const kept = questions.filter(
    ({ repo, kind }) => (only.length === 0 || only.includes(repo)) && (kinds.length === 0 || kinds.includes(kind)),
  );
  if (kept.length === 0) {
    throw new Failure("INVALID_INPUT", "there is no question to ask", {
      hint: "give other files, repositories or kinds",
    });
  }
  return kept;
}
