// The plain design on the same project, by the same questions. It embeds a sample, from whose rate the whole is reckoned,
// since it takes minutes to hours, and fills the rest with vectors that cost a query as much.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { packagePath } from "../../../src/system/package-root.ts";
import { folderBytes, quantile, timed, watchMemory } from "../support.ts";
import { bundleBeside } from "./bundle.ts";
import { type Bench, megabytes } from "./part.ts";

/** Pieces embedded for real. */
const SAMPLE = 400;
const ASKED = 20;

/** By the name of the figure that it stands beside. */
export type PlainFigures = Readonly<Record<string, number>>;

interface Ready {
  readonly files: number;
  readonly pieces: number;
  /** Of the pieces that were embedded. */
  readonly embedMs: number;
}

async function start(script: string, root: string, folder: string, embedAtMost: number) {
  const child = spawn(process.execPath, [script, root, packagePath("models"), folder, String(embedAtMost)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done === true) {
      throw new Error("the plain design ended early");
    }
    return JSON.parse(value);
  };
  const ask = (query: string) => {
    child.stdin.write(`${query}\n`);
    return next();
  };
  const close = async () => {
    child.stdin.end();
    await once(child, "close");
  };
  return { pid: child.pid ?? 0, ready: next() as Promise<Ready>, ask, close };
}

export async function measurePlain({ project, emptyHome, questions }: Bench): Promise<PlainFigures> {
  const script = await bundleBeside("test/benchmarks/plain-design.ts");
  const folder = emptyHome();
  mkdirSync(folder, { recursive: true });
  const first = await start(script, project.root, folder, SAMPLE);
  const memory = watchMemory(first.pid);
  const indexing = await timed(() => first.ready);
  const { files, pieces, embedMs } = indexing.value;
  const firstAnswer = await timed(() => first.ask(questions[0] ?? ""));
  const { proportionalBytes } = memory.stop();
  await first.close();
  const embedSeconds = (embedMs / 1000 / Math.min(SAMPLE, pieces)) * pieces;
  const started = performance.now();
  const again = await start(script, project.root, folder, 0);
  await again.ready;
  await again.ask(questions[1] ?? "");
  const warmStart = performance.now() - started;
  const [fresh, cached]: [number[], number[]] = [[], []];
  for (const question of questions.slice(2, 2 + ASKED)) {
    fresh.push((await timed(() => again.ask(question))).ms);
    cached.push((await timed(() => again.ask(question))).ms);
  }
  await again.close();
  const bytes = folderBytes(folder);
  rmSync(folder, { recursive: true, force: true });
  // All but the sample: the start of the process, the cutting, the writing.
  const rest = (indexing.ms - embedMs) / 1000;
  return {
    files,
    chunks: pieces,
    "first answer, from the process's start": rest + embedSeconds + firstAnswer.ms / 1000,
    "all indexed and embedded: elapsed": rest + embedSeconds,
    "chunks embedded a second": pieces / embedSeconds,
    "peak memory while embedding": megabytes(proportionalBytes),
    "warm query p50": quantile(fresh, 0.5),
    "warm query p95": quantile(fresh, 0.95),
    "cache hit": quantile(cached, 0.5),
    "warm start to the first answer": warmStart,
    "disk a chunk": bytes / pieces,
  };
}
