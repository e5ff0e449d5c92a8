// The suite's command line: one table of options, from which the arguments are read and the usage is written. Knows no file:
// paths are only made absolute.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf } from "../option-table.ts";

/** Files of the generated projects, by name. */
export const SIZES = { "1k": 1_000, "5k": 5_000, "20k": 20_000, "60k": 60_000 } as const;
export type SizeName = keyof typeof SIZES;

/** What can be measured, in the order it is. */
export const PARTS = {
  initialize: "time to the answer to `initialize`, beside an empty Node start",
  "first-answer": "first answer on a project never seen",
  indexing: "all words, chunks, symbols and facts: processor time, memory",
  embedding: "rate beside the bare session, memory, time until all is embedded",
  queries: "warm queries and cache hits, with the watcher and without",
  tools: "the tools about code, each by itself",
  context: "contexts for tasks, and the memory of a conversation",
  edits: "one file touched: the next answer, by changed chunks",
  "warm-start": "a server that starts on an indexed project",
  disk: "bytes a chunk",
  endings: "how soon work ends that is no longer wanted",
  plain: "the plain design, by the same questions",
} as const;
export type PartName = keyof typeof PARTS;

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench");
const PART_NAMES = Object.keys(PARTS) as PartName[];

const OPTIONS = {
  core: {
    value: "DIR",
    doc: "checkout of vuejs/core; its commit is recorded. BENCH_CORE in the environment serves too",
  },
  sizes: {
    value: "NAMES",
    doc: `generated projects to measure: ${Object.keys(SIZES).join(",")}, or none; default all`,
  },
  scale: {
    value: "DIR",
    doc: "folder of the generated projects, 1k to 60k; those missing are written. Default: in --home",
  },
  sources: {
    value: "DIR",
    many: true,
    doc: "sources to generate from; default: this package and its installed packages",
  },
  only: { value: "PARTS", doc: "measure these only, separated by commas; see below" },
  home: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_HOME}` },
  program: { value: "FILE", doc: "dist/main.js of another build to measure" },
  json: { value: "FILE", doc: "write all figures as JSON" },
  add: {
    value: "FILE",
    doc: "results of an earlier run, as --json wrote them, of which those are kept that this run has not",
  },
  page: { value: "FILE", doc: "put the tables into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Measures every figure that the program promises, beside the plain design, on vuejs/core and on generated projects.",
  "",
  "usage: npm run bench -- --core DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "parts:",
  ...Object.entries(PARTS).map(([name, doc]) => `  ${name.padEnd(14)} ${doc}`),
  "",
  "examples:",
  "  npm run bench -- --core ~/checkouts/core --json docs/records/benchmarks/today.json --page docs/records/benchmarks-measured.md",
  "  npm run bench -- --core ~/checkouts/core --sizes none --only queries,edits",
  "  npm run bench -- --sizes 60k --add core.json --json all.json --page docs/records/benchmarks-measured.md",
  "",
  "docs/records/benchmarks-measured.md says what each figure means.",
  "",
].join("\n");

export interface Options {
  /** Null: vuejs/core is not measured. */
  readonly core: string | null;
  readonly sizes: readonly SizeName[];
  readonly scale: string;
  readonly sources: readonly string[];
  readonly only: readonly PartName[];
  readonly home: string;
  /** Null: this package's own build. */
  readonly program: string | null;
  readonly json: string | null;
  readonly add: string | null;
  readonly page: string | null;
}

const HINT = "npm run bench -- --help shows the options";

function namesOf<Name extends string>(option: string, given: string, known: readonly Name[]): readonly Name[] {
  return given.split(",").map((name) => {
    const found = known.find((one) => one === name);
    if (found === undefined) {
      throw new Failure("INVALID_INPUT", `--${option} ${name}: known are ${known.join(", ")}`, { hint: HINT });
    }
    return found;
  });
}

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const text = (name: keyof typeof OPTIONS): string | null => {
    const value = values[name];
    return typeof value === "string" ? value : null;
  };
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  const allSizes = Object.keys(SIZES) as SizeName[];
  const sizes = text("sizes") ?? allSizes.join(",");
  const home = path("home") ?? DEFAULT_HOME;
  const core = text("core") ?? environment["BENCH_CORE"] ?? null;
  return {
    core: core === null ? null : resolve(cwd, core),
    sizes: sizes === "none" ? [] : namesOf("sizes", sizes, allSizes),
    scale: path("scale") ?? join(home, "generated"),
    sources: valuesOf(values, "sources").map((folder) => resolve(cwd, folder)),
    only: namesOf("only", text("only") ?? PART_NAMES.join(","), PART_NAMES),
    home,
    program: path("program"),
    json: path("json"),
    add: path("add"),
    page: path("page"),
  };
}
