// The command line of `npm run bench:savings`. Reads no file: paths are only made absolute.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines } from "../option-table.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-savings");

const OPTIONS = {
  queries: { value: "FILE", doc: "judged queries, one JSON object a line" },
  repositories: { value: "DIR", doc: "folder with a git checkout of each repository, under its name, and repos.json" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  json: { value: "FILE", doc: "write the figures of each task as JSON" },
  page: { value: "FILE", doc: "put the table into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Replays judged tasks by grep and reading files, and by search_codebase, and counts the tokens of both.",
  "",
  "usage: npm run bench:savings -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "docs/records/savings-measured.md says how grep and reading is replayed.",
  "",
].join("\n");

const HINT = "npm run bench:savings -- --help shows the options";

export interface Options {
  readonly queries: string;
  readonly repositories: string;
  readonly cache: string;
  readonly json: string | null;
  readonly page: string | null;
}

/** Null where help is asked for. INVALID_INPUT says what is missing. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const [queries, repositories] = [pathOf(values, "queries", cwd), pathOf(values, "repositories", cwd)];
  if (queries === null || repositories === null) {
    throw new Failure("INVALID_INPUT", "--queries and --repositories are required", { hint: HINT });
  }
  return {
    queries,
    repositories,
    cache: resolve(cwd, pathOf(values, "cache", cwd) ?? DEFAULT_CACHE),
    json: pathOf(values, "json", cwd),
    page: pathOf(values, "page", cwd),
  };
}
