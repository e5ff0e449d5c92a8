// The command line of the review's benchmark: one table of options, from which the arguments are read and the usage is written.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench-review");

const OPTIONS = {
  repository: {
    value: "DIR",
    many: true,
    doc: "a clone that may be checked out elsewhere; it must have no uncommitted changes",
  },
  commits: { value: "N", doc: "review so many, the last ones that are no merges; default 200" },
  skip: { value: "N", doc: "leave out so many of the newest; default 0" },
  "files-min": { value: "N", doc: "only commits that change so many files; default 1" },
  unmerged: { doc: "commits of the other branches that were fetched instead, such as those of pull requests" },
  unfinished: { doc: "only commits that say they are, or that the next one repairs, by its subject" },
  leaving: { doc: "only commits that leave a name behind that they no longer declare, by their text" },
  "without-vectors": { doc: "much faster; `duplicate-logic` cannot run then" },
  home: { value: "DIR", doc: `keeps the index between runs; default ${DEFAULT_HOME}` },
  json: { value: "FILE", doc: "write all findings as JSON; of a sample, its findings, with room for verdicts" },
  found: { value: "FILE", many: true, doc: "draw from the findings of earlier runs, and review nothing" },
  sample: { value: "N", doc: "draw so many findings for a person to judge" },
  mild: { doc: "draw only findings of severity low" },
  seed: { value: "N", doc: "which findings are drawn; default 1" },
  sheet: { value: "FILE", doc: "write the sample as Markdown: finding, evidence, what the commit did to the file" },
  judged: { value: "FILE", many: true, doc: "print the precision of samples that were judged, and nothing else" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Reviews the last commits of repositories one by one, and draws a sample of the findings for a person to judge.",
  "",
  "usage: npm run bench:review -- --repository DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "examples:",
  "  npm run bench:review -- --repository /tmp/gson --commits 200 --json /tmp/gson.json",
  "  npm run bench:review -- --repository /tmp/gson --found /tmp/gson.json --sample 60 --sheet /tmp/s.md --json /tmp/s.json",
  "  npm run bench:review -- --judged /tmp/s.json",
  "",
].join("\n");

export interface Options {
  readonly roots: readonly string[];
  readonly commits: number;
  readonly skip: number;
  readonly filesMin: number;
  readonly isUnmerged: boolean;
  readonly isUnfinished: boolean;
  readonly isLeaving: boolean;
  readonly hasVectors: boolean;
  readonly home: string;
  readonly json: string | null;
  readonly found: readonly string[];
  /** Null: draw none. */
  readonly sample: number | null;
  /** Whether only findings of severity low are drawn. */
  readonly isMild: boolean;
  readonly seed: number;
  readonly sheet: string | null;
  readonly judged: readonly string[];
}

const HINT = "npm run bench:review -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const wrong = (message: string) => new Failure("INVALID_INPUT", message, { hint: HINT });
  const paths = (name: string): string[] => valuesOf(values, name).map((path) => resolve(cwd, path));
  const roots = paths("repository");
  const judged = paths("judged");
  if (roots.length === 0 && judged.length === 0) {
    throw wrong("--repository or --judged is required");
  }
  if ((values["sample"] === undefined) !== (values["sheet"] === undefined)) {
    throw wrong("--sample and --sheet go together");
  }
  return {
    roots,
    commits: wholeOf(values, "commits", 200, HINT),
    skip: values["skip"] === undefined ? 0 : wholeOf(values, "skip", 1, HINT),
    filesMin: wholeOf(values, "files-min", 1, HINT),
    isUnmerged: values["unmerged"] === true,
    isUnfinished: values["unfinished"] === true,
    isLeaving: values["leaving"] === true,
    hasVectors: values["without-vectors"] !== true,
    home: pathOf(values, "home", cwd) ?? DEFAULT_HOME,
    json: pathOf(values, "json", cwd),
    found: paths("found"),
    sample: values["sample"] === undefined ? null : wholeOf(values, "sample", 1, HINT),
    isMild: values["mild"] === true,
    seed: wholeOf(values, "seed", 1, HINT),
    sheet: pathOf(values, "sheet", cwd),
    judged,
  };
}
