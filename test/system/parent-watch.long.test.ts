// A worker that never returns to its event loop ends with its parent.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "../support/is-alive.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parent-watch-"));
  const source = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  await build({
    entryPoints: { worker: source("test/support/echo-worker.ts"), pool: source("src/system/worker-pool.ts") },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
  });
});
afterAll(() => rm(folder, { recursive: true }));

/** A parent that has its worker do something, says the worker's id, and lives on. */
async function startParent(act: string): Promise<{ readonly parent: ChildProcess; readonly worker: number }> {
  const script = join(folder, `${act}.mjs`);
  await writeFile(
    script,
    `import { openWorkerPool } from "./pool.mjs";
    const pool = openWorkerPool({ entry: ${JSON.stringify(join(folder, "worker.mjs"))}, size: 1, initial: { greeting: "" } });
    const { pid } = await pool.run({ say: "" });
    pool.run({ say: "", sleepMs: 50, act: ${JSON.stringify(act)} }).catch(() => undefined);
    setTimeout(() => console.log(pid), 300);
    setInterval(() => undefined, 1000);`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const worker = await new Promise<number>((resolve) => parent.stdout.once("data", (data) => resolve(Number(data))));
  return { parent, worker };
}

describe("a worker whose parent is killed", () => {
  it.each(["spin", "rest"])("ends, though it does this for ever: %s", async (act) => {
    const { parent, worker } = await startParent(act);
    expect(isAlive(worker)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(worker), { timeout: 10_000, interval: 50 }).toBe(false);
  });

  it("lives on while its parent hangs, and ends when the parent does", async () => {
    const { parent, worker } = await startParent("rest");
    parent.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(isAlive(worker)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(worker), { timeout: 10_000, interval: 50 }).toBe(false);
  });
});
