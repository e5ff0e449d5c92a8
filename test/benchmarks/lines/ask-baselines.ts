// Puts a repository's questions to the other ways of answering, beside the rows of the build that they are compared with.
import { join } from "node:path";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import type { Repository } from "../quality/judged-queries.ts";
import { ripgrepVersion } from "../quality/ripgrep.ts";
import { rowOf } from "./ask-builds.ts";
import type { Row } from "./asked.ts";
import { answerOf, askRipgrepWords, openCodegraph, type PrintedLine, wholeFiles } from "./baselines.ts";
import type { Files } from "./judge-answer.ts";
import type { Options } from "./options.ts";
import { keyOf, type Question } from "./questions.ts";

/** Hits whose files are shown as a whole. */
const FILES = 3;

export const BASELINES = {
  ripgrep: "rg, two rarest words",
  files: `whole files of the first ${FILES} hits`,
  codegraph: "codegraph, whole answer",
  codegraphCut: "codegraph, cut to our tokens",
} as const;

/** What is measured, or why not: lines of the report. */
export async function baselineNotes({ baselines, codegraph }: Options): Promise<string[]> {
  if (!baselines) {
    return [];
  }
  const version = await ripgrepVersion();
  return [
    version ?? `${BASELINES.ripgrep}: not measured, there is no \`rg\` on the PATH`,
    ...(codegraph === null ? ["codegraph: not measured, --codegraph names no folder"] : []),
    "semble: not measured, it takes its model from a hub",
  ];
}

export async function askBaselines(
  repository: Repository,
  questions: readonly Question[],
  own: readonly Row[],
  options: Options,
  files: Files,
  tell: (line: string) => void,
): Promise<Row[]> {
  const { count } = await loadTokenCounter();
  const byQuestion = new Map(own.map((row) => [keyOf(row), row]));
  const hasRipgrep = (await ripgrepVersion()) !== null;
  const checkout = join(options.repositories, repository.name);
  const codegraph = options.codegraph === null ? null : await openCodegraph(options.codegraph, checkout, options.cache);
  const rows: Row[] = [];
  const add = (arm: string, question: Question, lines: readonly PrintedLine[], budget: number) => {
    const { answer, tokens } = answerOf(lines, budget, count);
    rows.push(rowOf(arm, question, answer, [], files, { tokens, structured_tokens: null, ms: null }));
  };
  for (const question of questions) {
    const row = byQuestion.get(keyOf(question));
    const budget = row?.tokens ?? 0;
    if (hasRipgrep) {
      const found = await askRipgrepWords(repository.root, question.question);
      const prefixed = found.map((line) => ({ ...line, path: inCheckout(line.path, repository) }));
      add(BASELINES.ripgrep, question, prefixed, budget);
    }
    const hits = (row?.hits ?? []).slice(0, FILES).map(({ path }) => path);
    add(BASELINES.files, question, wholeFiles(hits, files), Number.POSITIVE_INFINITY);
    if (codegraph !== null) {
      const explored = await codegraph.ask(question.question);
      add(BASELINES.codegraph, question, explored, Number.POSITIVE_INFINITY);
      add(BASELINES.codegraphCut, question, explored, budget);
    }
  }
  tell(`${repository.name}: the other ways were asked`);
  return rows;
}

const inCheckout = (path: string, { prefix }: Repository): string => (prefix === "" ? path : `${prefix}/${path}`);
