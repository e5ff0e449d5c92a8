// The command line of the comparison of renames.
import { resolve } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";
import { JUDGES, type JudgeName } from "./judge.ts";

const OPTIONS = {
  repository: { value: "DIR", many: true, doc: "a checkout; @PART behind it: only symbols below that folder" },
  aside: { value: "DIR", many: true, doc: "likewise, one that nobody looked at while renaming was written" },
  judge: { value: "NAME", doc: `${Object.keys(JUDGES).join(" or ")}; required` },
  tools: {
    value: "DIR",
    doc: "with what the judge needs installed in it (docs/records/edits-measured.md, The judges); required",
  },
  count: { value: "N", doc: "renames for each repository; default 100" },
  seed: { value: "N", doc: "which symbols are drawn; default 1" },
  add: { value: "FILE", many: true, doc: "what an earlier run wrote by --json, for the same tables" },
  json: { value: "FILE", doc: "write each rename as JSON" },
  page: { value: "FILE", doc: "write the tables into this page, between its marks" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Renames drawn symbols of real repositories in memory, and compares what changes with what the language's own tool renames.",
  "",
  "usage: npm run bench:renames -- --judge NAME --tools DIR --repository DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

export interface Repository {
  readonly root: string;
  /** Project-relative, with a slash at its end; "" for all of it. */
  readonly part: string;
  readonly isAside: boolean;
}

export interface Options {
  readonly repositories: readonly Repository[];
  readonly judge: JudgeName;
  readonly tools: string;
  readonly count: number;
  readonly seed: number;
  readonly add: readonly string[];
  readonly json: string | null;
  readonly page: string | null;
}

const HINT = "npm run bench:renames -- --help shows the options";

/** Null where help is asked for. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const wrong = (message: string) => new Failure("INVALID_INPUT", message, { hint: HINT });
  const repositories = (["repository", "aside"] as const).flatMap((name) =>
    valuesOf(values, name).map((written): Repository => {
      const [folder = "", part = ""] = written.split("@");
      return { root: resolve(cwd, folder), part: part === "" ? "" : `${part}/`, isAside: name === "aside" };
    }),
  );
  const { judge } = values;
  const tools = pathOf(values, "tools", cwd);
  if (typeof judge !== "string" || !(judge in JUDGES) || tools === null || repositories.length === 0) {
    throw wrong("--judge, --tools and --repository are required");
  }
  return {
    repositories,
    judge: judge as JudgeName,
    tools,
    count: wholeOf(values, "count", 100, HINT),
    seed: wholeOf(values, "seed", 1, HINT),
    add: valuesOf(values, "add").map((file) => resolve(cwd, file)),
    json: pathOf(values, "json", cwd),
    page: pathOf(values, "page", cwd),
  };
}
