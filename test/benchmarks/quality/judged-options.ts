// The options that every measurement on judged queries has.
import { resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionValues, pathOf, valuesOf } from "../option-table.ts";

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
