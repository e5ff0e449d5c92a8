// The same questions to the embedded index and to a team's index that has the same content: whether the order is the same, what a
// question takes, and how many chunks the second machine had to embed.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { ndcg10, type Place } from "../../support/judged.ts";
import { startWeaviate, type WeaviateNodes } from "../../support/weaviate-nodes.ts";
import { commitOf } from "../figures/identify.ts";
import { intoPage } from "../page.ts";
import { placesOf, RANKING } from "../quality/ask-program.ts";
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
import { parseOptions, USAGE } from "./options.ts";

const COMMAND = "bench:team";

/** An overlap below this is told as it is measured. */
const OVERLAP_TOLD = 0.8;

interface Asked {
  readonly query: JudgedQuery;
  /** Share of the ten hits of the embedded index that the team's has among its ten. */
  readonly overlap: number;
  /** Whether both have the same hits in the same order. */
  readonly isSame: boolean;
  readonly ndcg: { readonly embedded: number; readonly team: number };
  readonly milliseconds: { readonly embedded: number; readonly team: number };
}

const nameOf = ({ path, startLine }: Place): string => `${path}:${startLine}`;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

async function timed(program: Program, root: string, query: string) {
  const started = performance.now();
  const result = await program.ask(root, query, RANKING);
  return { places: placesOf(result), milliseconds: performance.now() - started, vectors: result.parts.vectors };
}

async function ask(embedded: Program, team: Program, { root, prefix }: Repository, query: JudgedQuery): Promise<Asked> {
  const own = await timed(embedded, root, query.query);
  const shared = await timed(team, root, query.query);
  if (shared.vectors.state !== "applied" || !shared.vectors.detail.startsWith("team")) {
    throw new Error(`the team's index did not serve: ${shared.vectors.state}, ${shared.vectors.detail}`);
  }
  const [expected, found] = [own.places.map(nameOf), shared.places.map(nameOf)];
  const placed = (places: readonly Place[]) =>
    places.map((place) => ({ ...place, path: prefix === "" ? place.path : `${prefix}/${place.path}` }));
  return {
    query,
    overlap: expected.filter((name) => found.includes(name)).length / Math.max(1, expected.length),
    isSame: expected.join("\n") === found.join("\n"),
    ndcg: { embedded: ndcg10(placed(own.places), query.targets), team: ndcg10(placed(shared.places), query.targets) },
    milliseconds: { embedded: own.milliseconds, team: shared.milliseconds },
  };
}

interface OfRepository {
  readonly name: string;
  readonly chunks: number;
  /** Chunks that the machine that reads had to embed itself. */
  readonly embeddedAgain: number;
  readonly asked: readonly Asked[];
}

async function measure(
  nodes: WeaviateNodes,
  cache: string,
  repository: Repository,
  queries: readonly JudgedQuery[],
): Promise<OfRepository> {
  const { root, name } = repository;
  const flags = nodes.settings({ [root]: name });
  const embedded = openProgram({ cache, vectors: true });
  await embedded.index(root);
  const publisher = openProgram({ cache, vectors: true, flags });
  tell(await publisher.publish(root).finally(publisher.close));
  const fresh = mkdtempSync(join(tmpdir(), "context-broker-team-"));
  const team = openProgram({ cache: fresh, vectors: true, flags });
  try {
    const { coverage, embeddedChunks } = await team.with(root, async (session) => (await session.index()).complete({}));
    const asked: Asked[] = [];
    for (const query of queries) {
      const one = await ask(embedded, team, repository, query);
      asked.push(one);
      if (one.overlap < OVERLAP_TOLD) {
        tell(`  ${one.overlap.toFixed(1)} ${name}: ${query.query}`);
      }
    }
    return { name, chunks: coverage.chunks, embeddedAgain: embeddedChunks, asked };
  } finally {
    await team.close();
    await embedded.close();
    rmSync(fresh, { recursive: true, force: true });
  }
}

const short = (value: number): string => value.toFixed(3).replace(/^(-?)0\./, "$1.");

function row(name: string, chunks: number, embeddedAgain: number, asked: readonly Asked[]): string[] {
  const of = (read: (one: Asked) => number) => asked.map(read);
  return [
    name,
    String(asked.length),
    String(chunks),
    String(embeddedAgain),
    short(mean(of(({ overlap }) => overlap))),
    `${Math.round(100 * mean(of(({ isSame }) => (isSame ? 1 : 0))))} %`,
    short(mean(of(({ ndcg }) => ndcg.embedded))),
    short(mean(of(({ ndcg }) => ndcg.team))),
    quantile(
      of(({ milliseconds }) => milliseconds.embedded),
      0.5,
    ).toFixed(0),
    quantile(
      of(({ milliseconds }) => milliseconds.team),
      0.5,
    ).toFixed(0),
  ];
}

function render(measured: readonly OfRepository[]): string {
  const sum = (read: (one: OfRepository) => number) => measured.reduce((total, one) => total + read(one), 0);
  const all = row(
    "**all**",
    sum(({ chunks }) => chunks),
    sum(({ embeddedAgain }) => embeddedAgain),
    measured.flatMap(({ asked }) => asked),
  );
  return table(
    [
      "repository",
      "queries",
      "chunks",
      "embedded again",
      "overlap at 10",
      "same order",
      "NDCG@10 embedded",
      "NDCG@10 team",
      "p50 ms embedded",
      "p50 ms team",
    ],
    [...measured.map(({ name, chunks, embeddedAgain, asked }) => row(name, chunks, embeddedAgain, asked)), all],
  );
}

async function run({ queries, repositories: checkouts, list, only, cache, json, page }: PageOptions): Promise<void> {
  if (page !== null) {
    // A wrong page is an error now, not after the measurement.
    intoPage(readFileSync(page, "utf8"), "", COMMAND);
  }
  const sets: readonly QuerySet[] = keepOnly(queries.map(readQueries), only);
  const all = sets.flatMap((set) => set.queries);
  const names = new Set(all.map(({ repo }) => repo));
  const repositories = findRepositories(names, checkouts, findList(list, checkouts, queries[0] ?? ""));
  mkdirSync(cache, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), "context-broker-weaviate-"));
  const nodes = await startWeaviate(data);
  const measured: OfRepository[] = [];
  try {
    for (const repository of repositories) {
      const own = all.filter(({ repo }) => repo === repository.name);
      measured.push(await measure(nodes, realpathSync(cache), repository, own));
    }
  } finally {
    await nodes.stop();
    rmSync(data, { recursive: true, force: true });
  }
  const about = [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}, one Weaviate node on the same machine`,
    "Embedded and team are asked in turn, the embedded one first: the model has the query's vector for the other.",
  ];
  if (json !== null) {
    writeFileSync(json, `${JSON.stringify({ about, repositories: measured }, null, 2)}\n`);
  }
  const report = [about.map((line) => `- ${line}`).join("\n"), "", render(measured), ""].join("\n");
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, COMMAND));
  }
  process.stdout.write(`\n${report}`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
