// The benchmark of ranking, from its command line to its report: reads, measures, judges, prints. Each step is elsewhere.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import type { Arm } from "./arm.ts";
import { judge, type Ranking } from "./figures.ts";
import {
  findList,
  findRepositories,
  type JudgedQuery,
  keepOnly,
  type QuerySet,
  questionKey,
  readQueries,
} from "./judged-queries.ts";
import { ARMS, measure } from "./measure.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { renderReport } from "./report.ts";
import { readResults, wordsFileOf, writeResults } from "./results-file.ts";

/** Every question of the files, each once: two files may ask the same. */
function distinct(sets: readonly QuerySet[]): JudgedQuery[] {
  return [...new Map(sets.flatMap(({ queries }) => queries).map((query) => [questionKey(query), query])).values()];
}

/** The arms that have a results file, and its name. */
const filesOf = (file: string): readonly { arm: string; file: string }[] => [
  { arm: ARMS.vectors, file },
  { arm: ARMS.words, file: wordsFileOf(file) },
];

function writeArms(results: string, arms: readonly Arm[], questions: readonly JudgedQuery[]): void {
  for (const { arm, file } of filesOf(results)) {
    const replies = arms.find(({ name }) => name === arm)?.replies;
    if (replies !== undefined) {
      writeResults(file, questions, (question) => replies.get(questionKey(question))?.hits ?? []);
      tell(`${arm}: ranked hits are in ${file}`);
    }
  }
}

/** NOT_FOUND where neither file of the earlier run is there; INVALID_INPUT where it answers other questions. */
function readEarlier(results: string, questions: readonly JudgedQuery[]): { arm: string; ranking: Ranking }[] {
  const files = filesOf(results).filter(({ file }) => existsSync(file));
  if (files.length === 0) {
    throw new Failure("NOT_FOUND", `there are no results ${results}`, { hint: "--against takes what --results wrote" });
  }
  return files.map(({ arm, file }) => {
    const hits = readResults(file);
    const missing = questions.filter((question) => !hits.has(questionKey(question)));
    if (missing.length > 0) {
      throw new Failure(
        "INVALID_INPUT",
        `${file} lacks ${missing.length} of the ${questions.length} questions, such as ${missing[0]?.repo}: ${JSON.stringify(missing[0]?.query)}`,
        { hint: "compare runs of the same queries, or give fewer with --only" },
      );
    }
    return { arm, ranking: { name: "earlier", hitsOf: (query) => hits.get(questionKey(query)) ?? [] } };
  });
}

async function run(options: Options): Promise<void> {
  const sets = keepOnly(options.queries.map(readQueries), options.only);
  const questions = distinct(sets);
  const list = findList(options.list, options.repositories, options.queries[0] ?? "");
  tell(list === null ? "no list of repositories: each checkout is a project as a whole" : `repositories as in ${list}`);
  const repositories = findRepositories(
    questions.map(({ repo }) => repo),
    options.repositories,
    list,
  );
  const earlier = options.against === null ? [] : readEarlier(options.against, questions);
  // Before the long work: a folder that cannot be made is found out now.
  for (const file of [options.results, options.json]) {
    if (file !== null) {
      mkdirSync(dirname(file), { recursive: true });
    }
  }
  const { arms, notes } = await measure(options, repositories, questions, tell);
  if (options.results !== null) {
    writeArms(options.results, arms, questions);
  }
  const figures = sets.map((set) => judge(set, arms, earlier));
  if (options.json !== null) {
    const about = { date: new Date().toISOString().slice(0, 10), machine: machine(), notes };
    writeFileSync(options.json, `${JSON.stringify({ ...about, sets: figures }, null, 2)}\n`);
    tell(`all figures are in ${options.json}`);
  }
  process.stdout.write(renderReport(figures, [machine(), ...notes]));
}

/** Runs the benchmark; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
