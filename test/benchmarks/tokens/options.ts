// The command line of `npm run bench:tokens`. Reads no file: paths are only made absolute.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines } from "../option-table.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-tokens");

const OPTIONS = {
  checkouts: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  queries: { value: "FILE", doc: "ask these judged queries in place of the 80 calls, one JSON object a line" },
  repositories: { value: "NAMES", doc: "with --queries: only these, separated by commas" },
  program: { value: "FILE", doc: "the program to measure; default dist/main.js" },
  json: { value: "FILE", doc: "write the figures as JSON" },
  against: { value: "FILE", doc: "figures of an earlier run, to compare with" },
  answers: { value: "DIR", doc: "write each answer there, both forms" },
  tiktoken: { value: "DIR", doc: "folder with the npm package tiktoken installed: counts everything again with it" },
  only: { value: "TOOL", doc: "only the calls of this tool" },
  cache: { value: "DIR", doc: `keeps indexes between runs; default ${DEFAULT_CACHE}` },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Counts the tokens (o200k_base) of 80 fixed calls to real repositories, of both forms of each answer, and of the tool list;",
  "or, with --queries, of the answers to judged queries, and of what clients hand their model of each.",
  "",
  "usage: npm run bench:tokens -- --checkouts DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

const HINT = "npm run bench:tokens -- --help shows the options";

export interface Options {
  readonly checkouts: string;
  /** Judged queries to ask in place of the fixed calls. */
  readonly queries: string | null;
  /** Repositories of the queries; empty: all. */
  readonly repositories: readonly string[];
  readonly program: string | null;
  readonly json: string | null;
  readonly against: string | null;
  readonly answers: string | null;
  readonly tiktoken: string | null;
  readonly only: string | null;
  readonly cache: string;
}

/** Null where the usage is asked for. Throws INVALID_INPUT for unknown options and where the checkouts are missing. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  const checkouts = path("checkouts");
  if (checkouts === null) {
    throw new Failure("INVALID_INPUT", "--checkouts is required", { hint: HINT });
  }
  return {
    checkouts,
    queries: path("queries"),
    repositories: String(values["repositories"] ?? "")
      .split(",")
      .filter(Boolean),
    program: path("program"),
    json: path("json"),
    against: path("against"),
    answers: path("answers"),
    tiktoken: path("tiktoken"),
    only: typeof values["only"] === "string" ? values["only"] : null,
    cache: path("cache") ?? DEFAULT_CACHE,
  };
}
