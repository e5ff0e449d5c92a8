// The command line of the measurement over several projects.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf } from "../option-table.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-quality");

const OPTIONS = {
  queries: { value: "FILE", many: true, doc: "judged queries, one JSON object a line; may be given several times" },
  repositories: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  list: { value: "FILE", doc: "JSON list of names and roots; default: repos.json in DIR or beside the queries" },
  only: { value: "NAMES", doc: "only these repositories, separated by commas" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  json: { value: "FILE", doc: "write all figures as JSON" },
  page: { value: "FILE", doc: "put the tables into this page, between its marks" },
  "no-vectors": { doc: "search by words only" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Asks each judged query of its own repository, and of all repositories together.",
  "",
  "usage: npm run bench:together -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "docs/several-projects.md says what each figure means.",
  "",
].join("\n");

export interface Options {
  readonly queries: readonly string[];
  readonly repositories: string;
  readonly list: string | null;
  /** Empty: all. */
  readonly only: readonly string[];
  readonly cache: string;
  readonly json: string | null;
  readonly page: string | null;
  readonly vectors: boolean;
}

const HINT = "npm run bench:together -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  const queries = valuesOf(values, "queries").map((file) => resolve(cwd, file));
  const repositories = path("repositories");
  if (queries.length === 0 || repositories === null) {
    throw new Failure("INVALID_INPUT", `--${queries.length === 0 ? "queries" : "repositories"} is missing`, {
      hint: HINT,
    });
  }
  return {
    queries,
    repositories,
    list: path("list"),
    only: String(values["only"] ?? "")
      .split(",")
      .filter(Boolean),
    cache: path("cache") ?? DEFAULT_CACHE,
    json: path("json"),
    page: path("page"),
    vectors: values["no-vectors"] !== true,
  };
}
