// Reads what the benchmark is given: files of judged queries, and which folder of which checkout each repository's project
// is. Says what is missing and what to do about it; knows no search.
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Target } from "../../support/judged.ts";

export interface JudgedQuery {
  readonly repo: string;
  readonly query: string;
  readonly category: string;
  readonly language: string;
  readonly targets: readonly Target[];
}

/** One file of queries. */
export interface QuerySet {
  /** The file's name. */
  readonly name: string;
  readonly queries: readonly JudgedQuery[];
}

/** A repository as it is searched. */
export interface Repository {
  readonly name: string;
  /** Real path of the folder that is the project. */
  readonly root: string;
  /** That folder relative to the checkout, `/`-separated; "" for the whole. */
  readonly prefix: string;
}

const lines = z.int().min(1);
const querySchema = z.object({
  repo: z.string().min(1),
  query: z.string().min(1),
  category: z.string().default("none"),
  language: z.string().default("none"),
  targets: z
    .array(
      z
        .object({ path: z.string().min(1), start_line: lines.optional(), end_line: lines.optional() })
        .refine(({ start_line: start, end_line: end }) => (start === undefined) === (end === undefined), {
          message: "names one of start_line and end_line without the other",
        }),
    )
    .min(1),
});
const listSchema = z.array(z.object({ name: z.string().min(1), root: z.string().min(1).default(".") }));

/** What tells a question from all others, in results files too. */
export const questionKey = ({ repo, query }: Pick<JudgedQuery, "repo" | "query">): string => `${repo}\n${query}`;

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Failure("NOT_FOUND", `${what} ${file} cannot be read: ${(error as Error).message}`, {
      hint: "correct the path",
      cause: error,
    });
  }
}

/** Parses JSON lines; INVALID_INPUT names the file, the line and what is wrong there. */
export function parseLines<Row>(file: string, text: string, schema: z.ZodType<Row>): Row[] {
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") {
      return [];
    }
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll("\n", " ") : (error as Error).message;
      throw new Failure("INVALID_INPUT", `${file}:${at + 1}: ${why}`, { hint: "mend the line, or take it out" });
    }
  });
}

export function readQueries(file: string): QuerySet {
  const queries = parseLines(file, readText(file, "the file of queries"), querySchema).map(({ targets, ...query }) => ({
    ...query,
    targets: targets.map(({ path, start_line: start, end_line: end }) =>
      start === undefined || end === undefined ? { path } : { path, lines: { start, end } },
    ),
  }));
  if (queries.length === 0) {
    throw new Failure("INVALID_INPUT", `${file} holds no query`, { hint: "give a file with judged queries" });
  }
  return { name: basename(file), queries };
}

/** The queries about the named repositories; files without any are left out. INVALID_INPUT for a name in no file. */
export function keepOnly(sets: readonly QuerySet[], only: readonly string[]): readonly QuerySet[] {
  const known = new Set(sets.flatMap(({ queries }) => queries.map(({ repo }) => repo)));
  const unknown = only.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Failure("INVALID_INPUT", `no query is about ${unknown.join(", ")}`, {
      hint: `--only takes of ${[...known].sort().join(", ")}`,
    });
  }
  return only.length === 0
    ? sets
    : sets
        .map(({ name, queries }) => ({ name, queries: queries.filter(({ repo }) => only.includes(repo)) }))
        .filter(({ queries }) => queries.length > 0);
}

/** The list that is in force: the one named, or repos.json beside the checkouts or the queries; null for none. */
export function findList(named: string | null, checkouts: string, queriesFile: string): string | null {
  const places = [join(checkouts, "repos.json"), join(dirname(queriesFile), "repos.json")];
  return named ?? places.find((place) => existsSync(place)) ?? null;
}

function readRoots(list: string | null): ReadonlyMap<string, string> {
  if (list === null) {
    return new Map();
  }
  try {
    const rows = listSchema.parse(JSON.parse(readText(list, "the list of repositories")));
    return new Map(rows.map(({ name, root }) => [name, root]));
  } catch (error) {
    if (error instanceof Failure) {
      throw error;
    }
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Failure("INVALID_INPUT", `${list} is no list of repositories: ${why}`, {
      hint: 'write [{"name": "gin", "root": "."}, …]',
    });
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Finds each repository's project. NOT_FOUND names every checkout that is missing, not only the first. */
export function findRepositories(names: Iterable<string>, checkouts: string, list: string | null): Repository[] {
  const roots = readRoots(list);
  const wanted = [...new Set(names)].sort().map((name) => {
    const root = (roots.get(name) ?? ".").replace(/^\.\/|\/+$/g, "");
    return { name, prefix: root === "." ? "" : root, folder: join(checkouts, name, root) };
  });
  const missing = wanted.filter(({ folder }) => !isFolder(folder));
  if (missing.length > 0) {
    throw new Failure(
      "NOT_FOUND",
      `no checkout of ${missing.map(({ name, folder }) => `${name} (${folder} is no folder)`).join(", ")}`,
      {
        hint: `clone each into ${checkouts} under its name, at the commit that the list names; or leave it out with --only`,
      },
    );
  }
  return wanted.map(({ name, prefix, folder }) => ({ name, prefix, root: realpathSync(folder) }));
}
