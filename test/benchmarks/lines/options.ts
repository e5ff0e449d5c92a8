// The command line of `npm run bench:lines`. Reads no file: paths are only made absolute.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";
import { KINDS } from "./questions.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-lines");

const OPTIONS = {
  questions: {
    value: "FILE",
    many: true,
    doc: "questions with their lines, one JSON object a line; may be given several times",
  },
  repositories: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  list: {
    value: "FILE",
    doc: "JSON list of names and roots, the folders that are projects; default: each checkout as a whole",
  },
  only: { value: "NAMES", doc: "only these repositories, separated by commas" },
  kinds: { value: "KINDS", doc: `only these kinds, of ${KINDS.join(",")}` },
  "top-k": { value: "NUMBER", doc: "hits asked for; default: the program's" },
  "max-tokens": { value: "NUMBER", doc: "token budget asked for; default: the program's" },
  "no-vectors": { doc: "search by words only" },
  program: { value: "FILE", doc: "the build to measure; default: this one's dist/main.js" },
  arm: {
    value: "FILE",
    many: true,
    doc: "dist/main.js of another build, asked side by side; may be given several times",
  },
  results: { value: "FILE", doc: "write a row for each question and arm, as JSON lines" },
  against: { value: "FILE", doc: "compare with an earlier run: the FILE that its --results named" },
  setting: {
    value: "NAME=VALUE",
    many: true,
    doc: "a setting of the builds, such as model=DIR; may be given several times",
  },
  baselines: { doc: "ask other ways too: rg, whole files and, with --codegraph, codegraph" },
  codegraph: { value: "DIR", doc: "folder with the npm package @colbymchenry/codegraph installed" },
  fresh: { doc: "index anew; vectors are kept. Needed after a change of how files are cut" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Measures whether answers show the lines that answer: real servers, asked over stdio, index and vectors complete.",
  "",
  "usage: npm run bench:lines -- --questions FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

const HINT = "npm run bench:lines -- --help shows the options";

export interface Options {
  readonly questions: readonly string[];
  readonly repositories: string;
  readonly list: string | null;
  /** Empty: all. */
  readonly only: readonly string[];
  /** Empty: all. */
  readonly kinds: readonly string[];
  /** Null: the program's default. */
  readonly topK: number | null;
  readonly maxTokens: number | null;
  readonly vectors: boolean;
  readonly program: string | null;
  readonly arms: readonly string[];
  readonly results: string | null;
  readonly against: string | null;
  /** As in the environment: `CONTEXT_BROKER_MODEL`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly baselines: boolean;
  readonly codegraph: string | null;
  readonly fresh: boolean;
  readonly cache: string;
}

const listOf = (value: unknown): string[] => (typeof value === "string" ? value.split(",").filter(Boolean) : []);

/** The value is as the environment has it: a folder is absolute. INVALID_INPUT where there is none. */
function readSetting(given: string): [string, string] {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined) {
    throw new Failure("INVALID_INPUT", `--setting ${given} is not NAME=VALUE`, { hint: HINT });
  }
  return [`CONTEXT_BROKER_${name.toUpperCase()}`, value];
}

/** Null where help is asked for. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  const paths = (name: keyof typeof OPTIONS): string[] => valuesOf(values, name).map((file) => resolve(cwd, file));
  const whole = (name: keyof typeof OPTIONS): number | null =>
    values[name] === undefined ? null : wholeOf(values, name, 1, HINT);
  const questions = paths("questions");
  const repositories = path("repositories");
  if (questions.length === 0 || repositories === null) {
    throw new Failure("INVALID_INPUT", `--${questions.length === 0 ? "questions" : "repositories"} is missing`, {
      hint: HINT,
    });
  }
  return {
    questions,
    repositories,
    list: path("list"),
    only: listOf(values["only"]),
    kinds: listOf(values["kinds"]),
    topK: whole("top-k"),
    maxTokens: whole("max-tokens"),
    vectors: values["no-vectors"] !== true,
    program: path("program"),
    arms: paths("arm"),
    results: path("results"),
    against: path("against"),
    settings: Object.fromEntries(valuesOf(values, "setting").map(readSetting)),
    baselines: values["baselines"] === true,
    codegraph: path("codegraph"),
    fresh: values["fresh"] === true,
    cache: path("cache") ?? DEFAULT_CACHE,
  };
}
