// The generator's command line: one table of options, from which the arguments are read and the usage is written.
// Knows no file: paths are only made absolute.
import { resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, readOptions, usageLines, valuesOf } from "../option-table.ts";

const OPTIONS = {
  files: { value: "COUNT", doc: "source files of the project; noise that no search admits comes on top" },
  to: { value: "DIR", doc: "the project's folder, which must not exist yet" },
  sources: {
    value: "DIR",
    many: true,
    doc: "folder whose admitted files are copied; may be given several times; default: this package and its installed packages",
  },
  seed: { value: "TEXT", doc: "another seed gives another project of the same sources; default 1" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Writes a large project made from real sources: packages of a monorepo, in a git repository of one commit.",
  "",
  "usage: npm run bench:project -- --files COUNT --to DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "examples:",
  "  npm run bench:project -- --files 1000 --to /tmp/scale/1k",
  "  npm run bench:project -- --files 60000 --to /tmp/scale/60k --sources ~/checkouts/rails --sources ~/checkouts/tokio",
  "",
].join("\n");

export interface Options {
  readonly files: number;
  readonly to: string;
  /** Empty: this package and its installed packages. */
  readonly sources: readonly string[];
  readonly seed: string;
}

const HINT = "npm run bench:project -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const { to, files } = values;
  if (typeof to !== "string") {
    throw new Failure("INVALID_INPUT", "--to is missing", { hint: HINT });
  }
  if (typeof files !== "string" || !/^[1-9]\d{0,6}$/.test(files)) {
    throw new Failure("INVALID_INPUT", "--files takes a count from 1 to 9,999,999", { hint: HINT });
  }
  return {
    files: Number(files),
    to: resolve(cwd, to),
    sources: valuesOf(values, "sources").map((folder) => resolve(cwd, folder)),
    seed: String(values["seed"] ?? "1"),
  };
}
