// What a question costs a server that is warm: judged queries asked one after the other through an MCP client, each for
// the first time, its embedding and the check of all files included; the query cache is off.
//   BENCH_QUERIES=FILE[:FILE …] BENCH_CHECKOUTS=DIR [BENCH_HOME=DIR] npm run bench:part -- warm-query
// Without the variables it asks this repository about itself. BENCH_HOME keeps the indexes and vectors for the next run.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { findList, findRepositories, readQueries } from "./quality/judged-queries.ts";
import { machine, processorMs, quantile, table, timed } from "./support.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const main = join(root, "dist/main.js");
/** Questions about other repositories that are asked first, uncounted: by then the engine has compiled what is hot. */
const WARM_UP = 40;

interface Asked {
  readonly name: string;
  /** Absolute path of the project's folder. */
  readonly root: string;
  readonly queries: readonly string[];
}

function ownSource(): Asked[] {
  const text = readFileSync(join(root, "fixtures/ranking/own-source/queries.json"), "utf8");
  const queries = (JSON.parse(text) as readonly { readonly query: string }[]).map(({ query }) => query);
  return [{ name: "own source", root, queries }];
}

function judged(files: readonly string[], checkouts: string): Asked[] {
  const queries = files.flatMap((file) => readQueries(file).queries);
  const list = findList(null, checkouts, files[0] ?? "");
  const names = queries.map(({ repo }) => repo);
  return findRepositories(names, checkouts, list).map((one) => ({
    name: one.name,
    root: one.root,
    queries: [...new Set(queries.filter(({ repo }) => repo === one.name).map(({ query }) => query))],
  }));
}

interface Measured {
  readonly name: string;
  /** Milliseconds of each query, from request to answer at the client. */
  readonly times: readonly number[];
  /** Processor time of the server and its workers, in milliseconds a query. */
  readonly processor: number;
}

async function measure({ name, root: project, queries }: Asked, others: readonly string[], home: string) {
  const env = {
    ...(process.env as Record<string, string>),
    HOME: home,
    CONTEXT_BROKER_DAEMON: "off",
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_CONFIG_HOME: join(home, "config"),
    CONTEXT_BROKER_QUERY_CACHE: "off",
  };
  execFileSync(process.execPath, [main, "index", "--project", project], { env, stdio: "ignore" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, "serve", "--project", project],
    env,
    stderr: "ignore",
  });
  const client = new Client({ name: "benchmark", version: "1.0.0" });
  await client.connect(transport);
  const ask = async (query: string): Promise<void> => {
    const answer = await client.callTool({ name: "search_codebase", arguments: { query } }, undefined, {
      timeout: 600_000,
    });
    expect(answer.isError ?? false, JSON.stringify(answer.content).slice(0, 500)).toBe(false);
  };
  for (const query of others) {
    await ask(query);
  }
  const before = processorMs(transport.pid ?? 0);
  const times: number[] = [];
  for (const query of queries) {
    times.push((await timed(() => ask(query))).ms);
  }
  const processor = (processorMs(transport.pid ?? 0) - before) / queries.length;
  await client.close();
  return { name, times, processor } satisfies Measured;
}

const row = (name: string, times: readonly number[], processor: number): string[] => [
  name,
  String(times.length),
  quantile(times, 0.5).toFixed(1),
  quantile(times, 0.95).toFixed(1),
  processor.toFixed(1),
];

describe("warm queries", () => {
  it("are measured", async () => {
    const files = (process.env["BENCH_QUERIES"] ?? "").split(":").filter(Boolean);
    const asked = files.length === 0 ? ownSource() : judged(files, process.env["BENCH_CHECKOUTS"] ?? ".");
    const kept = process.env["BENCH_HOME"];
    const home = kept ?? mkdtempSync(join(tmpdir(), "bench-warm-"));
    const measured: Measured[] = [];
    for (const one of asked) {
      const others = asked.flatMap(({ name, queries }) => (name === one.name ? [] : queries.slice(0, 4)));
      const foreign = others.length > 0 ? others : one.queries.map((query) => `${query} elsewhere`);
      measured.push(await measure(one, foreign.slice(0, WARM_UP), home));
      process.stderr.write(`${one.name} measured\n`);
    }
    const all = measured.flatMap(({ times }) => times);
    const processor = measured.reduce((sum, one) => sum + one.processor * one.times.length, 0) / all.length;
    const rows = [...measured.map((one) => row(one.name, one.times, one.processor)), row("all", all, processor)];
    const header = ["repository", "queries", "p50 ms", "p95 ms", "processor ms a query"];
    process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table(header, rows)}\n`);
    if (kept === undefined) {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
