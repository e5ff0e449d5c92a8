import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { limitPools, trimPools } from "../../src/system/pool-limits.ts";
import { openWorkerPool, type WorkerPool, type WorkerPoolOptions } from "../../src/system/worker-pool.ts";
import type { EchoTask } from "../support/echo-worker.ts";
import { isAlive } from "../support/is-alive.ts";

interface Echo {
  readonly text: string;
  readonly pid: number;
}

let folder: string;
let entry: string;
const pools: WorkerPool<EchoTask, Echo>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "worker-pool-"));
  entry = join(folder, "echo.mjs");
  const source = fileURLToPath(new URL("../support/echo-worker.ts", import.meta.url));
  await build({ entryPoints: [source], outfile: entry, bundle: true, platform: "node", format: "esm" });
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => rm(folder, { recursive: true }));

const GREETING = { greeting: "hello" };

function open(
  size: number,
  initial: unknown = GREETING,
  more: Partial<WorkerPoolOptions> = {},
): WorkerPool<EchoTask, Echo> {
  const pool = openWorkerPool<EchoTask, Echo>({ entry, size, initial, ...more });
  pools.push(pool);
  return pool;
}

describe("a worker pool", () => {
  it("answers every task, on no more processes than its size", async () => {
    const pool = open(2);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.run({ say: `${i}`, sleepMs: 5 })));
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `hello ${i}`));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
  });

  it("rejects its tasks where no process can be started", async () => {
    const { execPath } = process;
    process.execPath = join(folder, "no-such-node");
    try {
      const pool = open(1);
      const outcomes = await Promise.allSettled([pool.run({ say: "a" }), pool.run({ say: "b" })]);
      expect(outcomes.map((outcome) => outcome.status === "rejected" && String(outcome.reason))).toEqual([
        expect.stringContaining("could not be started"),
        expect.stringContaining("could not be started"),
      ]);
      process.execPath = execPath;
      expect((await pool.run({ say: "c" })).text).toBe("hello c");
    } finally {
      process.execPath = execPath;
    }
  });

  it("does an urgent task before those that wait", async () => {
    const pool = open(1);
    await pool.run({ say: "warm" });
    const order: string[] = [];
    const note = (say: string, urgent = false) =>
      pool.run({ say, sleepMs: 30 }, { urgent }).then(({ text }) => order.push(text));
    await Promise.all([note("first"), note("second"), note("third"), note("query", true)]);
    expect(order).toEqual(["hello first", "hello query", "hello second", "hello third"]);
  });

  it("leaves few tasks to the process for urgent ones where it is the only one, and starts others for more", async () => {
    const pool = open(2, GREETING, { urgentProcess: true, fewTasks: 3 });
    const { pid } = await pool.run({ say: "query" }, { urgent: true });
    const pidsOf = async (count: number) => {
      const tasks = Array.from({ length: count }, (_, at) => pool.run({ say: `${at}`, sleepMs: 20 }));
      return (await Promise.all(tasks)).map((answer) => answer.pid);
    };
    expect(await pidsOf(3)).toEqual([pid, pid, pid]);
    expect(pool.pids()).toEqual([pid]);
    const others = await pidsOf(8);
    expect(pool.pids().length).toBeGreaterThan(1);
    expect(others.filter((other) => other !== pid).length).toBeGreaterThan(0);
    // They are there now: the one for urgent tasks is left alone.
    expect(await pidsOf(2)).not.toContain(pid);
  });

  it("does urgent tasks in a process of their own where wanted, at the program's own priority", async () => {
    const pool = open(1, GREETING, { urgentProcess: true, niceness: 7 });
    const order: string[] = [];
    const note = (say: string, sleepMs: number, urgent: boolean) =>
      pool.run({ say, sleepMs }, { urgent }).then((answer) => {
        order.push(say);
        return answer;
      });
    const background = await note("started", 0, false);
    const long = note("long", 1_500, false);
    const query = await note("query", 0, true);
    expect((await note("another", 0, true)).pid).toBe(query.pid);
    expect((await long).pid).toBe(background.pid);
    expect(order).toEqual(["started", "query", "another", "long"]);
    const own = getPriority();
    expect([background.pid, query.pid].map((pid) => getPriority(pid))).toEqual([Math.max(7, own), own]);
  });

  it("lowers a process by its first task that is not urgent, and leaves urgent ones to others", async () => {
    const pool = open(1, GREETING, { lowers: true, niceness: 7 });
    const own = getPriority();
    const priorityAfter = async (urgent: boolean) => {
      const { pid } = await pool.run({ say: "task" }, { urgent });
      return { pid, niceness: getPriority(pid) };
    };
    const first = await priorityAfter(true);
    const lowered = await priorityAfter(false);
    expect([first.niceness, lowered]).toEqual([own, { pid: first.pid, niceness: Math.max(7, own) }]);
    const long = pool.run({ say: "long", sleepMs: 1_500 });
    const urgent = await priorityAfter(true);
    expect([urgent.niceness, urgent.pid === first.pid]).toEqual([own, false]);
    expect((await long).pid).toBe(first.pid);
  });

  it("ends a spare process soon, the last one late, and all that is idle when told to", async () => {
    const pool = open(3, GREETING, { spareIdleMs: 30, idleMs: 60_000 });
    await Promise.all([1, 2, 3].map((i) => pool.run({ say: `${i}`, sleepMs: 300 })));
    await expect.poll(() => pool.pids().length).toBe(1);
    const [last = 0] = pool.pids();
    expect((await pool.run({ say: "again" })).pid).toBe(last);
    trimPools();
    await expect.poll(() => isAlive(last)).toBe(false);
  });

  it("works on with fewer processes when limited, and with more again", async () => {
    const pool = open(3);
    const run = () => Promise.all([1, 2, 3, 4].map((i) => pool.run({ say: `${i}`, sleepMs: 200 })));
    const distinct = (answers: readonly Echo[]) => new Set(answers.map(({ pid }) => pid)).size;
    await run();
    limitPools(1);
    expect(distinct(await run())).toBe(1);
    limitPools(null);
    await Promise.all([1, 2, 3, 4, 5, 6].map((i) => pool.run({ say: `${i}`, sleepMs: 1_000 })));
    expect(pool.pids()).toHaveLength(3);
  });

  it.each([
    ["throw", { message: expect.stringContaining("thrown") }],
    ["fail", { code: "INVALID_INPUT", hint: "try another" }],
    ["crash", { message: expect.stringContaining("exited early (SIGKILL)") }],
  ] as const)("rejects a task that ends in %s and goes on with the next", async (act, error) => {
    const pool = open(1);
    const ending = pool.run({ say: "x", act });
    const next = pool.run({ say: "next" });
    await expect(ending).rejects.toMatchObject(error);
    expect((await next).text).toBe("hello next");
  });

  it("kills a process that overruns its time and replaces it", async () => {
    const pool = open(1);
    const { pid } = await pool.run({ say: "warm" });
    await expect(pool.run({ say: "x", act: "spin" }, { timeoutMs: 200 })).rejects.toMatchObject({ code: "TIMED_OUT" });
    const replaced = await pool.run({ say: "again" });
    expect(replaced.pid).not.toBe(pid);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("ends the wait of a cancelled task, running or queued, and drops the queued one", async () => {
    const pool = open(1);
    const running = new AbortController();
    const queued = new AbortController();
    const first = pool.run({ say: "first", sleepMs: 200 }, { signal: running.signal });
    const second = pool.run({ say: "second", act: "crash" }, { signal: queued.signal });
    running.abort();
    queued.abort();
    await expect(first).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(second).rejects.toMatchObject({ code: "CANCELLED" });
    expect((await pool.run({ say: "third" })).text).toBe("hello third");
  });

  it("rejects all that waits when its processes cannot prepare", async () => {
    const pool = open(2, { refuse: true });
    const outcomes = await Promise.allSettled([1, 2, 3].map((i) => pool.run({ say: `${i}` })));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "MODEL_MISSING", hint: "bring something" } });
    }
  });

  it("waits on close for a process that says in the same moment that it is ready, though nothing else keeps the program", async () => {
    const program = join(folder, "closes.mjs");
    const contents = `import { openWorkerPool } from "./src/system/worker-pool.ts";
      const pool = openWorkerPool({ entry: ${JSON.stringify(entry)}, size: 1, initial: { greeting: "hello" } });
      pool.run({ say: "a" }).catch(() => undefined);
      // Long enough for the process to be ready, in which its word of it is not read.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
      await pool.close();
      console.log("closed");`;
    const stdin = { contents, resolveDir: packagePath(), loader: "ts" } as const;
    await build({ stdin, outfile: program, bundle: true, platform: "node", format: "esm" });
    expect(execFileSync(process.execPath, [program], { encoding: "utf8" })).toBe("closed\n");
  });

  it("ends its processes on close, also one that never yields, and rejects what waits", async () => {
    const pool = open(1);
    const { pid } = await pool.run({ say: "warm" });
    const spinning = pool.run({ say: "x", act: "spin" });
    const waiting = pool.run({ say: "y" });
    const settled = Promise.allSettled([spinning, waiting]);
    await pool.close();
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(isAlive(pid)).toBe(false);
    await expect(pool.run({ say: "late" })).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
