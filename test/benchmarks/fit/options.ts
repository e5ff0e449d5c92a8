// The fitting's command line. Knows no file: paths are only made absolute.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, type OptionValues, readOptions, usageLines, valuesOf } from "../option-table.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-fit");
const DEFAULT_PULL = 8;

const OPTIONS = {
  queries: { value: "FILE", many: true, doc: "judged queries, one JSON object a line; may be given several times" },
  repositories: {
    value: "DIR",
    many: true,
    doc: "folder with a checkout of each repository, under its name; the first given that has it counts",
  },
  list: {
    value: "FILE",
    many: true,
    doc: "JSON list of names and roots, one for each DIR in their order; default: repos.json in DIR or beside the queries",
  },
  "set-weight": { value: "FILE=W", many: true, doc: "how much a query of FILE counts in the fitting; default 1" },
  folds: { value: "N", doc: "leave out repositories in N groups instead of one by one" },
  pull: {
    value: "P",
    doc: `how strongly weights are pulled to the present ones; 0 not at all; default ${DEFAULT_PULL}`,
  },
  json: { value: "FILE", doc: "write weights and all figures as JSON" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Fits the ranking weights to judged queries over real repositories, and says what each signal is worth.",
  "Changes nothing: the weights that it prints are for a person to judge and to write into src/search/ranking/weights.ts.",
  "",
  "usage: npm run bench:fit -- --queries FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "examples:",
  "  npm run bench:fit -- --queries queries.jsonl --repositories ~/checkouts",
  "  npm run bench:fit -- --queries a.jsonl --queries b.jsonl --set-weight b.jsonl=0.3 \\",
  "      --repositories ~/checkouts --list repos.json --repositories ~/more --list more.json --folds 7",
  "",
  "docs/inside/ranking.md says what the weights are and how they were fitted.",
  "",
].join("\n");

export interface Options {
  readonly queries: readonly { readonly file: string; readonly weight: number }[];
  /** Folders of checkouts, each with the list of their roots where one is named. */
  readonly checkouts: readonly { readonly folder: string; readonly list: string | null }[];
  /** Null: each repository by itself. */
  readonly folds: number | null;
  readonly pull: number;
  readonly json: string | null;
  readonly cache: string;
}

const HINT = "npm run bench:fit -- --help shows the options";

function invalid(message: string): never {
  throw new Failure("INVALID_INPUT", message, { hint: HINT });
}

/** A number of at least `min`. */
function numberOf(name: string, text: string, min: number): number {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) && value >= min
    ? value
    : invalid(`--${name} is ${JSON.stringify(text)}, not a number of at least ${min}`);
}

function countOf(name: string, text: string, min: number): number {
  const count = numberOf(name, text, min);
  return Number.isInteger(count) ? count : invalid(`--${name} is ${text}, not a whole number`);
}

function weightsOf(values: OptionValues, queries: readonly string[], cwd: string): ReadonlyMap<string, number> {
  return new Map(
    valuesOf(values, "set-weight").map((given) => {
      const at = given.lastIndexOf("=");
      const file = resolve(cwd, given.slice(0, Math.max(0, at)));
      if (at < 0 || !queries.includes(file)) {
        invalid(`--set-weight ${given} names no file that --queries gives; write FILE=0.3`);
      }
      return [file, numberOf("set-weight", given.slice(at + 1), 0)];
    }),
  );
}

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const paths = (name: "queries" | "repositories" | "list") => valuesOf(values, name).map((file) => resolve(cwd, file));
  const one = (name: "folds" | "pull" | "json" | "cache"): string | null =>
    typeof values[name] === "string" ? String(values[name]) : null;
  const [queries, folders, lists] = [paths("queries"), paths("repositories"), paths("list")];
  if (queries.length === 0 || folders.length === 0) {
    invalid(`--${queries.length === 0 ? "queries" : "repositories"} is missing`);
  }
  if (lists.length > 0 && lists.length !== folders.length) {
    invalid(`--list is given ${lists.length} times and --repositories ${folders.length}: give one for each, or none`);
  }
  const weights = weightsOf(values, queries, cwd);
  const [folds, pull, json, cache] = [one("folds"), one("pull"), one("json"), one("cache")];
  return {
    queries: queries.map((file) => ({ file, weight: weights.get(file) ?? 1 })),
    checkouts: folders.map((folder, at) => ({ folder, list: lists[at] ?? null })),
    folds: folds === null ? null : countOf("folds", folds, 2),
    pull: pull === null ? DEFAULT_PULL : numberOf("pull", pull, 0),
    json: json === null ? null : resolve(cwd, json),
    cache: cache === null ? DEFAULT_CACHE : resolve(cwd, cache),
  };
}
