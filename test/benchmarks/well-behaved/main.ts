// How soon a command ends that is interrupted at any moment of a first index, and how far the time left that it told was
// from the time that it took. In caches of their own; the project is only read.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { packagePath } from "../../../src/system/package-root.ts";
import { runningProcesses, type WorkNote } from "../../../src/system/running-processes.ts";

const MOMENTS = 24;
const SHARES = [0.25, 0.5, 0.75];
/** Below this an embedding is over before an estimate of it means anything. */
const NOTES_MIN = 8;

interface Run {
  readonly child: ChildProcess;
  /** Exit code or signal. */
  readonly ended: Promise<number | string>;
  /** What the command says that it does. */
  work(): WorkNote | undefined;
  remove(): void;
}

function startIndexing(project: string): Run {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-well-behaved-"));
  const cacheFolder = join(folder, "cache");
  const env = {
    ...process.env,
    CONTEXT_BROKER_DAEMON: "off",
    CONTEXT_BROKER_CACHE_FOLDER: cacheFolder,
    CONTEXT_BROKER_DATA_FOLDER: join(folder, "data"),
  };
  const args = [packagePath("dist", "main.js"), "index", "--project", project];
  const child = spawn(process.execPath, args, { env, stdio: "ignore" });
  return {
    child,
    ended: once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string),
    work: () => runningProcesses(cacheFolder)[0]?.work,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Cancelled {
  readonly phase: string;
  readonly afterMs: number;
  readonly endedMs: number;
}

/** Interrupts one run after so many milliseconds; null where it had ended before. */
async function cancelAfter(project: string, afterMs: number): Promise<Cancelled | null> {
  const run = startIndexing(project);
  try {
    const first = await Promise.race([run.ended, delay(afterMs, null)]);
    if (first !== null) {
      return null;
    }
    const phase = run.work()?.phase ?? "starting";
    const from = performance.now();
    run.child.kill("SIGINT");
    await run.ended;
    return { phase, afterMs, endedMs: Math.round(performance.now() - from) };
  } finally {
    run.remove();
  }
}

/** The notes of one whole run's embedding, one a second. */
async function notesOf(project: string): Promise<{ readonly notes: readonly WorkNote[]; readonly endMs: number }> {
  const run = startIndexing(project);
  const notes: WorkNote[] = [];
  let over = false;
  void run.ended.then(() => {
    over = true;
  });
  while (!over) {
    const work = run.work();
    if (work?.phase === "embedding" && work.atMs !== notes.at(-1)?.atMs) {
      notes.push(work);
    }
    await delay(100);
  }
  run.remove();
  return { notes, endMs: notes.at(-1)?.atMs ?? 0 };
}

/** What was told at some shares of the work, beside what it took, in seconds. */
function errorsOf({ notes, endMs }: Awaited<ReturnType<typeof notesOf>>): string[] {
  if (notes.length < NOTES_MIN) {
    return ["too few chunks to tell"];
  }
  const from = notes[0]?.done ?? 0;
  return SHARES.map((share) => {
    const note = notes.find(({ done, total }) => done >= from + share * (total - from));
    const told = note?.secondsLeft ?? null;
    const took = (endMs - (note?.atMs ?? endMs)) / 1000;
    const off = told === null || took === 0 ? "-" : `${Math.round((100 * (told - took)) / took)} %`;
    return `at ${share * 100} %: told ${told?.toFixed(0) ?? "nothing"} s, took ${took.toFixed(0)} s, ${off}`;
  });
}

/** `args`: one project, large enough to be worth interrupting; then `--last MS`, the last moment (default 6,000). */
export async function main(args: readonly string[]): Promise<number> {
  const [project, , last = "6000"] = args;
  if (project === undefined) {
    process.stderr.write("usage: npm run bench:well-behaved -- PROJECT [--last MS]\n");
    return 2;
  }
  const cancelled: Cancelled[] = [];
  for (let moment = 1; moment <= MOMENTS; moment += 1) {
    const one = await cancelAfter(project, Math.round((Number(last) * moment) / MOMENTS));
    cancelled.push(...(one === null ? [] : [one]));
  }
  for (const { phase, afterMs, endedMs } of cancelled) {
    process.stdout.write(`interrupted after ${afterMs} ms (${phase}): ended ${endedMs} ms later\n`);
  }
  const sorted = cancelled.map(({ endedMs }) => endedMs).sort((a, b) => a - b);
  process.stdout.write(`median ${sorted[sorted.length >> 1]} ms, most ${sorted.at(-1)} ms\n`);
  process.stdout.write(`time left: ${errorsOf(await notesOf(project)).join("; ")}\n`);
  return 0;
}
