// The command line of the watching benchmark.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, readOptions, usageLines } from "../option-table.ts";
import { TELLERS, type TellerName } from "./tellers.ts";

const OPTIONS = {
  project: { value: "DIR", doc: "the project; a copy of it is written to" },
  way: { value: "NAME", doc: `refresh (ours, the default), or what tells of changes: ${TELLERS.join(", ")}` },
  modules: { value: "DIR", doc: "where @parcel/watcher and chokidar are installed; default: here" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Measures what having a project's changes told costs, and what is missed.",
  "",
  "usage: npm run bench:watching -- --project DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

export interface Options {
  readonly project: string;
  readonly way: TellerName | "refresh";
  readonly modules: string;
}

const HINT = "npm run bench:watching -- --help shows the options";

/** Null where help is asked for. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const { project, way = "refresh", modules = "." } = values;
  if (typeof project !== "string" || !existsSync(resolve(cwd, project))) {
    throw new Failure("INVALID_INPUT", "--project takes a folder that exists", { hint: HINT });
  }
  const known = ([...TELLERS, "refresh"] as const).find((name) => name === way);
  if (known === undefined) {
    throw new Failure("INVALID_INPUT", `--way takes refresh, ${TELLERS.join(", ")}`, { hint: HINT });
  }
  return { project: resolve(cwd, project), way: known, modules: resolve(cwd, String(modules)) };
}
