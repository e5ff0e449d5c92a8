// How long a client waits for its first answers, beside an empty Node process that answers the same number of messages, by turns: quiet and beside
// two busy loops; on a machine that has never started the program, with the shared server running, and alone.
//   npm run bench:part -- opening
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, it } from "vitest";
import { environmentIn } from "./figures/program.ts";
import { machine, quantile, table } from "./support.ts";

const run = promisify(execFile);
const own = fileURLToPath(new URL("../../", import.meta.url));
const main = join(own, "dist/main.js");
const ROUNDS = 20;
/** Answers each message that it is sent, as late as a Node process must. */
const EMPTY = `let at = 0;
process.stdin.on("data", () => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: ++at, result: {} }) + "\\n"));`;

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const INITIALIZE = message(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: { roots: {} },
  clientInfo: { name: "bench", version: "1" },
});

interface Way {
  readonly name: string;
  readonly args: readonly string[];
  /** Makes the environment of the next start. */
  readonly environment: () => Record<string, string>;
  /** Called after it, where the program should not know this start. */
  readonly forget?: (env: Record<string, string>) => Promise<unknown>;
}

interface Times {
  readonly initialize: number[];
  readonly list: number[];
}

/** Milliseconds from the start of the process to each answer; the second request follows the first answer. */
async function start({ args, environment, forget }: Way, times: Times): Promise<void> {
  const env = environment();
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: own, env, stdio: ["pipe", "pipe", "ignore"] });
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.stdin.write(INITIALIZE);
  times.initialize.push(await answered(child, began));
  child.stdin.write(message(2, "tools/list", {}));
  times.list.push(await answered(child, began));
  child.stdin.end();
  child.kill("SIGKILL");
  await gone;
  await forget?.(env);
}

function answered(child: ChildProcess, began: number): Promise<number> {
  return new Promise((resolve) => {
    let line = "";
    const read = (bytes: Buffer): void => {
      line += bytes.toString();
      if (line.endsWith("\n")) {
        child.stdout?.off("data", read);
        resolve(performance.now() - began);
      }
    };
    child.stdout?.on("data", read);
  });
}

async function beside<Result>(loops: number, work: () => Promise<Result>): Promise<Result> {
  const busy = Array.from({ length: loops }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  try {
    return await work();
  } finally {
    for (const child of busy) {
      child.kill("SIGKILL");
    }
  }
}

describe("a client's first answers", () => {
  it("beside an empty Node process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "opening-"));
    const rows: string[][] = [];
    const stop = (env: Record<string, string>) =>
      run(process.execPath, [main, "daemon", "stop"], { env }).catch(() => undefined);
    let homes = 0;
    const home = (): Record<string, string> => {
      homes += 1;
      return { ...environmentIn(join(folder, `home-${homes}`)), CONTEXT_BROKER_DAEMON: "auto" };
    };
    const shared = home();
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, EMPTY);
    const serve = [main, "serve"];
    const ways: readonly Way[] = [
      { name: "empty Node process", args: [empty], environment: () => shared },
      { name: "first start on a machine", args: serve, environment: home, forget: stop },
      { name: "the shared server runs", args: serve, environment: () => shared },
      { name: "alone (`daemon off`)", args: serve, environment: () => ({ ...shared, CONTEXT_BROKER_DAEMON: "off" }) },
    ];
    try {
      for (const [loops, machineIs] of [
        [0, "quiet"],
        [2, "two busy loops"],
      ] as const) {
        await start(ways[2] as Way, { initialize: [], list: [] });
        const times = new Map(ways.map((way) => [way, { initialize: [], list: [] } as Times]));
        await beside(loops, async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            for (const [way, values] of times) {
              await start(way, values);
            }
          }
        });
        const base = quantile(times.get(ways[0] as Way)?.initialize ?? [], 0.5);
        for (const [{ name }, { initialize, list }] of times) {
          const shown = (values: readonly number[]) =>
            `${quantile(values, 0.5).toFixed(0)} (${quantile(values, 0.95).toFixed(0)})`;
          rows.push([machineIs, name, shown(initialize), (quantile(initialize, 0.5) / base).toFixed(2), shown(list)]);
        }
      }
    } finally {
      await stop(shared);
      rmSync(folder, { recursive: true, force: true });
    }
    const header = ["machine", "start", "initialize, ms", "× empty", "tools/list, ms"];
    process.stdout.write(
      `\n${new Date().toISOString().slice(0, 10)}, ${machine()}, ${ROUNDS} starts each, p50 (p95)\n\n${table(header, rows)}\n`,
    );
  });
});
