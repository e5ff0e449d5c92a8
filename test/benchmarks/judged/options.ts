// The command line of the judged names: one table of options, from which the arguments are read and the usage is written.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf } from "../option-table.ts";

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench-judged");

const OPTIONS = {
  repository: { value: "DIR", many: true, doc: "checkout at the commit that the judged names are of" },
  home: { value: "DIR", doc: `keeps indexes between runs; default ${DEFAULT_HOME}` },
  json: { value: "FILE", doc: "write all figures as JSON" },
  page: { value: "FILE", doc: "put the table into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Compares find_references with names that were judged by reading the code, by language.",
  "",
  "usage: npm run bench:judged -- --repository DIR [--repository DIR …] [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "example:",
  "  npm run bench:judged -- --repository ~/checkouts/fd --repository ~/checkouts/tokio",
  "",
  "docs/records/references-measured.md says how the names were drawn and judged.",
  "",
].join("\n");

export interface Options {
  readonly roots: readonly string[];
  readonly home: string;
  readonly json: string | null;
  readonly page: string | null;
}

const HINT = "npm run bench:judged -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  const roots = valuesOf(values, "repository").map((one) => resolve(cwd, one));
  if (roots.length === 0) {
    throw new Failure("INVALID_INPUT", "--repository is missing", { hint: HINT });
  }
  return { roots, home: path("home") ?? DEFAULT_HOME, json: path("json"), page: path("page") };
}
