// The command line of `npm run bench:team`.
import { usageLines } from "../option-table.ts";
import { PAGE_OPTIONS, type PageOptions, pageOptions } from "../quality/judged-options.ts";

export const USAGE = [
  "Publishes each repository to a Weaviate node of its own, and asks each judged query with the embedded index and with the team's.",
  "",
  "usage: WEAVIATE_SERVER=FILE npm run bench:team -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(PAGE_OPTIONS),
  "",
  "docs/records/team-measured.md says what each figure means.",
  "",
].join("\n");

/** Null if help is asked for. Relative paths start at `cwd`. Throws INVALID_INPUT. */
export const parseOptions = (args: readonly string[], cwd: string): PageOptions | null =>
  pageOptions(PAGE_OPTIONS, args, cwd, "npm run bench:team -- --help shows the options");
