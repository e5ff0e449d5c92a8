// The command line of the planted faults: one table of options, from which the arguments are read and the usage is written.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";
import { KINDS, type Kind } from "./kinds.ts";

const DEFAULT_WORK = join(tmpdir(), "context-broker-bench-review-faults");

const OPTIONS = {
  repository: { value: "DIR", many: true, doc: "a checkout with its history; it is cloned, and only read" },
  fresh: { value: "DIR", many: true, doc: "one whose misses nobody saw who wrote the rules: also counted by itself" },
  count: { value: "N", doc: "commits; default 200" },
  seed: { value: "N", doc: "which commits and faults are drawn; default 1" },
  kinds: { value: "HALF", doc: "open, kept or all; default all" },
  kind: { value: "NAME", many: true, doc: "only these kinds" },
  "vector-files": {
    value: "N",
    doc: "kinds that need vectors: only in repositories of at most so many files; default 170",
  },
  jobs: { value: "N", doc: "repositories reviewed at a time; default 1" },
  minutes: { value: "N", doc: "begins no review after so long; default 600" },
  program: { value: "FILE", doc: "another build's main.js" },
  work: { value: "DIR", doc: `keeps clones and indexes between runs; default ${DEFAULT_WORK}` },
  plan: { doc: "plant only, without reviews" },
  json: { value: "FILE", doc: "write every fault as JSON" },
  write: { doc: "put the table into docs/records/review-measured.md" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Plants one fault into each of many commits of real repositories, reviews each with and without it, and says which were found.",
  "",
  "usage: npm run bench:review-faults -- --repository DIR … [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "kinds:",
  ...KINDS.map(({ name, rule, half }) => `  ${name} (${half}): ${rule}`),
  "",
  "example:",
  "  npm run bench:review-faults -- --repository ~/checkouts/click --repository ~/checkouts/chi --count 20 --kinds open --json /tmp/faults.json",
  "",
].join("\n");

export interface Options {
  readonly repositories: readonly string[];
  /** Those of them that are counted by themselves. */
  readonly fresh: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly kinds: readonly Kind[];
  readonly vectorFilesMax: number;
  readonly jobs: number;
  readonly minutes: number;
  readonly program: string;
  readonly work: string;
  readonly isPlanOnly: boolean;
  readonly json: string | null;
  readonly write: boolean;
}

const HINT = "npm run bench:review-faults -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const wrong = (message: string) => new Failure("INVALID_INPUT", message, { hint: HINT });
  const fresh = valuesOf(values, "fresh");
  const repositories = [...valuesOf(values, "repository"), ...fresh];
  if (repositories.length === 0) {
    throw wrong("--repository is required");
  }
  const half = values["kinds"] ?? "all";
  const named = valuesOf(values, "kind");
  const kinds = KINDS.filter(
    (kind) => (half === "all" || kind.half === half) && (named.length === 0 || named.includes(kind.name)),
  );
  if (kinds.length < Math.max(1, named.length)) {
    throw wrong(`--kinds must be open, kept or all, and --kind one of: ${KINDS.map(({ name }) => name).join(", ")}`);
  }
  return {
    repositories: repositories.map((one) => resolve(cwd, one)),
    fresh: fresh.map((one) => resolve(cwd, one)),
    count: wholeOf(values, "count", 200, HINT),
    seed: wholeOf(values, "seed", 1, HINT),
    kinds,
    vectorFilesMax: wholeOf(values, "vector-files", 170, HINT),
    jobs: wholeOf(values, "jobs", 1, HINT),
    minutes: wholeOf(values, "minutes", 600, HINT),
    program: pathOf(values, "program", cwd) ?? packagePath("dist/main.js"),
    work: pathOf(values, "work", cwd) ?? DEFAULT_WORK,
    isPlanOnly: values["plan"] === true,
    json: pathOf(values, "json", cwd),
    write: values["write"] === true,
  };
}
