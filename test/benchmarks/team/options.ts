// The command line of the measurement of a team's index.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OptionTable, pathOf, readOptions, usageLines } from "../option-table.ts";
import { type JudgedOptions, judgedOptions } from "../quality/judged-options.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-quality");

const OPTIONS = {
  queries: { value: "FILE", many: true, doc: "judged queries, one JSON object a line; may be given several times" },
  repositories: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  list: { value: "FILE", doc: "JSON list of names and roots; default: repos.json in DIR or beside the queries" },
  only: { value: "NAMES", doc: "only these repositories, separated by commas" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  json: { value: "FILE", doc: "write all figures as JSON" },
  page: { value: "FILE", doc: "put the tables into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Publishes each repository to a Weaviate node of its own, and asks each judged query with the embedded index and with the team's.",
  "",
  "usage: WEAVIATE_SERVER=FILE npm run bench:team -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "docs/team-server.md says what each figure means.",
  "",
].join("\n");

export interface Options extends JudgedOptions {
  readonly page: string | null;
}

const HINT = "npm run bench:team -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  return {
    ...judgedOptions(values, cwd, { cache: DEFAULT_CACHE, hint: HINT }),
    page: pathOf(values, "page", cwd),
  };
}
