// The command line of the judgement of edits: one table of options, from which the arguments are read and the usage is written.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench-edits");

const OPTIONS = {
  repository: { value: "DIR", many: true, doc: "whose files are edited, in copies; several may be given" },
  tools: { value: "DIR", doc: "where the languages' parsers are installed; docs/inside/truth-judges.md says how" },
  count: { value: "N", doc: "edits; default 10000" },
  seed: { value: "N", doc: "which files, symbols, edits and faults are drawn; default 1" },
  home: { value: "DIR", doc: `where copies are made; default ${DEFAULT_HOME}` },
  json: { value: "FILE", doc: "write what was found wrong as JSON" },
  write: { doc: "put the tables into docs/records/edits-measured.md" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Draws edits of symbols in real files and judges their bytes, the other symbols and the syntax; then commits and undoes them, also with",
  "a fault on the way, and compares every byte.",
  "",
  "usage: npm run bench:edits -- --repository DIR [--repository DIR …] --tools DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

export interface Options {
  readonly repositories: readonly string[];
  readonly tools: string;
  readonly count: number;
  readonly seed: number;
  readonly home: string;
  readonly json: string | null;
  readonly write: boolean;
}

const HINT = "npm run bench:edits -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const repositories = valuesOf(values, "repository").map((one) => resolve(cwd, one));
  const tools = pathOf(values, "tools", cwd);
  if (repositories.length === 0 || tools === null) {
    throw new Failure("INVALID_INPUT", `--${tools === null ? "tools" : "repository"} is required`, { hint: HINT });
  }
  return {
    repositories,
    tools,
    count: wholeOf(values, "count", 10_000, HINT),
    seed: wholeOf(values, "seed", 1, HINT),
    home: pathOf(values, "home", cwd) ?? DEFAULT_HOME,
    json: pathOf(values, "json", cwd),
    write: values["write"] === true,
  };
}
