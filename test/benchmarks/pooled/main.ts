// The second judgement of one list over several repositories, from its command line to its report. docs/records/several-projects-measured.md says
// what each figure means.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { linesOf, sourceText } from "../../../src/vocabulary/text.ts";
import { DEPTH } from "../../support/judged.ts";
import { seededRandom } from "../../support/random.ts";
import { commitOf } from "../figures/identify.ts";
import { intoPage } from "../page.ts";
import { findList, findRepositories, keepOnly, type Repository, readQueries } from "../quality/judged-queries.ts";
import { openProgram, type Program } from "../quality/program.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { DEEP, type Hit, hitsAlone, hitsTogether } from "../together/ask.ts";
import {
  agreementOf,
  byReader,
  foreignByGrade,
  forgiving,
  type GradedHit,
  type JudgedAnswer,
  pairsOf,
  pooled,
  strict,
} from "./figures.ts";
import { gradeOf, type Judgements, placeKey, readJudgements } from "./judgements.ts";
import { type PooledOptions, parseOptions, USAGE } from "./options.ts";
import { type DrawnQuery, drawQueries, poolOf } from "./sample.ts";

const COMMAND = "bench:pooled";

interface Lists {
  readonly alone: readonly Hit[];
  readonly together: readonly Hit[];
  readonly deep: readonly Hit[];
}

async function ask(program: Program, repositories: readonly Repository[], of: number, query: string): Promise<Lists> {
  return {
    alone: (await hitsAlone(program, repositories, of, query)).slice(0, DEPTH),
    together: (await hitsTogether(program, repositories, query)).slice(0, DEPTH),
    deep: await hitsTogether(program, repositories, query, DEEP),
  };
}

/** What a reader sees of a hit, and the key that its grade is written under. */
function shownOf({ name, root, prefix }: Repository, hit: Hit): { key: string; shown: string } {
  const path = prefix === "" ? hit.path : hit.path.slice(prefix.length + 1);
  const source = sourceText(readFileSync(join(root, path), "utf8"), 1);
  const lines = linesOf(source, hit.startLine, hit.endLine);
  return { key: placeKey(name, hit), shown: `${path}:${hit.startLine}-${hit.endLine}\n${lines}` };
}

interface Measured {
  readonly queries: string;
  readonly count: number;
  readonly alone: number;
  readonly together: number;
  readonly forgiving: number;
  readonly pooled: number;
  readonly reader: { readonly alone: number; readonly together: number };
  readonly foreign: Readonly<Record<string, number>>;
  readonly agreement: ReturnType<typeof agreementOf>;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function figuresOf(queries: string, answers: readonly JudgedAnswer[]): Measured {
  const reader = answers.flatMap((answer) => byReader(answer) ?? []);
  const counts = answers.flatMap((answer) => [...foreignByGrade(answer)]);
  const foreign = Object.fromEntries(
    ([0, 1, 2, null] as const).map((grade) => [
      grade === null ? "not judged" : String(grade),
      counts.filter(([one]) => one === grade).reduce((sum, [, count]) => sum + count, 0),
    ]),
  );
  return {
    queries,
    count: answers.length,
    alone: mean(answers.map((answer) => strict(answer, answer.alone))),
    together: mean(answers.map((answer) => strict(answer, answer.together))),
    forgiving: mean(answers.map(forgiving)),
    pooled: mean(answers.map(pooled)),
    reader: { alone: mean(reader.map((one) => one.alone)), together: mean(reader.map((one) => one.together)) },
    foreign,
    agreement: agreementOf(answers.flatMap(pairsOf)),
  };
}

const short = (value: number): string => value.toFixed(3).replace(/^(-?)0\./, "$1.");

function render(sets: readonly Measured[]): string {
  const row = (title: string, value: (one: Measured) => string): string[] => [title, ...sets.map(value)];
  const explained = ({ alone, together, forgiving: kept }: Measured): string =>
    alone <= together ? "" : `${Math.round((100 * (kept - together)) / (alone - together))} %`;
  const hits = ({ foreign }: Measured): string =>
    Object.entries(foreign)
      .filter(([, count]) => count > 0)
      .map(([grade, count]) => `${grade}: ${count}`)
      .join(", ");
  return table(
    ["", ...sets.map(({ queries, count }) => `${queries}, ${count} queries`)],
    [
      row("NDCG@10 alone", ({ alone }) => short(alone)),
      row("together, hits of others answer nothing", ({ together }) => short(together)),
      row("together, hits of others that answer are left out", ({ forgiving: kept }) => short(kept)),
      row("share of the loss that these are", explained),
      row("together, they count and are to be found", ({ pooled: all }) => short(all)),
      row("all by the reader: alone", ({ reader }) => short(reader.alone)),
      row("all by the reader: together", ({ reader }) => short(reader.together)),
      row("hits of others in the first ten, by grade", hits),
      row(
        "reader and benchmark agree",
        ({ agreement: { agreed, kappa, hits: of } }) => `${Math.round(100 * agreed)} % of ${of}, kappa ${short(kappa)}`,
      ),
    ],
  );
}

interface Drawn {
  readonly name: string;
  readonly queries: readonly DrawnQuery[];
}

interface Scene {
  readonly program: Program;
  readonly repositories: readonly Repository[];
  readonly drawn: readonly Drawn[];
}

/** Calls `use` with each drawn query's lists, in order. */
async function each(
  { program, repositories, drawn }: Scene,
  use: (set: string, query: DrawnQuery, of: number, lists: Lists) => void,
): Promise<void> {
  for (const { name, queries } of drawn) {
    for (const one of queries) {
      const of = repositories.findIndex((repository) => repository.name === one.query.repo);
      use(name, one, of, await ask(program, repositories, of, one.query.query));
    }
    tell(`${name}: ${queries.length} queries`);
  }
}

async function draw(scene: Scene, file: string, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const lines: string[] = [];
  await each(scene, (_, { id, query }, __, { alone, together }) => {
    const hits = poolOf([alone, together], random).map((hit) => shownOf(scene.repositories[hit.of] as Repository, hit));
    lines.push(JSON.stringify({ id, query: query.query, hits }));
  });
  writeFileSync(file, `${lines.join("\n")}\n`);
}

async function count(scene: Scene, judgements: Judgements): Promise<Measured[]> {
  const answers = new Map<string, JudgedAnswer[]>(scene.drawn.map(({ name }) => [name, []]));
  await each(scene, (set, { id, query: { targets } }, of, lists) => {
    const graded = (hits: readonly Hit[]): GradedHit[] =>
      hits.map((hit) => ({
        ...hit,
        grade: gradeOf(judgements, id, scene.repositories[hit.of]?.name ?? "", hit),
      }));
    const { alone, together, deep } = lists;
    answers.get(set)?.push({ of, targets, alone: graded(alone), together: graded(together), deep: graded(deep) });
  });
  return [...answers].map(([name, all]) => figuresOf(name, all));
}

async function run(options: PooledOptions): Promise<void> {
  const { queries, repositories: checkouts, list, only, cache, json, page } = options;
  if (page !== null) {
    intoPage(readFileSync(page, "utf8"), "", COMMAND);
  }
  const judgements = options.draw === null ? readJudgements(options.judgements) : null;
  const { count: size, seed } = judgements ?? options;
  const all = queries.map(readQueries);
  const sets = keepOnly(all, only);
  const names = new Set(sets.flatMap((set) => set.queries.map(({ repo }) => repo)));
  const repositories = findRepositories(names, checkouts, findList(list, checkouts, queries[0] ?? ""));
  const drawn = all.map((set) => ({ name: set.name, queries: drawQueries(set, size, seed, names) }));
  mkdirSync(cache, { recursive: true });
  const program = openProgram({ cache: realpathSync(cache), vectors: true, openProjects: repositories.length });
  let measured: Measured[] = [];
  try {
    for (const { root } of repositories) {
      tell(await program.index(root));
    }
    const scene = { program, repositories, drawn };
    if (judgements === null) {
      await draw(scene, options.draw ?? "", seed);
      return;
    }
    measured = await count(scene, judgements);
  } finally {
    await program.close();
  }
  const about = [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}, with vectors`,
    ...judgements.about,
  ];
  if (json !== null) {
    writeFileSync(json, `${JSON.stringify({ about, sets: measured }, null, 2)}\n`);
  }
  const report = `${about.map((line) => `- ${line}`).join("\n")}\n\n${render(measured)}\n`;
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, COMMAND));
  }
  process.stdout.write(`\n${report}`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
