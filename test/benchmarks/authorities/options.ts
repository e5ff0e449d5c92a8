// The comparison's command line: one table of options, from which the arguments are read and the usage is written. Knows no
// file: paths are only made absolute.
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf } from "../option-table.ts";
import { AUTHORITIES, type AuthorityName, type Repository } from "./authority.ts";

const DEFAULT_HOME = join(tmpdir(), "context-broker-bench-edges");
const NAMES = Object.keys(AUTHORITIES) as AuthorityName[];
const SITES = 1_500;

const OPTIONS = {
  authority: { value: "NAME", many: true, doc: `${NAMES.join(", ")}; may be given several times; default all` },
  repository: {
    value: "DIR",
    many: true,
    doc: "checkout to compare on; DIR#FOLDER takes sites from that folder of it only",
  },
  "held-out": { value: "NAME", many: true, doc: "a repository that nothing is tuned on: shown apart" },
  tools: { value: "DIR", doc: "where the authorities are installed; what they said is kept there" },
  sites: { value: "NUMBER", doc: `sites drawn from each repository; default ${SITES}` },
  seed: { value: "NUMBER", doc: "of the drawing; default 1" },
  home: { value: "DIR", doc: `keeps indexes between runs; default ${DEFAULT_HOME}` },
  json: { value: "FILE", doc: "write all figures as JSON" },
  misses: { value: "FILE", doc: "write what is missed and wrong by cause, but for what is held out" },
  keep: { value: "FILE", doc: "write everything that was judged, for --add of a later run" },
  add: { value: "FILE", many: true, doc: "a file of --keep: adds the repositories that this run does not compare" },
  page: { value: "FILE", doc: "put the tables into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Compares find_references with what a language's own tools say, on real repositories.",
  "",
  "usage: npm run bench:edges -- --tools DIR --repository DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "examples:",
  "  npm run bench:edges -- --tools ~/authorities --authority gopls --repository ~/checkouts/gin --misses gin.txt",
  "  npm run bench:edges -- --tools ~/authorities --repository ~/checkouts/core --repository ~/checkouts/zod --held-out zod",
  "",
  "docs/records/references-measured.md says how to install the authorities and what each figure means.",
  "",
].join("\n");

export interface Options {
  readonly authorities: readonly AuthorityName[];
  readonly repositories: readonly (Repository & { readonly heldOut: boolean })[];
  readonly tools: string;
  readonly sites: number;
  readonly seed: number;
  readonly home: string;
  readonly json: string | null;
  readonly misses: string | null;
  readonly keep: string | null;
  readonly add: readonly string[];
  readonly page: string | null;
}

const HINT = "npm run bench:edges -- --help shows the options";
const refuse = (message: string): Failure => new Failure("INVALID_INPUT", message, { hint: HINT });

function authoritiesOf(given: readonly string[]): readonly AuthorityName[] {
  const unknown = given.find((name) => !NAMES.some((one) => one === name));
  if (unknown !== undefined) {
    throw refuse(`--authority ${unknown}: known are ${NAMES.join(", ")}`);
  }
  return given.length === 0 ? NAMES : NAMES.filter((name) => given.includes(name));
}

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const path = (name: keyof typeof OPTIONS): string | null => pathOf(values, name, cwd);
  const number = (name: keyof typeof OPTIONS, otherwise: number): number => {
    const value = Number(values[name] ?? otherwise);
    if (!Number.isInteger(value) || value < 1) {
      throw refuse(`--${name} ${String(values[name])} is no whole number above 0`);
    }
    return value;
  };
  const tools = path("tools");
  const given = valuesOf(values, "repository");
  if (tools === null || given.length === 0) {
    throw refuse(`--${tools === null ? "tools" : "repository"} is missing`);
  }
  const heldOut = valuesOf(values, "held-out");
  const repositories = given.map((one) => {
    const [folder = "", part = ""] = one.split("#");
    const root = resolve(cwd, folder);
    const name = basename(root);
    return { name, root, part: part.replace(/(?<=[^/])$/, "/"), heldOut: heldOut.includes(name) };
  });
  const stray = heldOut.find((name) => !repositories.some((one) => one.name === name));
  if (stray !== undefined) {
    throw refuse(`--held-out ${stray} is none of the repositories`);
  }
  return {
    authorities: authoritiesOf(valuesOf(values, "authority")),
    repositories,
    tools,
    sites: number("sites", SITES),
    seed: number("seed", 1),
    home: path("home") ?? DEFAULT_HOME,
    json: path("json"),
    misses: path("misses"),
    keep: path("keep"),
    add: valuesOf(values, "add").map((file) => resolve(cwd, file)),
    page: path("page"),
  };
}
