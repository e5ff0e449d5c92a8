// Changes the program at places drawn by seed, one at a time, and asks the tests whether they notice. Works in a clone of the
// commit that is checked out, never in the working tree; every answer is kept at once, so that a run can be continued.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { packagePath } from "../../src/system/package-root.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { type OptionTable, readOptions, usageLines } from "../benchmarks/option-table.ts";
import { runMain, tell } from "../benchmarks/run-main.ts";
import { askTests } from "./ask-tests.ts";
import { drawMutations, type Mutation } from "./draw.ts";
import { filesBelow, type ReachingTest, readImportGraph } from "./import-graph.ts";
import { type Head, type Row, renderSummary } from "./report.ts";
import { STAGES, type Stage, testsOf } from "./stages.ts";

const OPTIONS = {
  count: { value: "NUMBER", doc: "changes to make; default 200" },
  seed: { value: "NUMBER", doc: "of the drawing; default 13" },
  stage: { value: "NAME", doc: `how far to ask: ${STAGES.join(", ")}; default slow` },
  results: {
    value: "FILE",
    doc: "kept answers, continued where they are there; default docs/records/mutation/seed-<seed>.jsonl",
  },
  report: { doc: "ask nothing, print what is kept" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

const USAGE = [
  "Changes the program at random places and says how many no test notices.",
  "",
  "usage: npm run mutate -- [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "example: nice npm run mutate -- --stage fast, then npm run mutate to ask the slow tests about what is left",
  "",
].join("\n");

/** Most time for the tests of a stage; a change that makes a loop endless ends here. */
const TIME_MS_MAX: Readonly<Record<Stage, number>> = { near: 120_000, room: 200_000, fast: 400_000, slow: 600_000 };

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly stage: Stage;
  readonly file: string;
  /** Only prints what is kept. */
  readonly report: boolean;
}

function parse(args: readonly string[]): Options | null {
  const values = readOptions(OPTIONS, args, "npm run mutate -- --help shows the options");
  if (values["help"] === true) {
    return null;
  }
  const count = Number(values["count"] ?? 200);
  const seed = Number(values["seed"] ?? 13);
  const stage = STAGES.find((one) => one === (values["stage"] ?? "slow"));
  if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed)) || stage === undefined) {
    throw new Failure("INVALID_INPUT", "an option has a value that it cannot have", { hint: USAGE });
  }
  return {
    report: values["report"] === true,
    count,
    seed,
    stage,
    file: String(values["results"] ?? packagePath("docs/records/mutation", `seed-${seed}.jsonl`)),
  };
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();

/** A clone of a commit that uses this checkout's packages. */
function cloneOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-mutate-"));
  execFileSync("git", ["clone", "-q", "--no-checkout", packagePath(), folder]);
  git(folder, "checkout", "-q", "--detach", commit);
  symlinkSync(packagePath("node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, ["build.config.mjs"], { cwd: folder });
  return folder;
}

interface Kept {
  readonly head: Head;
  /** The last answer of each change, by its number. */
  readonly rows: Map<number, Row>;
}

/** Reads the answers that are there, or begins a file for the commit that is checked out. */
function openResults({ file, seed }: Options): Kept {
  if (!existsSync(file)) {
    const head: Head = {
      seed,
      commit: git(packagePath(), "rev-parse", "HEAD"),
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`,
    };
    writeFileSync(file, `${JSON.stringify(head)}\n`);
  }
  const [head, ...rows] = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
  return { head: head as Head, rows: new Map((rows as Row[]).map((row) => [row.number, row])) };
}

interface Scene {
  readonly root: string;
  readonly reaching: (source: string) => readonly ReachingTest[];
  readonly tests: readonly string[];
}

/** Makes the change, asks the stage's tests, takes the change back. */
async function ask({ root, reaching, tests }: Scene, mutation: Mutation, stage: Stage): Promise<Row> {
  const { number, path, line, kind, before, after, start, end } = mutation;
  const files = testsOf(stage, path, reaching(path), tests);
  const source = join(root, path);
  const text = readFileSync(source, "utf8");
  writeFileSync(source, text.slice(0, start) + after + text.slice(end));
  try {
    const asked = files.length === 0 ? null : await askTests(root, files, TIME_MS_MAX[stage]);
    const outcome = asked?.outcome ?? "held";
    return { number, path, line, kind, before, after, stage, files: files.length, outcome, by: asked?.by ?? null };
  } finally {
    writeFileSync(source, text);
  }
}

async function run(options: Options): Promise<void> {
  const { head, rows } = openResults(options);
  if (!options.report) {
    await askAll(options, head, rows);
  }
  process.stdout.write(renderSummary(head, [...rows.values()]));
}

/** Adds to the rows, in memory and in the file. */
async function askAll(options: Options, head: Head, rows: Map<number, Row>): Promise<void> {
  const root = cloneOf(head.commit);
  try {
    const scene: Scene = { root, reaching: readImportGraph(root), tests: filesBelow(root, "test") };
    const mutations = await drawMutations(root, head.seed, options.count);
    for (const stage of STAGES.slice(0, STAGES.indexOf(options.stage) + 1)) {
      for (const mutation of mutations) {
        const last = rows.get(mutation.number);
        if (last !== undefined && (last.outcome !== "held" || STAGES.indexOf(last.stage) >= STAGES.indexOf(stage))) {
          continue;
        }
        const row = await ask(scene, mutation, stage);
        rows.set(row.number, row);
        appendFileSync(options.file, `${JSON.stringify(row)}\n`);
        tell(`${row.number} ${stage} ${row.path}:${row.line} ${row.kind}: ${row.outcome}`);
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function main(args: readonly string[]): Promise<number> {
  return runMain({ usage: USAGE, parse: () => parse(args), run });
}
