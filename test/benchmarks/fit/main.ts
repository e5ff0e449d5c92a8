// The fitting of the ranking weights, from its command line to its report: reads, asks the program, fits, judges, prints.
// Each step is elsewhere.
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { findList, findRepositories, type QuerySet, type Repository, readQueries } from "../quality/judged-queries.ts";
import { openProgram } from "../quality/program.ts";
import { runMain, tell } from "../run-main.ts";
import { gatherSamples, type Question } from "./evidence.ts";
import { fitColumns } from "./fit-columns.ts";
import { foldsOf } from "./folds.ts";
import { ablate, judgeFitted, slicesOf } from "./judge-weights.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { type Outcome, renderReport } from "./report.ts";
import { COLUMNS, type Sample, SIGNALS, type Weighting } from "./samples.ts";

/** Each repository in the first folder that has a checkout of it; one that none has is missed in the first. */
function locate(names: Iterable<string>, { checkouts, queries }: Options): Repository[] {
  const [first] = checkouts;
  const folderOf = (name: string) => checkouts.find(({ folder }) => existsSync(join(folder, name))) ?? first;
  const all = [...new Set(names)];
  return checkouts.flatMap((checkout) => {
    const own = all.filter((name) => folderOf(name) === checkout);
    return findRepositories(own, checkout.folder, findList(checkout.list, checkout.folder, queries[0]?.file ?? ""));
  });
}

async function gather(
  { cache }: Options,
  repositories: readonly Repository[],
  questions: readonly Question[],
): Promise<Sample[]> {
  mkdirSync(cache, { recursive: true });
  const program = openProgram({ cache: realpathSync(cache), vectors: true });
  const samples: Sample[] = [];
  try {
    for (const repository of repositories) {
      const started = performance.now();
      const own = questions.filter(({ repo }) => repo === repository.name);
      samples.push(...(await gatherSamples(program, repository, own)));
      tell(`${repository.name}: ${own.length} questions, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    await program.close();
  }
  return samples;
}

function writeJson(file: string, { fitted, ...outcome }: Outcome): void {
  const named = (weighting: Weighting) =>
    Object.fromEntries(
      SIGNALS.map((signal, at) => [
        signal,
        Object.fromEntries(COLUMNS.map((column) => [column, weighting[column][at]])),
      ]),
    );
  const leavingOut = Object.fromEntries([...fitted.leavingOut].map(([repo, weighting]) => [repo, named(weighting)]));
  const all = { ...outcome, weights: named(fitted.inSample), weightsLeavingOut: leavingOut };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  tell(`weights and figures are in ${file}`);
}

const questionsOf = (sets: readonly QuerySet[], { queries }: Options): Question[] =>
  sets.flatMap((set, at) => set.queries.map((query) => ({ ...query, set: at, weight: queries[at]?.weight ?? 1 })));

async function run(options: Options): Promise<void> {
  const sets = options.queries.map(({ file }) => readQueries(file));
  const questions = questionsOf(sets, options);
  const repositories = locate(
    questions.map(({ repo }) => repo),
    options,
  );
  // Before the long work: a folder that cannot be made is found out now.
  if (options.json !== null) {
    mkdirSync(dirname(options.json), { recursive: true });
  }
  const samples = await gather(options, repositories, questions);
  const folds = foldsOf(
    repositories.map(({ name }) => name),
    options.folds,
  );
  const fitted = fitColumns(samples, folds, options.pull, tell);
  const slices = slicesOf(samples, sets.length);
  const outcome: Outcome = {
    queries: options.queries.map((set, at) => ({ ...set, count: sets[at]?.queries.length ?? 0 })),
    repositories: repositories.length,
    folds: folds.length,
    pull: options.pull,
    fitted,
    figures: judgeFitted(samples, slices, fitted),
    ablations: ablate(samples, slices),
  };
  if (options.json !== null) {
    writeJson(options.json, outcome);
  }
  process.stdout.write(renderReport(outcome));
}

/** Runs the fitting; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
