// The projects of fixtures/ranking and their judged queries, as files say them: which texts a project holds, what was
// asked, and which places answer. Knows no ranking.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Target } from "../../support/judged.ts";

/** How a query is put. */
export const QUERY_KINDS = [
  "question",
  "phrase",
  "error",
  "trace",
  "symbol",
  "qualified",
  "path",
  "mixed",
  "typo",
  "docs",
  "tests",
] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

/** What makes a query hard, apart from its words. */
export const HARD_CASES = ["places", "twin", "hub", "barrel", "stub", "re-export", "header", "prose", "test"] as const;
export type HardCase = (typeof HARD_CASES)[number];

/** One query as queries.json has it. */
interface Entry {
  readonly query: string;
  readonly kind: QueryKind;
  readonly case?: HardCase;
  /**
   * `path`, or `path | text` where only the lines around one line answer: the line is the only one of its file that holds
   * the text. No numbers, so that an edit above it changes nothing.
   */
  readonly targets: readonly string[];
  /** Why these and no others, where a reader would ask. */
  readonly because?: string;
}

export interface JudgedQuery extends Omit<Entry, "targets"> {
  /** Name of the query's golden file, without its ending. */
  readonly slug: string;
  readonly targets: readonly (Target & { readonly written: string })[];
}

export interface JudgedProject {
  readonly name: string;
  /** Whether its text is the program's own source, which changes under the judgements. */
  readonly own: boolean;
  /** Text by project-relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly queries: readonly JudgedQuery[];
}

export const RANKING_FOLDER: string = fileURLToPath(new URL("../../../fixtures/ranking/", import.meta.url));
const SOURCE_FOLDER = fileURLToPath(new URL("../../../src/", import.meta.url));
const SLUG_LENGTH_MAX = 70;

function readFiles(root: string, prefix: string, admits: (path: string) => boolean): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter(admits)
    .sort();
  return Object.fromEntries(paths.map((path) => [prefix + path, readFileSync(join(root, path), "utf8")]));
}

function slugOf(query: string): string {
  const words = query
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return words.length <= SLUG_LENGTH_MAX ? words : words.slice(0, words.lastIndexOf("-", SLUG_LENGTH_MAX));
}

/** Throws where the file is not there, or the line not exactly once: a judgement must point at something. */
function readTarget(
  project: string,
  written: string,
  files: Readonly<Record<string, string>>,
): JudgedQuery["targets"][number] {
  const [path = "", text] = written.split(" | ");
  const lines = files[path]?.split("\n");
  if (lines === undefined) {
    throw new Error(`${project}/queries.json: no file ${path}; if it was moved, write its new path there`);
  }
  if (text === undefined) {
    return { written, path };
  }
  const numbers = lines.flatMap((line, at) => (line.includes(text) ? [at + 1] : []));
  const [line] = numbers;
  if (line === undefined || numbers.length > 1) {
    throw new Error(
      `${project}/queries.json: ${path} has ${numbers.length} lines with ${text}, not one: change the judgement there`,
    );
  }
  return { written, path, lines: { start: line, end: line } };
}

function readProject(name: string): JudgedProject {
  const folder = join(RANKING_FOLDER, name);
  const own = !existsSync(join(folder, "project"));
  const files = own
    ? readFiles(SOURCE_FOLDER, "src/", (path) => path.endsWith(".ts"))
    : readFiles(join(folder, "project/"), "", () => true);
  const entries = JSON.parse(readFileSync(join(folder, "queries.json"), "utf8")) as readonly Entry[];
  const queries = entries.map((entry) => ({
    ...entry,
    slug: slugOf(entry.query),
    targets: entry.targets.map((target) => readTarget(name, target, files)),
  }));
  return { name, own, files, queries };
}

/** Every folder of fixtures/ranking, by name; one without a `project/` judges the program's own source. */
export function readJudgedProjects(): JudgedProject[] {
  return readdirSync(RANKING_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readProject(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
