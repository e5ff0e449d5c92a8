// The benchmark of lines, from its command line to its report: reads, asks, judges, prints. Each step is elsewhere.
import { mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { findRepositories } from "../quality/judged-queries.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { askBaselines, baselineNotes } from "./ask-baselines.ts";
import { askBuild, buildsOf, readFiles } from "./ask-builds.ts";
import { type Row, readRows, writeRows } from "./asked.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { keepQuestions, readQuestions } from "./questions.ts";
import { renderReport } from "./report.ts";

async function run(given: Options): Promise<void> {
  const questions = keepQuestions(readQuestions(given.questions), given.only, given.kinds);
  const repositories = findRepositories(
    questions.map(({ repo }) => repo),
    given.repositories,
    given.list,
  );
  const earlier = given.against === null ? [] : readRows(given.against);
  mkdirSync(given.cache, { recursive: true });
  const options = { ...given, cache: realpathSync(given.cache) };
  if (options.results !== null) {
    // Before the long work: a folder that cannot be made is found out now.
    mkdirSync(dirname(options.results), { recursive: true });
  }
  const builds = buildsOf(options.program ?? packagePath("dist", "main.js"), options.arms);
  const rows: Row[] = [];
  for (const repository of repositories) {
    const files = readFiles(join(options.repositories, repository.name));
    const own = questions.filter(({ repo }) => repo === repository.name);
    for (const build of builds) {
      rows.push(...(await askBuild(build, repository, own, options, files, tell)));
    }
    if (options.baselines) {
      const [first] = builds;
      const ours = rows.filter(({ arm, repo }) => arm === first?.name && repo === repository.name);
      rows.push(...(await askBaselines(repository, own, ours, options, files, tell)));
    }
    if (options.results !== null) {
      writeRows(options.results, rows);
    }
  }
  const armOf = (name: string) => ({ name, rows: rows.filter(({ arm }) => arm === name) });
  const names = new Set(builds.map(({ name }) => name));
  const others = [...new Set(rows.map(({ arm }) => arm))].filter((name) => !names.has(name));
  const notes = [machine(), ...(await baselineNotes(options))];
  process.stdout.write(renderReport([...names].map(armOf), others.map(armOf), earlier, notes));
}

/** Runs the benchmark; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
