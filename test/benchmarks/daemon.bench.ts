// What the shared local server saves: commands and clients' sessions with it and alone, run by turns, on the same warm index.
//   BENCH_REPOSITORIES=DIR[:DIR …] npm run bench:part -- daemon
// Without the variable: a copy of this repository's src/. Memory needs Linux.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { environmentIn, startServer } from "./figures/program.ts";
import { machine, processTree, proportionalBytes, quantile, table, timed } from "./support.ts";

const run = promisify(execFile);
const own = fileURLToPath(new URL("../../", import.meta.url));
const main = join(own, "dist/main.js");
const folders = (process.env["BENCH_REPOSITORIES"] ?? "").split(":").filter((folder) => folder !== "");
const QUESTIONS = [
  "where are settings read",
  "retry with backoff",
  "parse the arguments",
  "close a connection",
  "render an error message",
  "cache of answers",
  "compare two versions",
  "split a text into lines",
  "permission denied",
  "start a child process",
];
const ROUNDS = 3;

interface Way {
  readonly name: string;
  readonly env: Record<string, string>;
}

async function measure(folder: string, home: string): Promise<string[][]> {
  const project = join(home, basename(folder));
  cpSync(folder, project, { recursive: true, filter: (path) => !/node_modules|\.git(\/|$)/.test(path) });
  const alone: Way = { name: "alone", env: environmentIn(join(home, "home")) };
  const shared: Way = { name: "shared server", env: { ...alone.env, CONTEXT_BROKER_DAEMON: "auto" } };
  const command = ({ env }: Way, ...args: readonly string[]) =>
    run(process.execPath, [main, ...args, "--project", project], { env, maxBuffer: 64 * 1024 * 1024 });
  const indexed = await command(alone, "index", "--json");
  const { coverage } = JSON.parse(indexed.stdout) as { coverage: { files: number } };
  const name = `${basename(folder)} (${coverage.files} files)`;
  const rows: string[][] = [];
  const row = (what: string, way: Way, values: readonly number[], digits = 0) =>
    rows.push([
      name,
      what,
      way.name,
      String(values.length),
      ...[0.5, 0.95].map((at) => quantile(values, at).toFixed(digits)),
    ]);
  try {
    const cold = await timed(() => command(shared, "search", "the first question"));
    row("first command, which starts it, ms", shared, [cold.ms]);
    const times = new Map<Way, number[]>([
      [shared, []],
      [alone, []],
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const question of QUESTIONS) {
        // Another text each time, so that no answer comes from the cache of queries.
        const answers = [];
        for (const [way, values] of times) {
          const answer = await timed(() => command(way, "search", `${question} ${round} ${way.name}`, "--json"));
          values.push(answer.ms);
          answers.push((JSON.parse(answer.value.stdout) as { hits: unknown[] }).hits.length);
        }
        expect(Math.min(...answers)).toBeGreaterThan(0);
      }
    }
    for (const [way, values] of times) {
      row("warm `search`, ms", way, values);
    }
    for (const way of [shared, alone]) {
      const server = await startServer({ main }, project, way.env);
      await server.ask("a first question");
      const calls: number[] = [];
      for (const question of QUESTIONS) {
        calls.push((await timed(() => server.ask(`${question} in a session ${way.name}`))).ms);
      }
      const memory = processTree(server.pid).reduce((sum, pid) => sum + proportionalBytes(pid), 0) / 1024 ** 2;
      await server.close();
      row("a client's warm question, ms", way, calls, 1);
      row("memory of the client's processes, MiB", way, [memory]);
    }
  } finally {
    await stop(shared);
  }
  return rows;
}

const stop = ({ env }: Way) => run(process.execPath, [main, "daemon", "stop"], { env }).catch(() => undefined);

describe("the shared local server", () => {
  it("beside processes that work alone", async () => {
    const rows: string[][] = [];
    for (const folder of folders.length > 0 ? folders : [join(own, "src")]) {
      const home = mkdtempSync(join(tmpdir(), "daemon-"));
      try {
        rows.push(...(await measure(folder, home)));
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    }
    const header = ["project", "what", "how", "times", "p50", "p95"];
    process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table(header, rows)}\n`);
  });
});
