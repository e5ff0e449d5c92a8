// The benchmark's command line: one table of options, from which the arguments are read and the usage is written.
// Knows no file: paths are only made absolute.
import { type OptionTable, pathOf, readOptions, usageLines } from "../option-table.ts";
import { DEFAULT_CACHE, type JudgedOptions, judgedOptions } from "./judged-options.ts";

const OPTIONS = {
  queries: { value: "FILE", many: true, doc: "judged queries, one JSON object a line; may be given several times" },
  repositories: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  list: {
    value: "FILE",
    doc: "JSON list of names and roots, the folders that are projects; default: repos.json in DIR or beside the queries",
  },
  results: {
    value: "FILE",
    doc: "write the ranked hits, one JSON object a query; by words only: with .words before the extension",
  },
  json: { value: "FILE", doc: "write all figures as JSON" },
  against: {
    value: "FILE",
    doc: "compare with an earlier run: the FILE that its --results named",
  },
  only: { value: "NAMES", doc: "only these repositories, separated by commas" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  "no-vectors": { doc: "search by words only" },
  "no-baselines": { doc: "leave out the plain design, ripgrep and BM25" },
  "no-budgets": { doc: "leave out recall within a token budget" },
  "first-answers": { doc: "also ask each query of a project that has no vectors yet (seconds a query)" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Measures ranking on judged queries over real repositories.",
  "",
  "usage: npm run bench:quality -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "examples:",
  "  npm run bench:quality -- --queries queries.jsonl --repositories ~/checkouts --results results.jsonl",
  "  npm run bench:quality -- --queries queries.jsonl --repositories ~/checkouts --only gin,rack --no-baselines",
  "  npm run bench:quality -- --queries queries.jsonl --repositories ~/checkouts --against results.jsonl",
  "",
  "docs/records/ranking-measured.md says what each figure means.",
  "",
].join("\n");

export interface Options extends JudgedOptions {
  readonly results: string | null;
  readonly against: string | null;
  readonly baselines: boolean;
  readonly budgets: boolean;
  readonly firstAnswers: boolean;
}

const HINT = "npm run bench:quality -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  return {
    ...judgedOptions(values, cwd, { cache: DEFAULT_CACHE, hint: HINT }),
    results: path("results"),
    against: path("against"),
    baselines: values["no-baselines"] !== true,
    budgets: values["no-budgets"] !== true,
    firstAnswers: values["first-answers"] === true,
  };
}
