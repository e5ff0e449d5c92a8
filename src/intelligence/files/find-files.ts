// Finds admitted files by a glob or by words, best first.

import { roleOf } from "../../languages/file-role.ts";
import { admittedPaths, asNamed, compilePathGlobs } from "../../search/query/path-globs.ts";
import { withSlashes } from "../../system/platform/below.ts";
import { openSlicer } from "../../system/slices.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { fromRoot } from "../requested-path.ts";
import { pathWorth, wordsOf } from "./match-path.ts";

export const FILE_QUERY_LENGTH_MAX = 300;
const WORDS_MAX = 12;

export interface FoundFiles {
  readonly match: "glob" | "words" | "letters in order";
  readonly paths: readonly string[];
}

/**
 * A literal path such as `[slug]/page.tsx` is not a glob. Throws INVALID_INPUT for an empty query and for a glob that takes too
 * long; CANCELLED.
 */
export async function findFiles(query: string, paths: readonly string[], signal: AbortSignal): Promise<FoundFiles> {
  if (/[*?[\]{}]|^!/.test(query) && !paths.some((path) => path.includes(query.trim()))) {
    const admitted = await admittedPaths(compilePathGlobs(asNamed([query.trim()], paths), "files"), paths, signal);
    return { match: "glob", paths: inOrder([...admitted].map((path) => ({ path, worth: 0 }))) };
  }
  const words = wordsOf(query)
    // As in globs, a leading slash means the project's root.
    .map((word) => fromRoot(withSlashes(word).replace(/^\//, "")))
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > WORDS_MAX) {
    throw new Failure("INVALID_INPUT", `the query has ${words.length} words`, {
      hint: `use 1 to ${WORDS_MAX} words of a path, or a glob such as src/**/*.ts`,
    });
  }
  const strictly = await named(paths, { words, loosely: false }, signal);
  if (strictly.length > 0) {
    return { match: "words", paths: inOrder(strictly) };
  }
  return { match: "letters in order", paths: inOrder(await named(paths, { words, loosely: true }, signal)) };
}

interface NamedPath {
  readonly path: string;
  readonly worth: number;
}

async function named(
  paths: readonly string[],
  query: Parameters<typeof pathWorth>[1],
  signal: AbortSignal,
): Promise<NamedPath[]> {
  const slicer = openSlicer(signal);
  const found: NamedPath[] = [];
  for (const path of paths) {
    const worth = pathWorth(path, query);
    if (worth !== null) {
      found.push({ path, worth });
    }
    await slicer.yieldIfDue();
  }
  return found;
}

/** By worth; then the source itself before what is beside it, then by path. */
const inOrder = (found: readonly NamedPath[]): string[] =>
  found
    .map((one) => ({ ...one, beside: roleOf(one.path) === null ? 0 : 1 }))
    .sort((a, b) => b.worth - a.worth || a.beside - b.beside || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
