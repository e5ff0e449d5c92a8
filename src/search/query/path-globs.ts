// The path globs of one request: which paths they admit, and what it costs to match them. A path costs at most steps times letters; so
// the steps are bounded, and many paths are matched with pauses, within a time budget.

import { compileGlob, type GlobMeaning } from "../../system/glob.ts";
import { globWithSlashes } from "../../system/platform/below.ts";
import { openSlicer } from "../../system/slices.ts";
import { Failure } from "../../vocabulary/failure.ts";

/** Patterns in one request. */
export const GLOBS_MAX = 32;
/** Steps times letters that are tried at once: some 50 ms. */
const COST_MAX = 10_000_000;
const TIME_MAX_MS = 2_000;
/** In all patterns of a request: a path of 4,096 letters takes a fifth of a second at most. */
const STEPS_MAX = 10_000;

const SIMPLIFY = "use fewer and simpler ones, or name folders";

export interface PathGlobs {
  admits(path: string): boolean;
  /** Steps that are tried at each letter of a path. */
  readonly stepsALetter: number;
}

/** What a path may have that means something else in a glob. */
const BRACKETS = /[[\]{}()]/u;
/** How the project itself is named. */
const WHOLE = /^(!?)\.\/?$/;

/**
 * The globs, with each step of one taken as it stands that is the name of a file or folder among the paths: routers call folders `[slug]`,
 * and `app/[slug]/**` means that folder, not `app/s`.
 */
export function asNamed(globs: readonly string[], paths: readonly string[]): readonly string[] {
  const isName = (step: string): boolean => paths.some((path) => `/${path}/`.includes(`/${step}/`));
  const literal = (step: string): string =>
    BRACKETS.test(step) && isName(step) ? step.replace(/[[\]{}()*?\\]/g, "\\$&") : step;
  return globs.map((glob) => {
    const [, sign = "", written = ""] = /^(!?)(.*)$/su.exec(glob) ?? [];
    return BRACKETS.test(written) ? sign + written.split("/").map(literal).join("/") : glob;
  });
}

/** @throws INVALID_INPUT for too many patterns, too complex ones, and one that cannot match anything. */
export function compilePathGlobs(written: readonly string[], meaning: GlobMeaning = "folders"): PathGlobs {
  const patterns = written.map((glob) => globWithSlashes(glob).replace(WHOLE, "$1**"));
  if (patterns.length > GLOBS_MAX) {
    throw new Failure("INVALID_INPUT", `${patterns.length} path globs, over the limit of ${GLOBS_MAX}`, {
      hint: "combine them with {a,b}, or name a folder",
    });
  }
  const globsOf = (globs: readonly string[]) => {
    const compiled = globs.map((glob) => compileGlob(glob, meaning));
    // `app/[id]/page.tsx` is a path as it stands, too: routers name folders so.
    const literal = meaning === "folders" ? globs.filter((glob) => BRACKETS.test(glob)) : [];
    return {
      compiled,
      match: (path: string): boolean =>
        compiled.some((glob) => glob.matches(path)) ||
        literal.some((glob) => path === glob || path.startsWith(`${glob}/`)),
    };
  };
  const includes = globsOf(patterns.filter((glob) => !glob.startsWith("!")));
  const excludes = globsOf(patterns.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
  const stepsALetter = [...includes.compiled, ...excludes.compiled].reduce((sum, glob) => sum + glob.stepsALetter, 0);
  if (stepsALetter > STEPS_MAX) {
    throw new Failure("INVALID_INPUT", "the path globs are too complex to match", { hint: SIMPLIFY });
  }
  return {
    admits: (path) => (includes.compiled.length === 0 || includes.match(path)) && !excludes.match(path),
    stepsALetter,
  };
}

/** Whether matching these paths without a pause would block the server for a noticeable time. */
export function isExpensive(globs: PathGlobs, paths: Iterable<string>): boolean {
  let letters = 0;
  if (globs.stepsALetter > 0) {
    for (const path of paths) {
      letters += path.length;
    }
  }
  return letters * globs.stepsALetter > COST_MAX;
}

/**
 * The paths that the globs admit; yields to other work every few milliseconds.
 * @throws INVALID_INPUT if it takes longer than `timeMs`; CANCELLED.
 */
export async function admittedPaths(
  globs: PathGlobs,
  paths: readonly string[],
  signal: AbortSignal | undefined,
  timeMs: number = TIME_MAX_MS,
): Promise<ReadonlySet<string>> {
  const slicer = openSlicer(signal);
  const deadline = performance.now() + timeMs;
  const admitted = new Set<string>();
  for (const path of paths) {
    if (globs.admits(path)) {
      admitted.add(path);
    }
    if (performance.now() > deadline) {
      throw new Failure(
        "INVALID_INPUT",
        `matching the path globs against ${paths.length} paths takes longer than ${timeMs / 1_000} s`,
        { hint: SIMPLIFY },
      );
    }
    await slicer.yieldIfDue();
  }
  return admitted;
}
