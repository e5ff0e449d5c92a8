// The benchmark of ranking, from its command line to its report. Asks each question once of every arm, repository by
// repository, and leaves judging and printing to others.
import { mkdirSync, realpathSync } from "node:fs";
import process from "node:process";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Arm } from "./arm.ts";
import { askProgram } from "./ask-program.ts";
import {
  findList,
  findRepositories,
  type JudgedQuery,
  type QuerySet,
  questionKey,
  type Repository,
  readQueries,
} from "./judged-queries.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { openProgram, type Program } from "./program.ts";
import { renderReport } from "./report.ts";
import { wordsFileOf, writeResults } from "./results-file.ts";

export const WITH_VECTORS = "with vectors";
export const WORDS = "words";

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** Every question of the files, each once: two files may ask the same. */
function distinct(sets: readonly QuerySet[]): JudgedQuery[] {
  return [...new Map(sets.flatMap(({ queries }) => queries).map((query) => [questionKey(query), query])).values()];
}

async function askAll(
  program: Program,
  repository: Repository,
  questions: readonly JudgedQuery[],
  arm: Arm,
  options: Options,
): Promise<void> {
  const started = performance.now();
  const indexed = await program.index(repository.root);
  const indexedMs = performance.now() - started;
  for (const question of questions) {
    arm.replies.set(questionKey(question), await askProgram(program, repository, question, options.budgets));
  }
  const coverage = /^coverage: (.*)$/m.exec(indexed)?.[1] ?? "";
  tell(
    `${repository.name}, ${arm.name}: ${coverage}; index ${(indexedMs / 1000).toFixed(1)} s, ${questions.length} questions ${((performance.now() - started - indexedMs) / 1000).toFixed(1)} s`,
  );
}

async function measure(
  options: Options,
  repositories: readonly Repository[],
  questions: readonly JudgedQuery[],
): Promise<Arm[]> {
  mkdirSync(options.cache, { recursive: true });
  const cache = realpathSync(options.cache);
  const arms = (options.vectors ? [WITH_VECTORS, WORDS] : [WORDS]).map((name) => ({
    arm: { name, replies: new Map() } satisfies Arm,
    program: openProgram({ cache, vectors: name === WITH_VECTORS }),
  }));
  try {
    for (const repository of repositories) {
      const own = questions.filter(({ repo }) => repo === repository.name);
      for (const { arm, program } of arms) {
        await askAll(program, repository, own, arm, options);
      }
    }
  } finally {
    await Promise.all(arms.map(({ program }) => program.close()));
  }
  return arms.map(({ arm }) => arm);
}

function writeArms(file: string, arms: readonly Arm[], questions: readonly JudgedQuery[]): void {
  for (const { name, replies } of arms) {
    const to = name === WITH_VECTORS ? file : name === WORDS ? wordsFileOf(file) : null;
    if (to !== null) {
      writeResults(to, questions, (question) => replies.get(questionKey(question))?.hits ?? []);
      tell(`${name}: ranked hits are in ${to}`);
    }
  }
}

async function run(options: Options): Promise<void> {
  const sets = options.queries.map((file) => readQueries(file, options.only));
  const questions = distinct(sets);
  const [first = ""] = options.queries;
  const list = findList(options.list, options.repositories, first);
  tell(list === null ? "no list of repositories: each checkout is a project as a whole" : `repositories as in ${list}`);
  const repositories = findRepositories(
    questions.map(({ repo }) => repo),
    options.repositories,
    list,
  );
  const arms = await measure(options, repositories, questions);
  if (options.results !== null) {
    writeArms(options.results, arms, questions);
  }
  process.stdout.write(renderReport(sets, arms));
}

/** Runs the benchmark; answers the exit code. */
export async function main(args: readonly string[], cwd: string): Promise<number> {
  try {
    const options = parseOptions(args, cwd);
    if (options === null) {
      process.stdout.write(USAGE);
      return 0;
    }
    await run(options);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    tell(`error: ${error.message}\n  ${error.hint}`);
    return 2;
  }
}
