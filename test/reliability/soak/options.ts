// The soak's command line.
import { resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, readOptions, usageLines } from "../../benchmarks/option-table.ts";

const OPTIONS = {
  minutes: { value: "N", doc: "how long; default 60" },
  clients: { value: "N", doc: "clients, each with a server of its own; default 4" },
  repository: { value: "DIR", doc: "git repository that is copied and edited; default: this one" },
  commits: {
    value: "REFS",
    doc: "its commits to switch between, separated by commas, the newest first; default HEAD,HEAD~8,HEAD~24",
  },
  folders: { value: "PATHS", doc: "folders of it to copy, separated by commas; default src/index,src/project,docs" },
  seed: { value: "N", doc: "of everything that is chosen at random; default: the time" },
  json: { value: "FILE", doc: "write the result" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

const HINT = "npm run soak -- --help shows the options";

export const USAGE = [
  "Edits a repository and asks about it from several clients at once; compares the answers with a fresh index's.",
  "",
  "usage: npm run soak -- [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "docs/inside/reliability.md says what is checked.",
  "",
].join("\n");

export interface SoakOptions {
  readonly minutes: number;
  readonly clients: number;
  /** Absolute; null for the package's own. */
  readonly repository: string | null;
  readonly commits: readonly string[];
  readonly folders: readonly string[];
  readonly seed: number;
  readonly json: string | null;
}

/** Null where help is asked for. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): SoakOptions | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const number = (name: "minutes" | "clients" | "seed", otherwise: number): number => {
    const value = Number(values[name] ?? otherwise);
    if (!Number.isFinite(value) || value <= 0) {
      throw new Failure("INVALID_INPUT", `--${name} must be a number above 0`, { hint: HINT });
    }
    return value;
  };
  const path = (name: "repository" | "json"): string | null => {
    const value = values[name];
    return typeof value === "string" ? resolve(cwd, value) : null;
  };
  return {
    minutes: number("minutes", 60),
    clients: number("clients", 4),
    repository: path("repository"),
    commits: String(values["commits"] ?? "HEAD,HEAD~8,HEAD~24").split(","),
    folders: String(values["folders"] ?? "src/index,src/project,docs").split(","),
    seed: number("seed", Date.now() % 1_000_000),
    json: path("json"),
  };
}
