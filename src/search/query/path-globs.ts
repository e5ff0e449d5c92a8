// The path globs of one request together: what they admit, and how dear that is to find out. Trying them costs at most
// steps times letters; what would hold the server for longer than a moment is tried in a process of its own, for a time.

import { compileGlob, type GlobMeaning } from "../../system/glob.ts";
import { packagePath } from "../../system/package-root.ts";
import { openWorkerPool } from "../../system/worker-pool.ts";
import { Failure } from "../../vocabulary/failure.ts";

/** Patterns in one request. */
export const GLOBS_MAX = 32;
/** Steps times letters that are tried at once: some 50 ms. */
const COST_MAX = 10_000_000;
const TIME_MAX_MS = 2_000;

export interface PathGlobs {
  readonly patterns: readonly string[];
  readonly meaning: GlobMeaning;
  admits(path: string): boolean;
  /** Steps that are tried at each letter of a path. */
  readonly stepsALetter: number;
}

/** What the process that tries them is asked: which of the paths the patterns admit. */
export interface GlobTask {
  readonly patterns: readonly string[];
  readonly meaning: GlobMeaning;
  readonly paths: readonly string[];
}

/** What a path may have that means something else in a glob. */
const BRACKETS = /[[\]{}()]/u;

/** Throws INVALID_INPUT for too many patterns, and for one that cannot mean anything. */
export function compilePathGlobs(patterns: readonly string[], meaning: GlobMeaning = "folders"): PathGlobs {
  if (patterns.length > GLOBS_MAX) {
    throw new Failure("INVALID_INPUT", `${patterns.length} path globs, over the limit of ${GLOBS_MAX}`, {
      hint: "combine them with {a,b}, or name a folder",
    });
  }
  const globsOf = (globs: readonly string[]) => {
    const compiled = globs.map((glob) => compileGlob(glob, meaning));
    // `app/[id]/page.tsx` is a path as it stands, too: routers name folders so.
    const written = meaning === "folders" ? globs.filter((glob) => BRACKETS.test(glob)) : [];
    return {
      compiled,
      match: (path: string): boolean =>
        compiled.some((glob) => glob.matches(path)) ||
        written.some((glob) => path === glob || path.startsWith(`${glob}/`)),
    };
  };
  const includes = globsOf(patterns.filter((glob) => !glob.startsWith("!")));
  const excludes = globsOf(patterns.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
  return {
    patterns,
    meaning,
    admits: (path) => (includes.compiled.length === 0 || includes.match(path)) && !excludes.match(path),
    stepsALetter: [...includes.compiled, ...excludes.compiled].reduce((sum, glob) => sum + glob.stepsALetter, 0),
  };
}

/** True where trying these paths one after the other would hold the server for longer than a moment. */
export function areDear(globs: PathGlobs, paths: Iterable<string>): boolean {
  let letters = 0;
  if (globs.stepsALetter > 0) {
    for (const path of paths) {
      letters += path.length;
    }
  }
  return letters * globs.stepsALetter > COST_MAX;
}

/** The globs with all answers for `paths` found beforehand, in another process; INVALID_INPUT where that takes too long. */
export async function tryElsewhere(
  globs: PathGlobs,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PathGlobs> {
  const pool = openWorkerPool<GlobTask, readonly string[]>({
    entry: packagePath("dist", "workers", "globs.js"),
    size: 1,
  });
  try {
    const { patterns, meaning } = globs;
    const admitted = new Set(await pool.run({ patterns, meaning, paths }, { signal, timeoutMs: TIME_MAX_MS }));
    return { ...globs, admits: (path) => admitted.has(path) };
  } catch (error) {
    if (error instanceof Failure && error.code === "TIMED_OUT") {
      const message = `matching the path globs against ${paths.length} paths takes longer than ${TIME_MAX_MS / 1_000} s`;
      throw new Failure("INVALID_INPUT", message, {
        hint: "use fewer and simpler ones, or name folders",
        cause: error,
      });
    }
    throw error;
  } finally {
    await pool.close();
  }
}
