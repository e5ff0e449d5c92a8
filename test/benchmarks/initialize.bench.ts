// Time from starting the process to the answer to `initialize`, beside an empty Node process that answers one line.
// Medians of interleaved runs, so that a busy moment meets both alike.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";

const RUNS = 21;
const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
})}\n`;
const EMPTY = 'process.stdin.once("data", () => process.stdout.write("{}\\n"))';

const PROCESSES: Readonly<Record<string, readonly string[]>> = {
  "empty Node": ["-e", EMPTY],
  "context-broker serve": [packagePath("dist", "main.js"), "serve"],
};

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "initialize-bench-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

function timeToAnswer(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: home,
      env: { PATH: process.env["PATH"], HOME: home },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.on("error", reject);
    child.stdout.once("data", () => {
      resolve(performance.now() - started);
      child.kill("SIGKILL");
    });
    child.stdin.write(INITIALIZE);
  });
}

describe("initialize", () => {
  it("is answered", async () => {
    const times = new Map(Object.keys(PROCESSES).map((name) => [name, [] as number[]]));
    for (let run = 0; run < RUNS; run += 1) {
      for (const [name, args] of Object.entries(PROCESSES)) {
        times.get(name)?.push(await timeToAnswer(args));
      }
    }
    const rows = Array.from(times, ([name, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number) => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`;
      return `${name.padEnd(22)} median ${at(0.5).padStart(7)}   fastest ${at(0).padStart(7)}   slowest ${at(1).padStart(7)}`;
    });
    process.stdout.write(`\n${rows.join("\n")}\n`);
  });
});
