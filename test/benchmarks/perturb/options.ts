// The command line of the perturbation: one table of options, from which the arguments are read and the usage is written.
import { resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, readOptions, usageLines } from "../option-table.ts";

const OPTIONS = {
  index: { value: "DIR", doc: "folder of the project's index, below `projects` in the cache; words must be indexed" },
  from: { value: "FILE", doc: "vector store with real vectors; is only read" },
  to: { value: "DIR", doc: "folder of the vector store to fill: `vectors` in the cache" },
  noise: { value: "SHARE", doc: "length of the noise, 1 being the vector's own; default 0.6, a cosine of about .86" },
  limit: { value: "COUNT", doc: "fill so many chunks only, the first ones; default all" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Gives the chunks of an indexed project vectors without embedding them: real vectors of other chunks, with noise.",
  "For speed, memory and disk at sizes that take hours to embed; answers by meaning are noise.",
  "",
  "usage: npm run bench:perturb -- --index DIR --from FILE --to DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

export interface Options {
  readonly index: string;
  readonly from: string;
  readonly to: string;
  readonly noise: number;
  readonly limit: number;
}

const HINT = "npm run bench:perturb -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const folder = (name: "index" | "from" | "to") => {
    const value = values[name];
    if (typeof value !== "string") {
      throw new Failure("INVALID_INPUT", `--${name} is missing`, { hint: HINT });
    }
    return resolve(cwd, value);
  };
  const number = (name: "noise" | "limit", fallback: number) => {
    const value = Number(values[name] ?? fallback);
    if (!(value >= 0)) {
      throw new Failure("INVALID_INPUT", `--${name} takes a number from 0 up`, { hint: HINT });
    }
    return value;
  };
  return {
    index: folder("index"),
    from: folder("from"),
    to: folder("to"),
    noise: number("noise", 0.6),
    limit: number("limit", Number.POSITIVE_INFINITY),
  };
}
