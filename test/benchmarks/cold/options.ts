// The command line of `npm run bench:cold`.
import { resolve } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { type OptionTable, pathOf, readOptions, usageLines, wholeOf } from "../option-table.ts";
import { type JudgedOptions, judgedOptions, PAGE_OPTIONS } from "../quality/judged-options.ts";

/** Questions asked of each repository, where its judged queries are as many. */
const EACH = 4;
/** The whole run ends about so late, with fewer questions of each repository if need be. */
const MINUTES = 12;

const OPTIONS = {
  queries: PAGE_OPTIONS.queries,
  repositories: PAGE_OPTIONS.repositories,
  list: PAGE_OPTIONS.list,
  only: PAGE_OPTIONS.only,
  each: { value: "N", doc: `questions of each repository, evenly over its queries; default ${EACH}` },
  minutes: { value: "N", doc: `no question is begun after so long; default ${MINUTES}` },
  program: { value: "FILE", doc: "measure another build's dist/main.js, to compare before and after" },
  "no-busy": { doc: "leave out the answers beside two busy loops" },
  json: PAGE_OPTIONS.json,
  page: PAGE_OPTIONS.page,
  help: PAGE_OPTIONS.help,
} as const satisfies OptionTable;

export const USAGE: string = [
  "npm run bench:cold -- --queries FILE --repositories DIR [options]",
  "",
  "Asks servers that have never seen a project one judged query each, quietly and beside two busy loops, and compares",
  "with the answers of a server that has indexed all of its words.",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

export interface ColdOptions extends Omit<JudgedOptions, "cache" | "vectors"> {
  readonly each: number;
  readonly minutes: number;
  /** The executable script that is measured. */
  readonly program: string;
  readonly busy: boolean;
  readonly page: string | null;
}

const HINT = "npm run bench:cold -- --help shows the options";

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): ColdOptions | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const { queries, repositories, list, only, json } = judgedOptions(values, cwd, { cache: cwd, hint: HINT });
  return {
    queries,
    repositories,
    list,
    only,
    json,
    each: wholeOf(values, "each", EACH, HINT),
    minutes: wholeOf(values, "minutes", MINUTES, HINT),
    program: resolve(pathOf(values, "program", cwd) ?? packagePath("dist", "main.js")),
    busy: values["no-busy"] !== true,
    page: pathOf(values, "page", cwd),
  };
}
