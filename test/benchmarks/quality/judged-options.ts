// The options that every measurement on judged queries has, and the whole command line of those that write a page.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, type OptionValues, pathOf, readOptions, valuesOf } from "../option-table.ts";

/** Indexes and vectors that the measurements share between runs. */
export const DEFAULT_CACHE: string = join(tmpdir(), "context-broker-bench-quality");

export interface JudgedOptions {
  readonly queries: readonly string[];
  readonly repositories: string;
  readonly list: string | null;
  /** Empty: all. */
  readonly only: readonly string[];
  readonly cache: string;
  readonly json: string | null;
  readonly vectors: boolean;
}

/** Relative paths start at `cwd`. `hint`: how the command explains itself. Throws INVALID_INPUT where one is missing. */
export function judgedOptions(
  values: OptionValues,
  cwd: string,
  { cache, hint }: { readonly cache: string; readonly hint: string },
): JudgedOptions {
  const queries = valuesOf(values, "queries").map((file) => resolve(cwd, file));
  const repositories = pathOf(values, "repositories", cwd);
  if (queries.length === 0 || repositories === null) {
    throw new Failure("INVALID_INPUT", `--${queries.length === 0 ? "queries" : "repositories"} is missing`, { hint });
  }
  return {
    queries,
    repositories,
    list: pathOf(values, "list", cwd),
    only: String(values["only"] ?? "")
      .split(",")
      .filter(Boolean),
    cache: pathOf(values, "cache", cwd) ?? cache,
    json: pathOf(values, "json", cwd),
    vectors: values["no-vectors"] !== true,
  };
}

/** The table of a measurement whose tables go into a page. */
export const PAGE_OPTIONS = {
  queries: { value: "FILE", many: true, doc: "judged queries, one JSON object a line; may be given several times" },
  repositories: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  list: { value: "FILE", doc: "JSON list of names and roots; default: repos.json in DIR or beside the queries" },
  only: { value: "NAMES", doc: "only these repositories, separated by commas" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  json: { value: "FILE", doc: "write all figures as JSON" },
  page: { value: "FILE", doc: "put the tables into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export interface PageOptions extends JudgedOptions {
  readonly page: string | null;
}

/** `table` has the rows of PAGE_OPTIONS. Null if help is asked for. Relative paths start at `cwd`. Throws INVALID_INPUT. */
export function pageOptions(
  table: OptionTable,
  args: readonly string[],
  cwd: string,
  hint: string,
): PageOptions | null {
  const values = readOptions(table, args, hint);
  return values["help"] === true
    ? null
    : { ...judgedOptions(values, cwd, { cache: DEFAULT_CACHE, hint }), page: pathOf(values, "page", cwd) };
}
