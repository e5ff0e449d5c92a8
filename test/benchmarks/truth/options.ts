// The command line of the truth bench: one table of options, from which the arguments are read and the usage is written.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf } from "../option-table.ts";
import type { Judge } from "./judge.ts";

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench-truth");

const OPTIONS = {
  tool: { value: "NAME", many: true, doc: "only judges of this tool or command; may be given several times" },
  judge: { value: "NAME", many: true, doc: "only this judge; may be given several times; default all" },
  repository: { value: "NAME", many: true, doc: "only this checkout; others keep their results" },
  checkouts: { value: "DIR", doc: "where the checkouts lie, each in a folder of its name" },
  tools: { value: "DIR", doc: "where the judges are installed" },
  seed: { value: "NUMBER", doc: "of what is drawn; default 1" },
  home: { value: "DIR", doc: `keeps indexes between runs; default ${DEFAULT_HOME}` },
  misses: { value: "FILE", doc: "write what is missed or wrong by cause, but for what is held out" },
  write: { doc: "put the results into docs/records/truth/, docs/records/truth.md and docs/records/truth-measured.md" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Compares the answers of the tools with something that is not this program, on real repositories.",
  "",
  "usage: npm run bench:truth -- --checkouts DIR --tools DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "examples:",
  "  npm run bench:truth -- --checkouts ~/checkouts --tools ~/judges --tool search_text",
  "  npm run bench:truth -- --checkouts ~/checkouts --tools ~/judges --write",
  "",
  "docs/inside/truth-judges.md says how to install the judges, docs/records/truth-measured.md names the repositories.",
  "",
].join("\n");

export interface Options {
  readonly judges: readonly Judge[];
  /** Names of checkouts; empty: all. */
  readonly repositories: readonly string[];
  readonly checkouts: string;
  readonly tools: string;
  readonly seed: number;
  readonly home: string;
  readonly misses: string | null;
  readonly write: boolean;
}

const HINT = "npm run bench:truth -- --help shows the options";
const refuse = (message: string): Failure => new Failure("INVALID_INPUT", message, { hint: HINT });

function chooseJudges(all: readonly Judge[], names: readonly string[], tools: readonly string[]): readonly Judge[] {
  const unknownName = names.find((name) => !all.some((one) => one.name === name));
  if (unknownName !== undefined) {
    throw refuse(`no judge is called ${unknownName}; there are ${all.map(({ name }) => name).join(", ")}`);
  }
  const unknownTool = tools.find((tool) => !all.some((one) => one.tools.includes(tool)));
  if (unknownTool !== undefined) {
    throw refuse(`no judge looks at ${unknownTool}; judged are ${all.flatMap((one) => one.tools).join(", ")}`);
  }
  return all.filter(
    (one) =>
      (names.length === 0 || names.includes(one.name)) &&
      (tools.length === 0 || one.tools.some((tool) => tools.includes(tool))),
  );
}

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(all: readonly Judge[], args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const required = (name: "checkouts" | "tools"): string => {
    const path = pathOf(values, name, cwd);
    if (path === null) {
      throw refuse(`--${name} is missing`);
    }
    return path;
  };
  const seed = Number(values["seed"] ?? 1);
  if (!Number.isInteger(seed) || seed < 1) {
    throw refuse(`--seed ${String(values["seed"])} is no whole number above 0`);
  }
  const repositories = valuesOf(values, "repository");
  const write = values["write"] === true;
  return {
    judges: chooseJudges(all, valuesOf(values, "judge"), valuesOf(values, "tool")),
    repositories,
    checkouts: required("checkouts"),
    tools: required("tools"),
    seed,
    home: pathOf(values, "home", cwd) ?? DEFAULT_HOME,
    misses: pathOf(values, "misses", cwd),
    write,
  };
}
