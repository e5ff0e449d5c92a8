// This program beside the plain design it replaces, in one run on the same repositories.
//   BENCH_REPOSITORIES=DIR[:DIR …] npm run bench
// Without the variable it measures this repository. Prints Markdown; the raw numbers go to BENCH_RESULTS, a file.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { folderBytes, machine, quantile, table, timed, watchMemory } from "./support.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const main = join(root, "dist/main.js");
const repositories = (process.env["BENCH_REPOSITORIES"] ?? root).split(":").filter(Boolean);

const QUERIES = [
  "where are errors turned into responses",
  "parse command line options",
  "read configuration from a file",
  "open a network connection",
  "cache the result of an expensive computation",
  "validate user input",
  "convert a value to a string",
  "run a task in the background",
  "register a callback for an event",
  "tests for edge cases of empty input",
  "merge two lists of settings",
  "escape special characters in output",
  "close and release resources",
  "compare versions",
  "log a warning message",
];

interface Measurement {
  readonly firstAnswerMs: number;
  readonly indexSeconds: number;
  readonly queryP50Ms: number;
  readonly queryP95Ms: number;
  readonly cacheHitMs: number;
  readonly peakBytes: number;
  readonly indexBytes: number;
  readonly files: number;
  readonly answerTokens: string;
}

async function measureQueries(ask: (query: string) => Promise<unknown>) {
  const fresh: number[] = [];
  const cached: number[] = [];
  for (const query of QUERIES) {
    fresh.push((await timed(() => ask(query))).ms);
    cached.push((await timed(() => ask(query))).ms);
  }
  return { queryP50Ms: quantile(fresh, 0.5), queryP95Ms: quantile(fresh, 0.95), cacheHitMs: quantile(cached, 0.5) };
}

async function startServer(project: string, env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, "serve", "--project", project],
    env: { ...(process.env as Record<string, string>), ...env },
    stderr: "ignore",
  });
  const client = new Client({ name: "benchmark", version: "1.0.0" });
  await client.connect(transport);
  const ask = async (query: string) => {
    const answer = await client.callTool({ name: "search_codebase", arguments: { query } }, undefined, {
      timeout: 600_000,
    });
    expect(answer.isError ?? false, JSON.stringify(answer.content).slice(0, 500)).toBe(false);
    return answer.structuredContent as { statistics: { context_tokens: number }; hits: unknown[] };
  };
  return { client, ask };
}

function run(args: readonly string[], env: Record<string, string>): Promise<{ stdout: string; peakBytes: number }> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
  const memory = watchMemory(child.pid ?? 0);
  let stdout = "";
  child.stdout.on("data", (data: Buffer) => {
    stdout += data.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      const peakBytes = memory.stop();
      if (code === 0) {
        resolve({ stdout, peakBytes });
      } else {
        reject(new Error(`context-broker ${args.join(" ")} ended with ${code}`));
      }
    });
  });
}

async function measureBroker(repository: string, home: string): Promise<Measurement> {
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache"), XDG_CONFIG_HOME: join(home, "config") };
  const first = await timed(async () => {
    const server = await startServer(repository, env);
    await server.ask(QUERIES[0] ?? "");
    return server;
  });
  await first.value.client.close();
  rmSync(home, { recursive: true, force: true });
  const indexed = await timed(() => run(["index", "--project", repository, "--json"], env));
  const report = JSON.parse(indexed.value.stdout) as { coverage: { files: number } };
  const { client, ask } = await startServer(repository, env);
  const warm = await ask("warm the model and the tables");
  const queries = await measureQueries(ask);
  await client.close();
  return {
    firstAnswerMs: first.ms,
    indexSeconds: indexed.ms / 1000,
    ...queries,
    peakBytes: indexed.value.peakBytes,
    indexBytes: folderBytes(home),
    files: report.coverage.files,
    answerTokens: String(warm.statistics.context_tokens),
  };
}

interface PlainAnswer {
  readonly ready?: true;
  readonly files?: number;
  readonly hits?: readonly { readonly content: string }[];
}

function startPlain(script: string, repository: string, vectors: string) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [
    script,
    repository,
    join(root, "models"),
    vectors,
  ]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<PlainAnswer> => {
    const { value, done } = await lines.next();
    if (done === true) {
      throw new Error("the plain design ended early");
    }
    return JSON.parse(value) as PlainAnswer;
  };
  const ask = (query: string) => {
    child.stdin.write(`${query}\n`);
    return next();
  };
  return { child, next, ask };
}

async function measurePlain(repository: string, script: string, home: string): Promise<Measurement> {
  const vectors = join(home, "vectors.json");
  const plain = startPlain(script, repository, vectors);
  const memory = watchMemory(plain.child.pid ?? 0);
  const indexed = await timed(plain.next);
  const first = await timed(() => plain.ask(QUERIES[0] ?? ""));
  const peakBytes = memory.stop();
  const queries = await measureQueries(plain.ask);
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const contents = (first.value.hits ?? []).map((hit) => countTokens(hit.content, { disallowedSpecial: new Set() }));
  plain.child.stdin.end();
  return {
    firstAnswerMs: indexed.ms + first.ms,
    indexSeconds: indexed.ms / 1000,
    ...queries,
    peakBytes,
    indexBytes: folderBytes(home),
    files: indexed.value.files ?? 0,
    answerTokens: String(contents.reduce((sum, count) => sum + count, 0)),
  };
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

function row(design: string, name: string, m: Measurement): string[] {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  return [
    name,
    String(m.files),
    design,
    (m.firstAnswerMs / 1000).toFixed(2),
    m.indexSeconds.toFixed(1),
    `${ms(m.queryP50Ms)} / ${ms(m.queryP95Ms)}`,
    ms(m.cacheHitMs),
    megabytes(m.peakBytes),
    megabytes(m.indexBytes),
    m.answerTokens,
  ];
}

describe("Context Broker beside the plain design", () => {
  it("is measured", async () => {
    const home = mkdtempSync(join(tmpdir(), "bench-"));
    // The plain design is bundled beside dist/, so that it finds the installed packages.
    const script = join(root, "dist", "plain-design.js");
    await build({
      entryPoints: [join(root, "test/benchmarks/plain-design.ts")],
      outfile: script,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
    });
    const rows: string[][] = [];
    const raw: unknown[] = [];
    for (const repository of repositories) {
      const copy = join(home, "projects", basename(repository));
      cpSync(repository, copy, { recursive: true, filter: (path) => !/\/(node_modules|dist|\.git)$/.test(path) });
      const name = basename(repository);
      const broker = await measureBroker(copy, join(home, "broker"));
      rows.push(row("Context Broker", name, broker));
      const plainHome = mkdtempSync(join(home, "plain-"));
      const plain = await measurePlain(copy, script, plainHome);
      rows.push(row("plain", name, plain));
      raw.push({ name, broker, plain });
      rmSync(join(home, "broker"), { recursive: true, force: true });
      process.stderr.write(`${name} measured\n`);
    }
    const header = ["repository", "files", "design", "first answer s", "index s", "query p50 / p95 ms", "cached ms"];
    header.push("peak MB", "index MB", "source tokens an answer");
    process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table(header, rows)}\n`);
    const results = process.env["BENCH_RESULTS"];
    if (results !== undefined) {
      writeFileSync(
        results,
        `${JSON.stringify({ date: new Date().toISOString(), machine: machine(), raw }, null, 2)}\n`,
      );
    }
    rmSync(home, { recursive: true, force: true });
  });
});
