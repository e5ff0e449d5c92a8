// What `index export` and `index import` save: one person embeds a project and exports it, another one imports the file, each by
// the built program in a home of its own.
//   BENCH_REPOSITORIES=DIR[:DIR …] npm run bench:part -- transfer
// Without the variable: a copy of this repository's src/. The second part takes many chunks, embedded by hash, to show what memory
// depends on: BENCH_CHUNKS, default 50,000. Memory needs Linux.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../support/child-program.ts";
import { environmentIn } from "./figures/program.ts";
import { machine, table, timed, watchMemory } from "./support.ts";
import type { TransferMemoryArgument } from "./transfer-memory.ts";

const own = fileURLToPath(new URL("../../", import.meta.url));
const main = join(own, "dist/main.js");
const folders = (process.env["BENCH_REPOSITORIES"] ?? "").split(":").filter((folder) => folder !== "");
const manyChunks = Number(process.env["BENCH_CHUNKS"] ?? 50_000);
const MEBIBYTE = 1024 ** 2;

interface Measured {
  readonly answer: Record<string, unknown>;
  readonly seconds: number;
  /** Of all its processes. */
  readonly peakMebibytes: number;
}

/** Runs a command to its end. */
async function measured(env: Record<string, string>, cwd: string, args: readonly string[]): Promise<Measured> {
  const child = spawn(process.execPath, [main, ...args, "--json"], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const memory = watchMemory(child.pid ?? 0);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const { ms, value } = await timed(() => once(child, "close"));
  const { proportionalBytes } = memory.stop();
  expect(value[0], stdout).toBe(0);
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  return { answer, seconds: ms / 1000, peakMebibytes: proportionalBytes / MEBIBYTE };
}

async function measure(folder: string, scratch: string): Promise<string[][]> {
  const copies = ["maker", "taker"].map((name) => {
    const project = join(scratch, name, basename(folder));
    mkdirSync(project, { recursive: true });
    cpSync(folder, project, { recursive: true, filter: (path) => !/node_modules|\.git(\/|$)/.test(path) });
    return project;
  }) as [string, string];
  const [made] = copies;
  const maker = environmentIn(join(scratch, "maker-home"));
  const taker = environmentIn(join(scratch, "taker-home"));
  const file = join(scratch, "project.cbv");
  const rows: string[][] = [];
  const row = (what: string, { seconds, peakMebibytes }: Measured, more = "") =>
    rows.push([basename(folder), what, seconds.toFixed(1), peakMebibytes.toFixed(0), more]);
  const words = await measured(environmentIn(join(scratch, "words-home")), copies[1], ["index", "--vectors", "off"]);
  row("`index`, words alone", words);
  const index = await measured(maker, made, ["index"]);
  row("`index`, vectors made here", index, `${String(index.answer["embedded_chunks"])} embedded`);
  const exported = await measured(maker, made, ["index", "export", file]);
  row("`index export`", exported, `${(statSync(file).size / MEBIBYTE).toFixed(1)} MiB`);
  const imported = await measured(taker, copies[1], ["index", "import", file]);
  const { chunks, imported: taken } = imported.answer as { chunks: number; imported: number };
  expect(taken).toBe(chunks);
  row("`index import`, words included", imported, `${taken} of ${chunks} chunks`);
  const again = await measured(taker, copies[1], ["index", "import", file]);
  row("`index import` again", again, "nothing to take");
  return rows;
}

interface Grown {
  readonly chunks: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly beforeMebibytes: number;
  readonly grownMebibytes: number;
}

const FUNCTIONS = 40;

/** Each function is a chunk. */
function writeProject(root: string, chunks: number): void {
  for (let file = 0; file < chunks / FUNCTIONS; file++) {
    const folder = join(root, `part-${file % 100}`);
    mkdirSync(folder, { recursive: true });
    const functions = Array.from({ length: FUNCTIONS }, (_, at) => {
      const lines = Array.from(
        { length: 24 },
        (__, line) => `  total += step(${file}, ${at}, ${line}) * weightOfColumn;`,
      );
      return `export function sum${file}of${at}(step: Step): number {\n  let total = 0;\n${lines.join("\n")}\n  return total;\n}\n`;
    });
    writeFileSync(join(folder, `file-${file}.ts`), functions.join("\n"));
  }
}

async function grown(program: ChildProgram, argument: TransferMemoryArgument): Promise<Grown> {
  const child = program.start(argument);
  const report = await nextMessage<Grown>(child);
  await ended(child);
  return report;
}

describe("export and import", () => {
  it("beside embedding", async () => {
    const rows: string[][] = [];
    for (const folder of folders.length > 0 ? folders : [join(own, "src")]) {
      const scratch = mkdtempSync(join(tmpdir(), "transfer-"));
      try {
        rows.push(...(await measure(folder, scratch)));
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    }
    const header = ["project", "command", "s", "peak MiB, all processes", ""];
    process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table(header, rows)}\n`);
  });

  it("of many chunks, in memory that hardly depends on them", async () => {
    const scratch = mkdtempSync(join(tmpdir(), "transfer-"));
    const program = await bundleChildProgram("test/benchmarks/transfer-memory.ts");
    const rows: string[][] = [];
    try {
      writeProject(join(scratch, "files"), manyChunks);
      const file = join(scratch, "many.cbv");
      for (const way of ["export", "import"] as const) {
        const report = await grown(program, { way, files: join(scratch, "files"), home: join(scratch, way), file });
        const { chunks, bytes, seconds, beforeMebibytes, grownMebibytes } = report;
        const figures = [
          (bytes / MEBIBYTE).toFixed(0),
          seconds.toFixed(1),
          beforeMebibytes.toFixed(0),
          grownMebibytes.toFixed(0),
        ];
        rows.push([way, String(chunks), ...figures]);
      }
    } finally {
      program.dispose();
      rmSync(scratch, { recursive: true, force: true });
    }
    const header = ["", "chunks", "file, MiB", "s", "memory before, MiB", "growth at most, MiB"];
    process.stdout.write(`\n${table(header, rows)}\n`);
  });
});
