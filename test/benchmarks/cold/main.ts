// The first answer about a project that a server has never seen: how good it is beside the same server's answer when all words are
// indexed, and how long it takes, with and without other work on the machine. What is asked next, while the index is made, is timed too.
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { ndcg10 } from "../../support/judged.ts";
import { commitOf } from "../figures/identify.ts";
import { intoPage } from "../page.ts";
import {
  findList,
  findRepositories,
  type JudgedQuery,
  keepOnly,
  type Repository,
  readQueries,
} from "../quality/judged-queries.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { askCold, askWhole, startBusyLoops } from "./cold-server.ts";
import { type ColdOptions, parseOptions, USAGE } from "./options.ts";
import { type AskedCold, figuresOf, LOADS, type Load, renderReport } from "./report.ts";

const COMMAND = "bench:cold";
/** As many as the machine of a laptop's user has to spare for a build. */
const BUSY_LOOPS = 2;

/** `take` of them, evenly spread. */
function spread<Item>(items: readonly Item[], take: number): Item[] {
  const step = Math.max(1, items.length / take);
  return Array.from({ length: Math.min(take, items.length) }, (_, at) => items[Math.floor(at * step)]).filter(
    (item): item is Item => item !== undefined,
  );
}

interface Asking {
  readonly repository: Repository;
  readonly queries: readonly JudgedQuery[];
}

async function measure(options: ColdOptions, { repository, queries }: Asking, until: number): Promise<AskedCold[]> {
  const program = { main: options.program };
  const { root } = repository;
  const texts = queries.map(({ query }) => query);
  const whole = await askWhole(program, root, texts);
  const asked: AskedCold[] = [];
  const ask = async ({ query, targets }: JudgedQuery, load: Load): Promise<void> => {
    const others = texts.filter((other) => other !== query);
    const { places, milliseconds, sinceStartMs, filesShare, later } = await askCold(program, root, query, others);
    asked.push({
      repo: repository.name,
      query,
      load,
      first: ndcg10(places, targets),
      whole: ndcg10(whole.get(query) ?? [], targets),
      ms: milliseconds,
      sinceStartMs,
      filesShare,
      laterMs: later.map((answer) => answer.milliseconds),
    });
  };
  for (const query of queries) {
    if (performance.now() > until) {
      break;
    }
    await ask(query, "quiet");
    if (options.busy) {
      const loops = startBusyLoops(BUSY_LOOPS);
      await ask(query, "two busy loops").finally(() => loops.stop());
    }
  }
  return asked;
}

async function run(options: ColdOptions): Promise<void> {
  const { queries, only, repositories: checkouts, list, json, page, minutes } = options;
  if (page !== null) {
    intoPage(readFileSync(page, "utf8"), "", COMMAND);
  }
  const until = performance.now() + minutes * 60_000;
  const all = keepOnly(queries.map(readQueries), only).flatMap((set) => set.queries);
  const names = all.map(({ repo }) => repo);
  const repositories = findRepositories(names, checkouts, findList(list, checkouts, queries[0] ?? ""));
  const asked: AskedCold[] = [];
  for (const [at, repository] of repositories.entries()) {
    const now = performance.now();
    if (now > until) {
      tell(`${repository.name}: no time left`);
      continue;
    }
    // Each gets its share of the time that is left.
    const ownUntil = now + (until - now) / (repositories.length - at);
    const own = all.filter(({ repo }) => repo === repository.name);
    asked.push(...(await measure(options, { repository, queries: spread(own, options.each) }, ownUntil)));
    const told = LOADS.map((load) =>
      figuresOf(
        asked.filter(({ repo }) => repo === repository.name),
        load,
      ),
    ).filter(({ questions }) => questions > 0);
    tell(
      `${repository.name}: ${told
        .map(
          ({ load, first, whole, p50Ms, filesShare }) =>
            `${load} ${first.toFixed(3)} of ${whole.toFixed(3)}, ${p50Ms.toFixed(0)} ms, ${Math.round(100 * filesShare)} % of the files`,
        )
        .join("; ")}`,
    );
  }
  const about = [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}`,
    `${repositories.length} repositories: ${repositories.map(({ name }) => name).join(", ")}`,
  ];
  const figures = LOADS.map((load) => figuresOf(asked, load)).filter(({ questions }) => questions > 0);
  if (json !== null) {
    writeFileSync(json, `${JSON.stringify({ about, figures, asked }, null, 2)}\n`);
  }
  const report = [about.map((line) => `- ${line}`).join("\n"), "", renderReport(asked)].join("\n");
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, COMMAND));
  }
  process.stdout.write(`${report}\n`);
}

export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
