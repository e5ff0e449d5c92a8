// The command line of `npm run bench:together`.
import { type OptionTable, usageLines } from "../option-table.ts";
import { PAGE_OPTIONS, type PageOptions, pageOptions } from "../quality/judged-options.ts";

const OPTIONS: OptionTable = { ...PAGE_OPTIONS, "no-vectors": { doc: "search by words only" } };

export const USAGE: string = [
  "Asks each judged query of its own repository, and of all repositories together.",
  "",
  "usage: npm run bench:together -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "docs/records/several-projects-measured.md says what each figure means.",
  "",
].join("\n");

/** Null if help is asked for. Relative paths start at `cwd`. Throws INVALID_INPUT. */
export const parseOptions = (args: readonly string[], cwd: string): PageOptions | null =>
  pageOptions(OPTIONS, args, cwd, "npm run bench:together -- --help shows the options");
