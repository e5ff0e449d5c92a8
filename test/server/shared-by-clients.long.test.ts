// Eight servers (RELIABILITY_SERVERS) on one project, each with its client: one writes, the others read; one that is killed or hangs is
// replaced; a person sees which run and which one writes, and can clear the index under all of them.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type LeaseStatus, leasesIn } from "../../src/index/database/lease-status.ts";
import { runningProcesses } from "../../src/system/running-processes.ts";
import { openSqlite } from "../../src/system/sqlite.ts";
import {
  callTool,
  MAIN,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
  type ToolAnswer,
} from "../support/mcp-server.ts";
import { cacheIn } from "../support/own-home.ts";

const SERVERS = Number(process.env["RELIABILITY_SERVERS"] ?? 8);
const run = promisify(execFile);

let playground: Playground;
let servers: RunningServer[];
beforeEach(async () => {
  playground = await openPlayground(0);
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await playground.remove();
});

const cache = () => cacheIn(playground.home);
const pidOf = (server: RunningServer) => server.process.pid ?? 0;

/** `embedUpTo` chunks are made for an answer that lacks them, also beside who holds the lease. */
async function startAll(root: string, embedUpTo = 100_000): Promise<void> {
  const env = { CONTEXT_BROKER_EMBED_UP_TO: `${embedUpTo}`, CONTEXT_BROKER_SEARCH_WAIT_MS: "120000" };
  const started = Array.from({ length: SERVERS }, (_, at) =>
    startServer(playground, { cwd: root, clientName: `client-${at}`, env }),
  );
  servers.push(...(await Promise.all(started)));
}

async function command(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [MAIN, ...args, "--json"], { env: playground.env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const search = (server: RunningServer) =>
  callTool(server, "search_codebase", { query: "handler77 value" }, { timeout: 180_000 });

function leases(): readonly LeaseStatus[] {
  return namesIn(join(cache(), "projects")).flatMap((name) => leasesIn(join(cache(), "projects", name)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Polls until `found` answers something. */
async function until<Found>(found: () => Found | undefined): Promise<Found> {
  const started = performance.now();
  for (;;) {
    const value = found();
    if (value !== undefined) {
      return value;
    }
    if (performance.now() - started > 90_000) {
      throw new Error(`waited in vain; leases: ${JSON.stringify(leases())}`);
    }
    await delay(30);
  }
}

const lease = (name: string) => () => leases().find((one) => one.name === name && one.state === "working");

/** Stops a server while it holds the lease, and answers its pid: it may have let go between the look and the signal. */
async function stopHolder(name: string): Promise<number> {
  for (;;) {
    const { pid } = await until(lease(name));
    process.kill(pid, "SIGSTOP");
    if (leases().some((one) => one.name === name && one.pid === pid)) {
      return pid;
    }
    process.kill(pid, "SIGCONT");
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    process.kill(pid, signal);
  }
}

function vectorsInStore(): number {
  const [name = ""] = namesIn(join(cache(), "vectors")).filter((file) => file.endsWith(".sqlite"));
  const database = openSqlite(join(cache(), "vectors", name), { readonly: true });
  try {
    return database.prepare<[], number>("SELECT count(*) FROM vectors").pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

const placesOf = ({ structured }: ToolAnswer) =>
  (structured["hits"] as { path: string; start_line: number }[]).map((hit) => `${hit.path}:${hit.start_line}`);

/** The answer once the server has read all vectors, which not every answer waits for: until then it says how many it has. */
const completenessOf = ({ structured }: ToolAnswer): Record<string, number> =>
  (structured["details"] as { completeness?: Record<string, number> } | undefined)?.completeness ?? {};

async function wholeAnswer(server: RunningServer): Promise<ToolAnswer> {
  const started = performance.now();
  for (;;) {
    const answer = await search(server);
    const { chunks, chunks_by_meaning } = completenessOf(answer);
    if (answer.isError || chunks === chunks_by_meaning) {
      return answer;
    }
    if (performance.now() - started > 90_000) {
      throw new Error(`waited in vain for all vectors: ${answer.text.slice(0, 500)}`);
    }
    await delay(100);
  }
}

/** Once the index is whole, which first answers do not wait for. */
async function answerAlike(root: string, asked: readonly RunningServer[]): Promise<void> {
  await command("index", "--project", root);
  const answers = await Promise.all(asked.map(wholeAnswer));
  expect(answers.map(({ isError }) => isError)).not.toContain(true);
  expect(placesOf(answers[0] as ToolAnswer).length).toBeGreaterThan(0);
  expect(new Set(answers.map((one) => placesOf(one).join("\n"))).size).toBe(1);
}

it("one makes the vectors; when it is killed another goes on at once, and all answer alike", async () => {
  const root = await playground.largeProject("shop", 200);
  await startAll(root);
  const early = servers.map((server) => search(server).catch((error: unknown) => error));
  const { pid } = await until(lease("vectors"));
  expect(servers.map(pidOf)).toContain(pid);
  expect(leases().filter(({ name }) => name === "vectors")).toHaveLength(1);
  process.kill(pid, "SIGKILL");
  const next = await until(() => leases().find((one) => one.name === "vectors" && one.pid !== pid));
  expect(next.state).toBe("working");
  await Promise.all(early);
  const living = servers.filter((server) => pidOf(server) !== pid);
  await answerAlike(root, living);
  const status = await callTool(living[0] as RunningServer, "index_status");
  const coverage = status.structured["coverage"] as { chunks: number; chunks_embedded: number };
  expect(coverage.chunks_embedded).toBe(coverage.chunks);
  // Every text was embedded for one row: what two of them had made would be there once all the same.
  expect(vectorsInStore()).toBeLessThanOrEqual(coverage.chunks);
  const { checks } = (await command("doctor")) as { checks: { check: string; detail: string }[] };
  const running = checks.filter(({ check }) => check === "running").map(({ detail }) => detail);
  expect(running).toHaveLength(SERVERS - 1);
  expect(running.every((detail) => /server .* for client-\d 1\.2\.3.*; open: .*shop$/.test(detail))).toBe(true);
  expect(running.some((detail) => detail.includes(`pid ${pid},`))).toBe(false);
}, 240_000);

it("one that hangs is said to, and replaced after its silence; when it wakes it writes nothing wrong", async () => {
  const root = await playground.largeProject("shop", 400);
  // Else the answers under way make all vectors in less than the silence, and nothing is left to take over.
  await startAll(root, 0);
  const early = servers.map((server) => search(server).catch((error: unknown) => error));
  const pid = await stopHolder("vectors");
  const others = servers.map(pidOf).filter((other) => other !== pid);
  try {
    // The first of them takes over within milliseconds of the silence: they stand still while a person looks.
    signalAll(others, "SIGSTOP");
    const hung = await until(() =>
      leases().find((one) => one.name === "vectors" && one.pid === pid && one.state === "hung"),
    ).finally(() => signalAll(others, "SIGCONT"));
    expect(hung.silentMs).toBeGreaterThan(10_000);
    const next = await until(() => leases().find((one) => one.name === "vectors" && one.pid !== pid));
    expect(servers.map(pidOf)).toContain(next.pid);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await Promise.all(early);
  await answerAlike(root, servers);
}, 240_000);

it("an index that is cleared under them stops their work, comes back with the next question, and is whole", async () => {
  const root = await playground.largeProject("shop", 400);
  await startAll(root);
  const early = Promise.all(servers.map((server) => search(server).catch((error: unknown) => error)));
  await until(lease("vectors"));
  await until(() => (vectorsInStore() > 20 ? true : undefined));
  const report = await command("index", "clear", "--project", root);
  expect(report).toMatchObject({ outcome: "found", problems: [] });
  expect((report["stopped_processes"] as number[]).sort()).toEqual(servers.map(pidOf).sort());
  await early;
  await delay(1_500);
  expect([namesIn(join(cache(), "projects")), leases(), vectorsInStore()]).toEqual([[], [], 0]);
  expect((await search(servers[0] as RunningServer)).isError).toBe(false);
  await answerAlike(root, servers);
  expect(runningProcesses(cache()).filter(({ projects }) => projects.includes(root))).toHaveLength(SERVERS);
}, 240_000);
