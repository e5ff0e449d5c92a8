// Fits the weights of a gathered context to the tasks, and judges each repository's by weights that were fitted to all others.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { assemble, orderPieces } from "../../../src/context/assemble.ts";
import { type Gathered, gather } from "../../../src/context/gather.ts";
import { type Weights, worthsOf } from "../../../src/context/worth.ts";
import { withSnapshot, withSnapshotInSlices } from "../../../src/index/with-snapshot.ts";
import type { CodeScene } from "../../../src/operations/answer/answer-code.ts";
import { fitRows } from "../../../src/operations/answer/fit-rows.ts";
import { openReading } from "../../../src/operations/context/open-reading.ts";
import { writeContext } from "../../../src/operations/context/write-context.ts";
import type { ProjectSession } from "../../../src/operations/contract/services.ts";
import { readUnchanged } from "../../../src/project/read-admitted.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { fitLeavingOut, foldsOf } from "../fit/folds.ts";
import { openProgram } from "../quality/program.ts";
import { tell } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { fitWeights, type Sample } from "./fit-weights.ts";
import { judge, type Range, type Task } from "./judge.ts";

const BUDGETS = [4_000, 8_000] as const;

interface Prepared {
  readonly task: Task;
  readonly repo: string;
  readonly set: string;
  readonly gathered: Gathered;
  readonly samples: readonly Sample[];
  readonly textOf: (path: string, line: number) => string;
}

function samplesOf(task: Task, repo: string, { files }: Gathered): Sample[] {
  const isNecessary = (path: string, line: number): boolean =>
    task.necessary.some((one) => one.path === path && one.start <= line && line <= one.end);
  const all = task.necessary.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return files.flatMap(({ document, pieces, lines, values }) =>
    pieces.map(({ startLine, endLine }, at): Sample => {
      const said = Array.from({ length: endLine - startLine + 1 }, (_, place) => startLine + place).filter((line) =>
        /[\p{L}\p{N}]/u.test(lines[line - 1] ?? ""),
      );
      const necessary = said.filter((line) => isNecessary(document.path, line)).length;
      const share = said.length === 0 ? 0 : necessary / said.length;
      return { repo, values: values[at] ?? [], share, weight: said.length / Math.max(10, all) };
    }),
  );
}

async function prepare(session: ProjectSession, task: Task, repo: string, set: string): Promise<Prepared> {
  const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
  const { signal } = new AbortController();
  const freshness = await index.freshen({ waitMs: 60_000, embedUpTo: 0 });
  const scene = {
    session,
    corpus,
    freshness,
    signal,
    withSnapshot: (use) => withSnapshot(index, use),
    inSlices: (use) => withSnapshotInSlices(index, use, signal),
    read: (document) => readUnchanged(corpus, document),
  } as CodeScene;
  const gathered = await gather(task.task, [], await openReading(scene, { signal }));
  const files = new Map<string, readonly string[]>();
  const textOf = (path: string, line: number): string => {
    const known = files.get(path) ?? readFileSync(join(session.root, path), "utf8").split("\n");
    files.set(path, known);
    return known[line - 1] ?? "";
  };
  return { task, repo, set, gathered, samples: samplesOf(task, repo, gathered), textOf };
}

/** The lines that an answer shows if these weights decide. */
function shownBy(gathered: Gathered, weights: Weights, budget: number, counter: Counter): Range[] {
  const worths = worthsOf(
    gathered.files,
    gathered.files.map(({ values }) => values),
    weights,
  );
  const files = gathered.files.map((file, at) => ({ ...file, worths: worths[at] ?? [] }));
  const weighed = { ...gathered, files };
  const { candidates } = orderPieces(weighed, () => false, false);
  const writing = {
    gathered: weighed,
    candidates,
    overview: null,
    shownBefore: [],
    change: null,
    budget,
    searched: null,
    problems: () => [],
    count: counter.count,
  };
  const form = (shown: number) => {
    const { headline, lines, fields } = writeContext(writing, shown);
    return { text: [headline, ...lines].join("\n"), structured: fields };
  };
  const { shown } = fitRows(candidates.length, budget, form, counter, true);
  return assemble(weighed, candidates.slice(0, shown)).flatMap(({ path, items }) =>
    items.flatMap(({ stretches }) => stretches.map(({ startLine: start, endLine: end }) => ({ path, start, end }))),
  );
}

type Counter = Awaited<ReturnType<typeof loadTokenCounter>>;

/** `npm run bench:context-fit -- CLONES [HOME] [SET …]`; answers the exit code. */
export async function main(
  [clones = "", home = "/tmp/context-broker-fit-context", ...sets]: readonly string[],
  cwd: string,
): Promise<number> {
  if (clones === "") {
    tell("usage: npm run bench:context-fit -- CLONES [HOME] [tasks.json tasks-aside.json …]");
    return 2;
  }
  const counter = await loadTokenCounter();
  const program = openProgram({ cache: resolve(cwd, home), vectors: true });
  const prepared: Prepared[] = [];
  for (const set of sets.length === 0 ? ["tasks.json", "tasks-aside.json"] : sets) {
    const tasks = JSON.parse(readFileSync(packagePath("test", "benchmarks", "context", set), "utf8")) as Task[];
    for (const repository of new Set(tasks.map((task) => task.repository))) {
      const repo = repository.split("/").at(-1) ?? "";
      const root = resolve(cwd, clones, repo);
      if (existsSync(root)) {
        await program.index(root);
        await program.with(root, async (session) => {
          for (const task of tasks.filter((one) => one.repository === repository)) {
            prepared.push(await prepare(session, task, repo, set));
          }
        });
        tell(`${repo}: ${prepared.length} tasks`);
      }
    }
  }
  await program.close();
  const samples = prepared.flatMap((one) => one.samples);
  const folds = foldsOf(
    prepared.map(({ repo }) => repo),
    null,
  );
  const without = fitLeavingOut(samples, folds, (training) => fitWeights(training));
  const rows = [...new Set(prepared.map(({ set }) => set))].flatMap((set) =>
    BUDGETS.map((budget) => {
      const own = prepared.filter((one) => one.set === set);
      const judged = own.map(({ task, repo, gathered, textOf }) =>
        judge(task, shownBy(gathered, without.get(repo) as Weights, budget, counter), textOf),
      );
      const mean = (values: readonly number[]): string =>
        (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(2);
      return [
        set,
        String(budget),
        String(own.length),
        mean(judged.map(({ share }) => share)),
        mean(judged.map(({ isWhole }) => Number(isWhole))),
      ];
    }),
  );
  const { constant, of } = fitWeights(samples);
  const rounded = (value: number): number => Number(value.toPrecision(3));
  const weights = {
    constant: rounded(constant),
    of: Object.fromEntries(Object.entries(of).map(([name, value]) => [name, rounded(value)])),
  };
  process.stdout.write(
    `${machine()}\n\nEach repository by weights that were fitted to the others:\n${table(["set", "tokens", "tasks", "share of lines", "all lines there"], rows)}\n\nFitted to all:\n${JSON.stringify(weights, null, 2)}\n`,
  );
  return 0;
}
