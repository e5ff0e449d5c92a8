// The command line of `npm run bench:pooled`.
import { packagePath } from "../../../src/system/package-root.ts";
import { type OptionTable, pathOf, readOptions, usageLines, wholeOf } from "../option-table.ts";
import { DEFAULT_CACHE, judgedOptions, PAGE_OPTIONS, type PageOptions } from "../quality/judged-options.ts";

const HINT = "npm run bench:pooled -- --help shows the options";

const OPTIONS = {
  ...PAGE_OPTIONS,
  judgements: {
    value: "FILE",
    doc: "what a reader judged; default docs/records/benchmarks/2026-11-27-pooled-judgements.json",
  },
  draw: { value: "FILE", doc: "only write the hits to be judged, shuffled, one query a line" },
  count: { value: "N", doc: "with --draw: queries of each file, before --only; default 60" },
  seed: { value: "N", doc: "with --draw: which ones; default 16" },
} as const satisfies OptionTable;

export const USAGE: string = [
  "Asks drawn queries of their own repository and of all repositories together, and counts what a reader judged each hit to be worth.",
  "",
  "usage: npm run bench:pooled -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "To judge: --draw writes of each query its text and its hits. Show a reader the query and each hit's `shown`, nothing else, and",
  "write 0 (not relevant), 1 (helps) or 2 (answers) under its `key` into the file of judgements.",
  "",
  "example:",
  "  npm run bench:pooled -- --queries queries.jsonl --repositories ~/checkouts --page docs/records/several-projects-measured.md",
  "",
].join("\n");

export interface PooledOptions extends PageOptions {
  readonly judgements: string;
  readonly draw: string | null;
  readonly count: number;
  readonly seed: number;
}

/** Null if help is asked for. Relative paths start at `cwd`. Throws INVALID_INPUT. */
export function parseOptions(args: readonly string[], cwd: string): PooledOptions | null {
  const values = readOptions(OPTIONS, args, HINT);
  return values["help"] === true
    ? null
    : {
        ...judgedOptions(values, cwd, { cache: DEFAULT_CACHE, hint: HINT }),
        page: pathOf(values, "page", cwd),
        judgements:
          pathOf(values, "judgements", cwd) ?? packagePath("docs/records/benchmarks/2026-11-27-pooled-judgements.json"),
        draw: pathOf(values, "draw", cwd),
        count: wholeOf(values, "count", 60, HINT),
        seed: wholeOf(values, "seed", 16, HINT),
      };
}
