// Measures watching on a copy of a project, which it writes to: each way to have changes told, or our refresh over it.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { WATCHING } from "../../../src/system/platform/watching.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { runMain } from "../run-main.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { openTeller, type TellerName } from "./tellers.ts";

const say = (what: string, figure: string) => process.stdout.write(`${what.padEnd(44)}${figure}\n`);
const ms = (value: number | undefined) => `${(value ?? 0).toFixed(2)} ms`;
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)];

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = { cpu: process.cpuUsage(), at: performance.now(), memory: process.memoryUsage().rss };
  await work();
  const { user, system } = process.cpuUsage(before.cpu);
  const megabytes = (process.memoryUsage().rss - before.memory) / 2 ** 20;
  return { wallMs: performance.now() - before.at, cpuMs: (user + system) / 1_000, megabytes };
}

const show = ({ wallMs, cpuMs, megabytes }: Cost) =>
  `${wallMs.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms CPU, ${megabytes.toFixed(0)} MB`;

async function several(times: number, work: (time: number) => Promise<void>): Promise<string> {
  const walls: number[] = [];
  const { cpuMs } = await costOf(async () => {
    for (let time = 0; time < times; time++) {
      const began = performance.now();
      await work(time);
      walls.push(performance.now() - began);
    }
  });
  walls.sort((a, b) => a - b);
  return `p50 ${ms(at(walls, 0.5))}, p95 ${ms(at(walls, 0.95))}, ${(cpuMs / times).toFixed(2)} ms CPU each`;
}

async function measureRefresh(root: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "watching-"));
  const source = openCorpus({ root, rules: DEFAULT_RULES, watch: { scratch } });
  say("first walk", show(await costOf(() => source.refresh())));
  const { files } = source.current();
  const bare = openCorpus({ root, rules: DEFAULT_RULES });
  await bare.refresh();
  say(`verifying ${files.size} files, nothing changed`, await several(10, async () => void (await bare.refresh())));
  const began = performance.now();
  while (source.watchStatus().state === "starting") await pause(20);
  say(`until it watches (${source.watchStatus().reason})`, ms(performance.now() - began));
  say("watched, nothing changed", await several(300, async () => void (await source.refresh())));
  const some = join(root, [...files.keys()][Math.floor(files.size / 2)] ?? "");
  const text = readFileSync(some);
  const edited = await several(30, async () => {
    appendFileSync(some, " ");
    await source.refresh();
  });
  writeFileSync(some, text);
  say("watched, one file changed", edited);
  const closing = await costOf(async () => source.close());
  say("ending", show(closing));
  rmSync(scratch, { recursive: true });
}

async function measureTeller(name: TellerName, root: string, modules: string): Promise<void> {
  const seen = new Set<string>();
  let waiting: ((path: string) => void) | null = null;
  const tell = (path: string) => {
    seen.add(path);
    waiting?.(path);
  };
  const told = async (path: string, withinMs: number): Promise<boolean> => {
    const deadline = performance.now() + withinMs;
    while (!seen.has(path) && performance.now() < deadline) await pause(5);
    return seen.has(path);
  };
  const opened: { close(): unknown; error(): string | null }[] = [];
  say("set up", show(await costOf(async () => void opened.push(await openTeller(name, root, modules, tell)))));
  await pause(500);

  const probe = join(root, "probe.txt");
  writeFileSync(probe, "");
  await pause(500);
  const latencies: number[] = [];
  for (let write = 0; write < 100; write++) {
    const began = performance.now();
    const arrived = new Promise<void>((resolve) => {
      waiting = (path) => path === probe && resolve();
    });
    appendFileSync(probe, ".");
    const inTime = await Promise.race([arrived.then(() => true), pause(1_000, false)]);
    if (inTime) latencies.push(performance.now() - began);
    await pause(3);
  }
  waiting = null;
  latencies.sort((a, b) => a - b);
  say("a write is told after", `p50 ${ms(at(latencies, 0.5))}, p95 ${ms(at(latencies, 0.95))}`);
  say("of 100 writes never told", String(100 - latencies.length));

  const outside = `${root}.outside`;
  mkdirSync(join(outside, "deep/er"), { recursive: true });
  writeFileSync(join(outside, "deep/er/file.txt"), "");
  renameSync(outside, join(root, "moved"));
  await pause(500);
  seen.clear();
  appendFileSync(join(root, "moved/deep/er/file.txt"), ".");
  say(
    "a write below a folder that was moved in",
    (await told(join(root, "moved/deep/er/file.txt"), 1_000)) ? "told" : "never told",
  );
  rmSync(join(root, "moved"), { recursive: true });

  await measureFlood(root, seen);
  say("and it said of that", opened[0]?.error() ?? "nothing");
  rmSync(probe);
  await opened[0]?.close();
}

/** Twice as many files are touched as the kernel's queue holds, while this process is stopped, as a laptop's sleep does. */
async function measureFlood(root: string, seen: Set<string>): Promise<void> {
  const support = WATCHING.support();
  const files = [...(await openCorpus({ root, rules: DEFAULT_RULES }).refresh()).files.keys()];
  const many = files.slice(0, support.ok ? 2 * support.queueLength : 0).map((path) => join(root, path));
  const list = `${root}.list`;
  writeFileSync(list, `${many.join("\0")}\0`);
  await pause(500);
  seen.clear();
  const script = `(kill -STOP ${process.pid}; xargs -0 touch < "$1"; kill -CONT ${process.pid}) >/dev/null 2>&1 &`;
  spawnSync("sh", ["-c", script, "sh", list]);
  await pause(8_000);
  rmSync(list);
  say(`of ${many.length} files touched at once, told`, String(many.filter((path) => seen.has(path)).length));
}

async function run({ project, way, modules }: Options): Promise<void> {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "watching-project-")));
  try {
    spawnSync("cp", ["-a", `${project}/.`, copy]);
    if (way === "refresh") await measureRefresh(copy);
    else await measureTeller(way, copy, modules);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export function main(args: readonly string[], cwd: string): Promise<number> {
  return runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
}
