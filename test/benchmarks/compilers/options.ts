// The command line of the compilers' judgement: one table of options, from which the arguments are read and the usage is written.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";
import { OPERATIONS, type OperationName } from "./drawn-edit.ts";
import { PROGRAMS } from "./programs.ts";

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench-compilers");

const OPTIONS = {
  repository: { value: "DIR", doc: "a copy that may be edited; it must have no uncommitted changes" },
  check: {
    value: "COMMAND",
    doc: "prints the compiler's diagnostics as file:line…: message; run by sh in the repository",
  },
  program: {
    value: "LANGUAGE",
    many: true,
    doc: "instead of a repository: the program of fixtures/compilers, or `all`",
  },
  set: { value: "N", doc: "programs of fixtures/compilers/N; default 1" },
  tools: { value: "DIR", doc: "compilers for --program: docs/records/edits-measured.md says what is below it" },
  operation: { value: "NAME", many: true, doc: `only these: ${OPERATIONS.join(", ")}` },
  paths: { value: "GLOB", many: true, doc: "only symbols of these files" },
  hard: { doc: "every other symbol has a name that stands in a macro, template, pattern, attribute or the like" },
  count: { value: "N", doc: "edits; default 50, of programs 10000: all of them" },
  seed: { value: "N", doc: "which symbols are drawn; default 1" },
  compiler: { value: "NAME", doc: "how the table calls it; default the command" },
  "kept-aside": { doc: "nobody looked at this repository while edits were written" },
  home: { value: "DIR", doc: `keeps the index between runs; default ${DEFAULT_HOME}` },
  json: { value: "FILE", doc: "write every edit as JSON" },
  rows: { value: "FILE", many: true, doc: "measure nothing: make the table from files that --json wrote" },
  page: { value: "FILE", doc: "put the table into this page" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Applies drawn renames, moves and deletions, has a compiler check the repository, and undoes each.",
  "",
  "usage: npm run bench:compilers -- --repository DIR --check COMMAND [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "example:",
  "  npm run bench:compilers -- --repository /tmp/gin --check 'go vet ./...' --paths '*.go' --operation rename",
  "  npm run bench:compilers -- --program all --tools /tmp/tools --operation rename --operation delete --json /tmp/programs.json",
  "  npm run bench:compilers -- --rows /tmp/gin.json --rows /tmp/immer.json --page docs/records/edits-measured.md",
  "",
].join("\n");

export interface Options {
  readonly root: string;
  readonly check: string;
  /** Languages whose programs are edited, instead of a repository. */
  readonly programs: readonly string[];
  /** Folder of fixtures/compilers that they are in. */
  readonly set: string;
  readonly tools: string;
  /** Whether every other symbol is one whose name is easily passed over. */
  readonly isHard: boolean;
  readonly operations: readonly OperationName[];
  readonly paths: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly compiler: string | null;
  readonly keptAside: boolean;
  readonly home: string;
  readonly json: string | null;
  /** Results of earlier runs, instead of a run. */
  readonly rows: readonly string[];
  readonly page: string | null;
}

/** More than any of the programs has. */
const PROGRAM_COUNT = 10_000;

const HINT = "npm run bench:compilers -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const wrong = (message: string) => new Failure("INVALID_INPUT", message, { hint: HINT });
  const { repository = "", check = "", compiler } = values;
  const rows = valuesOf(values, "rows").map((file) => resolve(cwd, file));
  const asked = valuesOf(values, "program");
  const programs = asked.includes("all") ? Object.keys(PROGRAMS) : asked;
  const unknown = programs.find((name) => PROGRAMS[name] === undefined);
  if (unknown !== undefined) {
    throw wrong(`--program ${unknown}: there are ${Object.keys(PROGRAMS).join(", ")}`);
  }
  if (rows.length + programs.length === 0 && (repository === "" || check === "")) {
    throw wrong("--repository and --check are required, or --program, or --rows");
  }
  const named = valuesOf(values, "operation");
  const operations = OPERATIONS.filter((name) => named.length === 0 || named.includes(name));
  if (operations.length < named.length) {
    throw wrong(`--operation must be one of ${OPERATIONS.join(", ")}`);
  }
  return {
    root: resolve(cwd, String(repository)),
    check: String(check),
    programs,
    set: String(wholeOf(values, "set", 1, HINT)),
    tools: pathOf(values, "tools", cwd) ?? DEFAULT_HOME,
    isHard: values["hard"] === true,
    operations,
    paths: valuesOf(values, "paths"),
    count: wholeOf(values, "count", programs.length > 0 ? PROGRAM_COUNT : 50, HINT),
    seed: wholeOf(values, "seed", 1, HINT),
    compiler: typeof compiler === "string" ? compiler : null,
    keptAside: values["kept-aside"] === true,
    home: pathOf(values, "home", cwd) ?? DEFAULT_HOME,
    json: pathOf(values, "json", cwd),
    rows,
    page: pathOf(values, "page", cwd),
  };
}
