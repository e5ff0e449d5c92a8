// Asks every question of every arm, repository by repository: the program with and without vectors, the baselines, and
// the first answers. Knows neither the right answers nor what is made of the replies.
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { SqliteVectorStore } from "../../../src/embedding/sqlite-vector-store.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type Arm, inCheckout, type Reply } from "./arm.ts";
import { askProgram } from "./ask-program.ts";
import { type Baseline, openPlainBm25, openPlainDesign, openRipgrep } from "./baselines.ts";
import { openFirstAnswers } from "./first-answers.ts";
import { type JudgedQuery, questionKey, type Repository } from "./judged-queries.ts";
import type { Options } from "./options.ts";
import { openProgram, type Program } from "./program.ts";
import { readProjectText } from "./project-text.ts";
import { ripgrepVersion } from "./ripgrep.ts";

export const ARMS = {
  vectors: "with vectors",
  words: "words only",
  first: "first answer",
  plain: "plain design",
  ripgrep: "ripgrep",
  bm25: "plain BM25",
} as const;

export interface Measured {
  readonly arms: readonly Arm[];
  /** Why an arm that was asked for is missing. */
  readonly notes: readonly string[];
}

interface Bench {
  readonly options: Options;
  readonly cache: string;
  readonly tell: (line: string) => void;
  readonly replies: Map<string, Map<string, Reply>>;
  readonly programs: { readonly vectors: Program | null; readonly words: Program };
  readonly ripgrep: boolean;
}

/** Asks one arm all questions about one repository. */
async function askArm(
  { replies, tell }: Bench,
  name: string,
  { name: repository, prefix }: Repository,
  questions: readonly JudgedQuery[],
  ask: (query: string) => Promise<Reply>,
): Promise<void> {
  const own = replies.get(name) ?? new Map<string, Reply>();
  replies.set(name, own);
  const started = performance.now();
  for (const question of questions) {
    own.set(questionKey(question), inCheckout(await ask(question.query), prefix));
  }
  const seconds = (performance.now() - started) / 1000;
  tell(`${repository}, ${name}: ${questions.length} questions, ${seconds.toFixed(1)} s`);
}

/** Untimed, so that no question pays for loading the model, the counter's table or the index. */
const WARM_UP = "where does the work begin";

async function askWarm(
  bench: Bench,
  program: Program,
  name: string,
  repository: Repository,
  questions: readonly JudgedQuery[],
): Promise<void> {
  const { root } = repository;
  const started = performance.now();
  const indexed = await program.index(root);
  const coverage = /^coverage: (.*)$/m.exec(indexed)?.[1] ?? indexed;
  bench.tell(`${repository.name}: ${coverage}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await askProgram(program, root, WARM_UP, false);
  await askArm(bench, name, repository, questions, (query) => askProgram(program, root, query, bench.options.budgets));
}

async function askPlainDesign(
  bench: Bench,
  program: Program,
  repository: Repository,
  questions: readonly JudgedQuery[],
): Promise<void> {
  const { count } = await loadTokenCounter();
  await program.with(repository.root, async (session) => {
    const embedder = await session.embedder();
    if (embedder === null) {
      throw new Failure("EMBEDDING_UNAVAILABLE", "the model is not there", { hint: "run with --no-vectors" });
    }
    const folder = join(bench.cache, "whole-files");
    mkdirSync(folder, { recursive: true });
    const store = new SqliteVectorStore({ folder, model: embedder.model, dimensions: embedder.dimensions });
    try {
      const ask = await openPlainDesign(await readProjectText(session), embedder, store, count);
      await askArm(bench, ARMS.plain, repository, questions, ask);
    } finally {
      store.close();
    }
  });
}

async function askBaselines(bench: Bench, repository: Repository, questions: readonly JudgedQuery[]): Promise<void> {
  const { vectors, words } = bench.programs;
  const { count } = await loadTokenCounter();
  const text = await words.with(repository.root, readProjectText);
  const ask = (name: string, baseline: Baseline) => askArm(bench, name, repository, questions, baseline);
  if (vectors !== null) {
    await askPlainDesign(bench, vectors, repository, questions);
  }
  if (bench.ripgrep) {
    await ask(ARMS.ripgrep, openRipgrep(repository.root, count));
  }
  await ask(ARMS.bm25, openPlainBm25(text, count));
}

async function askRepository(bench: Bench, repository: Repository, questions: readonly JudgedQuery[]): Promise<void> {
  const { options, programs, cache } = bench;
  if (programs.vectors !== null) {
    await askWarm(bench, programs.vectors, ARMS.vectors, repository, questions);
  }
  await askWarm(bench, programs.words, ARMS.words, repository, questions);
  if (options.baselines) {
    await askBaselines(bench, repository, questions);
  }
  if (options.firstAnswers) {
    const ask = await openFirstAnswers(cache, repository.root);
    await askArm(bench, ARMS.first, repository, questions, ask);
  }
}

async function findNotes({ baselines, vectors }: Options): Promise<{ notes: string[]; ripgrep: boolean }> {
  const version = baselines ? await ripgrepVersion() : null;
  const notes = [
    ...(baselines && version !== null ? [version] : []),
    ...(baselines && version === null
      ? [`${ARMS.ripgrep} is not measured: there is no \`rg\` on the PATH; install ripgrep`]
      : []),
    ...(baselines && !vectors ? [`${ARMS.plain} is not measured without vectors`] : []),
  ];
  return { notes, ripgrep: version !== null };
}

/** Progress goes line by line to `tell`. */
export async function measure(
  options: Options,
  repositories: readonly Repository[],
  questions: readonly JudgedQuery[],
  tell: (line: string) => void,
): Promise<Measured> {
  mkdirSync(options.cache, { recursive: true });
  const cache = realpathSync(options.cache);
  const { notes, ripgrep } = await findNotes(options);
  const programs = {
    vectors: options.vectors ? openProgram({ cache, vectors: true }) : null,
    words: openProgram({ cache, vectors: false }),
  };
  const bench: Bench = { options, cache, tell, replies: new Map(), programs, ripgrep };
  try {
    for (const repository of repositories) {
      const own = questions.filter(({ repo }) => repo === repository.name);
      await askRepository(bench, repository, own);
    }
  } finally {
    await Promise.all([programs.vectors?.close(), programs.words.close()]);
  }
  const arms = Object.values(ARMS).flatMap((name) => {
    const replies = bench.replies.get(name);
    return replies === undefined ? [] : [{ name, replies }];
  });
  return { arms, notes };
}
