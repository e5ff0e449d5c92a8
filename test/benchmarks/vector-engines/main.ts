// Compares this program's vector searches with sqlite-vec and usearch: installs these into a temporary folder, writes the
// vectors, runs every engine at every size and prints a table. docs/inside/decisions/0009-vector-engines.md has the figures.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, readOptions, usageLines } from "../option-table.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { keyOf, openStore } from "./own-engines.ts";
import { ENGINES, type Figures, runPhase, type Task } from "./phases.ts";
import { QUERIES, readPoints, writeVectors } from "./vectors-file.ts";

const RIVALS = ["sqlite-vec@0.1.9", "usearch@2.25.3"];

const OPTIONS = {
  store: {
    value: "FILE",
    doc: "vector store of this program with real vectors (docs/inside/vectors.md); is only read",
  },
  sizes: { value: "COUNTS", doc: "numbers of vectors, separated by commas; default 10000,100000,500000" },
  engines: { value: "NAMES", doc: `separated by semicolons; default all: ${Object.keys(ENGINES).join("; ")}` },
  queries: { value: "COUNT", doc: `queries asked of each, at most ${QUERIES}; default all` },
  folder: { value: "DIR", doc: "keeps vectors and indexes there, and measures those that are there again" },
  json: { value: "FILE", doc: "write all figures as JSON" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

const USAGE = [
  "Measures vector searches: recall, latency, build, memory, disk, filters, removals, damaged files.",
  "",
  "usage: npm run bench:vector-engines -- --store FILE [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

const HINT = "npm run bench:vector-engines -- --help shows the options";

interface Options {
  readonly store: string;
  readonly sizes: readonly number[];
  readonly engines: readonly string[];
  readonly queries: number;
  readonly folder: string | null;
  readonly json: string | null;
}

function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const text = (name: "store" | "folder" | "json" | "sizes" | "engines" | "queries") => {
    const value = values[name];
    return typeof value === "string" ? value : null;
  };
  const path = (name: "store" | "folder" | "json") => {
    const value = text(name);
    return value === null ? null : resolve(cwd, value);
  };
  const store = path("store");
  const sizes = (text("sizes") ?? "10000,100000,500000").split(",").map(Number);
  const engines =
    text("engines")
      ?.split(";")
      .map((name) => name.trim()) ?? Object.keys(ENGINES);
  const unknown = engines.find((name) => ENGINES[name] === undefined);
  if (store === null || !sizes.every((size) => Number.isInteger(size) && size > 0) || unknown !== undefined) {
    const what = store === null ? "--store is missing" : `wrong sizes, or no engine ${unknown}`;
    throw new Failure("INVALID_INPUT", what, { hint: HINT });
  }
  const queries = Math.min(QUERIES, Number(text("queries") ?? QUERIES));
  return { store, sizes, engines, queries, folder: path("folder"), json: path("json") };
}

/** Without their install scripts: what runs must be in the packages. */
function installRivals(folder: string): string {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) {
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...RIVALS], { cwd: folder });
  }
  return modules;
}

function writeStore(folder: string, vectors: string, count: number): void {
  mkdirSync(folder);
  const store = openStore(folder);
  let batch = new Map<string, Float32Array>();
  for (const [chunk, vector] of readPoints(vectors, count)) {
    batch.set(keyOf(chunk as ChunkId).toString("hex"), vector);
    if (batch.size === 1_000 || chunk === count) {
      store.write(batch);
      batch = new Map();
    }
  }
  store.close();
}

/** Runs a task in a process of its own; what ends it is a figure, too. */
function measured(bundle: string, task: Task): Figures {
  const code = "const { childMain } = await import(process.argv[1]); await childMain(process.argv[2]);";
  const child = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", code, bundle, JSON.stringify(task)],
    { encoding: "utf8", maxBuffer: 1e8, stdio: ["ignore", "pipe", "pipe"] },
  );
  const last = child.stdout.trim().split("\n").at(-1) ?? "";
  if (child.status === 0 && last.startsWith("{")) {
    return JSON.parse(last) as Figures;
  }
  return {
    [`${task.phase} ended`]:
      child.signal ??
      child.stderr
        .trim()
        .split("\n")
        .find((line) => line.includes("Error")) ??
      `exit ${child.status}`,
  };
}

export async function childMain(task: string): Promise<void> {
  process.stdout.write(`${JSON.stringify(await runPhase(JSON.parse(task) as Task))}\n`);
}

async function run({ store, sizes, engines, queries, folder, json }: Options, bundle: string): Promise<void> {
  const work = folder ?? mkdtempSync(join(tmpdir(), "context-broker-vector-engines-"));
  mkdirSync(work, { recursive: true });
  const rivals = installRivals(work);
  const results: Figures[] = [];
  for (const count of sizes) {
    const vectors = join(work, `vectors-${count}.f32`);
    const stored = join(work, `store-${count}`);
    if (!existsSync(stored)) {
      tell(`${count} vectors: ${writeVectors(vectors, store, count)}`);
      writeStore(stored, vectors, count);
    }
    for (const engine of engines) {
      const own = join(work, `${count}-${engine.replace(/\W+/g, "-")}`);
      const place = { vectors, folder: own, store: stored, rivals, count };
      const task = { engine, place, truth: join(work, `truth-${count}.json`), queries };
      let figures: Figures = { engine, count };
      if (!existsSync(own)) {
        mkdirSync(own);
        const built = measured(bundle, { ...task, phase: "build" });
        writeFileSync(`${own}.build.json`, JSON.stringify(built));
      }
      figures = { ...figures, ...(JSON.parse(readFileSync(`${own}.build.json`, "utf8")) as Figures) };
      figures = { ...figures, ...measured(bundle, { ...task, phase: "search" }) };
      if (count === Math.min(...sizes)) {
        const copy = `${own}-damaged`;
        cpSync(own, copy, { recursive: true });
        figures = { ...figures, ...measured(bundle, { ...task, place: { ...place, folder: copy }, phase: "damage" }) };
        rmSync(copy, { recursive: true });
      }
      results.push(figures);
      tell(JSON.stringify(figures));
    }
  }
  process.stdout.write(`${machine()}\n${tableOf(results)}\n`);
  if (json !== null) {
    writeFileSync(json, `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`);
  }
  if (folder === null) {
    rmSync(work, { recursive: true });
  }
}

function tableOf(results: readonly Figures[]): string {
  const names = [...new Set(results.flatMap((figures) => Object.keys(figures)))];
  const cell = (value: number | string | undefined) =>
    typeof value === "number" ? String(Number(value.toPrecision(4))) : (value ?? "–");
  return table(
    names,
    results.map((figures) => names.map((name) => cell(figures[name]))),
  );
}

export const main = (args: readonly string[], cwd: string, bundle: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run: (options) => run(options, bundle) });
