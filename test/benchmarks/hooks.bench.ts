// How long a client waits for a hook: from the start of the shell that runs the installed command to its end, with a warm shared server. Blocks
// without and with two processes that never rest, one after another, and in each block every event in turn, beside the start of Node alone.
//   [BENCH_REPOSITORIES=DIR[:DIR …]] [BENCH_ROUNDS=3] npm run bench:part -- hooks
// Without the first variable: a copy of this repository's src/.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hookCommand } from "../../src/clients/hook-entries.ts";
import { environmentIn } from "./figures/program.ts";
import { machine, quantile, table, timed } from "./support.ts";

const run = promisify(execFile);
const own = fileURLToPath(new URL("../../", import.meta.url));
const main = join(own, "dist/main.js");
const folders = (process.env["BENCH_REPOSITORIES"] ?? "").split(":").filter((folder) => folder !== "");
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const CALLS_A_BLOCK = 10;
const GAP_MS = 400;
const BUSY = 2;
/** What a hook may take. */
const PROMISED_MS = 150;
const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|java)$/;

interface Scene {
  readonly project: string;
  readonly env: Record<string, string>;
  readonly command: string;
  /** Files that are edited, one after another. */
  readonly files: readonly string[];
}

interface Event {
  readonly name: string;
  /** Runs once before each call. */
  readonly before?: (scene: Scene, call: number) => void;
  /** What the client writes; null starts Node alone. */
  readonly message: ((scene: Scene, call: number) => object) | null;
}

const claude = (scene: Scene, event: string, tool: string, input: object, session: string): object => ({
  session_id: session,
  cwd: scene.project,
  hook_event_name: event,
  tool_name: tool,
  tool_input: input,
});
const editedIn = ({ files }: Scene, call: number): string => files[call % files.length] ?? "";

const EVENTS: readonly Event[] = [
  { name: "Node alone (`node -e 0`)", message: null },
  {
    name: "nothing to do (`npm test`)",
    message: (scene) => claude(scene, "PreToolUse", "Bash", { command: "npm test" }, "nothing"),
  },
  {
    name: "before a search",
    message: (scene, call) => claude(scene, "PreToolUse", "Grep", { pattern: "openIndex" }, `search-${call}`),
  },
  {
    name: "after an edit",
    before: (scene, call) => appendFileSync(editedIn(scene, call), "\n"),
    message: (scene, call) => claude(scene, "PostToolUse", "Edit", { file_path: editedIn(scene, call) }, "edits"),
  },
];

function openScene(folder: string, home: string): Scene {
  const project = join(home, basename(folder));
  cpSync(folder, project, { recursive: true, filter: (path) => !/node_modules|\.git(\/|$)/.test(path) });
  const files = readdirSync(project, { recursive: true, encoding: "utf8" }).filter((file) => SOURCE.test(file));
  return {
    project,
    env: environmentIn(join(home, "home"), { CONTEXT_BROKER_DAEMON: "auto" }),
    command: hookCommand(
      "claude-code",
      { platform: process.platform, search: [] },
      process.execPath,
      join(own, "dist/hook.js"),
    ),
    files: files.slice(0, 20).map((file) => join(project, file)),
  };
}

/** As clients run a hook: by a shell, with the message on stdin. Answers the exit code. */
function call({ env, project, command }: Scene, message: object | null): Promise<number | null> {
  const words = message === null ? `${process.execPath} -e 0` : command;
  const child = spawn(words, { shell: true, env, cwd: project, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin?.end(JSON.stringify(message));
  return new Promise((resolve) => child.once("close", resolve));
}

function busyProcesses(): ChildProcess[] {
  return Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
}

type Times = Map<string, number[]>;

async function block(scene: Scene, times: Times, round: number): Promise<void> {
  for (let at = 0; at < CALLS_A_BLOCK; at += 1) {
    const number = round * CALLS_A_BLOCK + at;
    for (const { name, before, message } of EVENTS) {
      before?.(scene, number);
      const { ms, value } = await timed(() => call(scene, message?.(scene, number) ?? null));
      expect(value).toBe(0);
      times.set(name, [...(times.get(name) ?? []), ms]);
      await pause(GAP_MS);
    }
  }
}

async function measure(folder: string, home: string): Promise<string[][]> {
  const scene = openScene(folder, home);
  const git = (...words: readonly string[]) =>
    run("git", ["-C", scene.project, "-c", "user.name=b", "-c", "user.email=b@example.org", ...words]);
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-q", "-m", "first");
  // Words and facts: vectors have no part in it.
  await run(process.execPath, [main, "generate-index", "--project", scene.project], {
    env: scene.env,
    maxBuffer: 64 * 1024 * 1024,
  });
  await run(process.execPath, [main, "search", "warm", "--project", scene.project], { env: scene.env });
  const states = [
    {
      name: "no process of this benchmark",
      busy: () => [] as ChildProcess[],
      times: new Map() as Times,
      loads: [] as number[],
    },
    { name: `${BUSY} busy processes`, busy: busyProcesses, times: new Map() as Times, loads: [] as number[] },
  ];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { busy, times, loads } of states) {
        const children = busy();
        try {
          await block(scene, times, round);
          loads.push(loadavg()[0] ?? 0);
        } finally {
          for (const child of children) child.kill("SIGKILL");
        }
      }
    }
  } finally {
    await run(process.execPath, [main, "daemon", "stop"], { env: scene.env }).catch(() => undefined);
  }
  return states.flatMap(({ name, times, loads }) =>
    [...times].map(([event, values]) => [
      `${basename(folder)} (${fileCount(scene.project)} files)`,
      `${name} (load ${loads.map((one) => one.toFixed(1)).join(", ")})`,
      event,
      String(values.length),
      ...[0.5, 0.95].map((at) => quantile(values, at).toFixed(0)),
      `${Math.round((100 * values.filter((ms) => ms <= PROMISED_MS).length) / values.length)}%`,
    ]),
  );
}

const fileCount = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes(".git"),
  ).length;

describe("a client's hook", () => {
  it("beside the start of Node, with nothing else running and with busy processes", async () => {
    const rows: string[][] = [];
    for (const folder of folders.length > 0 ? folders : [join(own, "src")]) {
      const home = mkdtempSync(join(tmpdir(), "hooks-"));
      try {
        rows.push(...(await measure(folder, home)));
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    }
    const header = ["project", "beside it", "event", "calls", "p50 ms", "p95 ms", `within ${PROMISED_MS} ms`];
    const commit = (await run("git", ["-C", own, "rev-parse", "--short=8", "HEAD"])).stdout.trim();
    const text = `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${commit}\n\n${table(header, rows)}\n`;
    process.stdout.write(`\n${text}`);
  });
});
