// One ranked list over all judged repositories, beside each repository searched alone: whether scores compare across projects. A hit of
// another repository than the query's counts as not relevant.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { ndcg10 } from "../../support/judged.ts";
import { commitOf } from "../figures/identify.ts";
import { intoPage } from "../page.ts";
import { RANKING } from "../quality/ask-program.ts";
import type { PageOptions } from "../quality/judged-options.ts";
import {
  findList,
  findRepositories,
  type JudgedQuery,
  keepOnly,
  type QuerySet,
  type Repository,
  readQueries,
} from "../quality/judged-queries.ts";
import { openProgram, type Program } from "../quality/program.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, quantile, table } from "../support.ts";
import { DEEP, type Hit, hitsAlone, hitsTogether, ownHits } from "./ask.ts";
import { MERGES } from "./merges.ts";
import { parseOptions, USAGE } from "./options.ts";

const COMMAND = "bench:together";
const ALONE = "each alone";
const TOGETHER = "together";
const TOGETHER_DEEP = "together, 100 hits";

/** A loss of NDCG@10 that is told as it is measured. */
const LOSS_TOLD = 0.05;

interface Asked {
  readonly query: JudgedQuery;
  /** Of the query's repository. */
  readonly place: number;
  /** By way of searching. */
  readonly lists: ReadonlyMap<string, readonly Hit[]>;
  readonly milliseconds: number;
  readonly millisecondsAlone: number;
}

async function ask(program: Program, repositories: readonly Repository[], query: JudgedQuery): Promise<Asked> {
  const place = repositories.findIndex(({ name }) => name === query.repo);
  const own = repositories[place];
  if (own === undefined) {
    throw new Error(`${query.repo} is no repository of the list`);
  }
  const lists: Hit[][] = [];
  for (const of of repositories.keys()) {
    lists.push(await hitsAlone(program, repositories, of, query.query));
  }
  // The model has computed the query's vector by now, for both.
  const started = performance.now();
  await program.ask(own.root, query.query, RANKING);
  const between = performance.now();
  const together = await hitsTogether(program, repositories, query.query);
  const ended = performance.now();
  const deep = await hitsTogether(program, repositories, query.query, DEEP);
  return {
    query,
    place,
    lists: new Map<string, readonly Hit[]>([
      [ALONE, lists[place] ?? []],
      [TOGETHER, together],
      [TOGETHER_DEEP, deep],
      ...Object.entries(MERGES).map(([name, merge]) => [name, merge(lists).slice(0, 10)] as const),
    ]),
    milliseconds: ended - between,
    millisecondsAlone: between - started,
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

interface Figures {
  readonly name: string;
  readonly ndcg10: number;
  /** NDCG@10 where the hits of other repositories are taken out. */
  readonly withinOwn: number;
  /** Share of the queries whose first hit is of their own repository. */
  readonly firstIsOwn: number;
  readonly byRepository: Readonly<Record<string, number>>;
}

function figuresOf(name: string, asked: readonly Asked[]): Figures {
  const hitsOf = ({ lists }: Asked) => lists.get(name) ?? [];
  const score = (one: Asked): number => ndcg10(ownHits(hitsOf(one), one.place), one.query.targets);
  const names = [...new Set(asked.map(({ query }) => query.repo))].sort();
  return {
    name,
    ndcg10: mean(asked.map(score)),
    withinOwn: mean(
      asked.map((one) =>
        ndcg10(
          hitsOf(one).filter(({ of }) => of === one.place),
          one.query.targets,
        ),
      ),
    ),
    firstIsOwn: mean(asked.map((one) => (hitsOf(one)[0]?.of === one.place ? 1 : 0))),
    byRepository: Object.fromEntries(
      names.map((repo) => [repo, mean(asked.filter(({ query }) => query.repo === repo).map(score))]),
    ),
  };
}

interface Measured {
  readonly queries: string;
  readonly count: number;
  readonly figures: readonly Figures[];
  readonly p50Ms: { readonly alone: number; readonly together: number };
}

const short = (value: number): string => value.toFixed(3).replace(/^(-?)0\./, "$1.");

function renderSet({ queries, count, figures, p50Ms }: Measured): string {
  const [alone, together] = figures;
  const rows = figures.map(({ name, ndcg10: ndcg, withinOwn, firstIsOwn }) => [
    ...[name, short(ndcg), short(ndcg - (alone?.ndcg10 ?? 0)), short(withinOwn), `${Math.round(100 * firstIsOwn)} %`],
  ]);
  const repositories = Object.keys(alone?.byRepository ?? {}).map((name) => {
    const [a, t] = [alone?.byRepository[name] ?? 0, together?.byRepository[name] ?? 0];
    return [name, short(a), short(t), short(t - a)];
  });
  return [
    `### ${queries}, ${count} queries`,
    "",
    table(["one list by", "NDCG@10", "to alone", "others' hits taken out", "first hit of its own"], rows),
    "",
    `Half of the answers took at most ${p50Ms.alone.toFixed(0)} ms alone and ${p50Ms.together.toFixed(0)} ms together.`,
    "",
    table(["repository", ALONE, TOGETHER, "difference"], repositories),
    "",
  ].join("\n");
}

/** A line for a query that finds less together than alone, for a person. */
function tellLoss({ query, place, lists }: Asked, repositories: readonly Repository[]): void {
  const score = (name: string): number => ndcg10(ownHits(lists.get(name) ?? [], place), query.targets);
  const loss = score(ALONE) - score(TOGETHER);
  if (loss > LOSS_TOLD) {
    const first = (lists.get(TOGETHER) ?? []).slice(0, 3);
    const hits = first.map(
      ({ of, path, startLine, score: value }) => `${repositories[of]?.name}:${path}:${startLine} ${value.toFixed(1)}`,
    );
    tell(`  -${loss.toFixed(2)} ${query.repo}: ${query.query}\n        ${hits.join("  ")}`);
  }
}

async function measure(program: Program, repositories: readonly Repository[], set: QuerySet): Promise<Measured> {
  const asked: Asked[] = [];
  for (const query of set.queries) {
    const one = await ask(program, repositories, query);
    asked.push(one);
    tellLoss(one, repositories);
  }
  tell(`${set.name}: ${asked.length} queries`);
  const names = [ALONE, TOGETHER, TOGETHER_DEEP, ...Object.keys(MERGES)];
  return {
    queries: set.name,
    count: asked.length,
    figures: names.map((name) => figuresOf(name, asked)),
    p50Ms: {
      alone: quantile(
        asked.map(({ millisecondsAlone }) => millisecondsAlone),
        0.5,
      ),
      together: quantile(
        asked.map(({ milliseconds }) => milliseconds),
        0.5,
      ),
    },
  };
}

async function run({
  queries,
  only,
  repositories: checkouts,
  list,
  cache,
  json,
  page,
  vectors,
}: PageOptions): Promise<void> {
  if (page !== null) {
    intoPage(readFileSync(page, "utf8"), "", COMMAND);
  }
  const sets = keepOnly(queries.map(readQueries), only);
  const names = new Set(sets.flatMap((set) => set.queries.map(({ repo }) => repo)));
  const repositories = findRepositories(names, checkouts, findList(list, checkouts, queries[0] ?? ""));
  mkdirSync(cache, { recursive: true });
  const program = openProgram({ cache: realpathSync(cache), vectors, openProjects: repositories.length });
  const measured: Measured[] = [];
  try {
    for (const { root } of repositories) {
      tell(await program.index(root));
    }
    for (const set of sets) {
      measured.push(await measure(program, repositories, set));
    }
  } finally {
    await program.close();
  }
  const about = [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}, ${vectors ? "with vectors" : "by words only"}`,
    `${repositories.length} repositories: ${repositories.map(({ name }) => name).join(", ")}`,
  ];
  if (json !== null) {
    writeFileSync(json, `${JSON.stringify({ about, sets: measured }, null, 2)}\n`);
  }
  const report = [about.map((line) => `- ${line}`).join("\n"), "", ...measured.map(renderSet)].join("\n");
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, COMMAND));
  }
  process.stdout.write(`\n${report}`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
