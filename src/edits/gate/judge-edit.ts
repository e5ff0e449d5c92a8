// Whether an edit may be made: its paths, its scope and the syntax of its files. Refuses, warns, and writes nothing. That a file is
// outside of the root, behind a link, or has changed meanwhile is refused where changes are planned (store/plan-changes.ts).
import type { ChangeSet, EditScene, Refusal } from "../change-set.ts";
import type { PlannedFile } from "../store/plan-changes.ts";
import { refusePaths } from "./protected-paths.ts";
import { refuseBeyond } from "./scope.ts";
import { judgeSyntax } from "./syntax-change.ts";
import { uncommittedOf } from "./uncommitted.ts";

export interface GateLimits {
  /** A folder, a file, `file:10-40` or an address of a symbol; undefined: the project. */
  readonly scope: string | undefined;
  readonly allowSyntaxErrors: boolean;
  /** Globs of files that no edit may touch, besides those that none ever may. */
  readonly protectedPaths: readonly string[];
}

export interface Judgement {
  /** None: the edit may be made. */
  readonly refusals: readonly Refusal[];
  /** What its author should know, each a sentence. */
  readonly warnings: readonly string[];
  /** Files of the edit whose present content is not that of the last commit, in order. */
  readonly uncommitted: readonly string[];
}

/** `files`: what the change makes of its files. @throws CANCELLED; INVALID_INPUT for a scope that names nothing. */
export async function judgeEdit(
  scene: EditScene,
  { changes }: ChangeSet,
  files: readonly PlannedFile[],
  limits: GateLimits,
): Promise<Judgement> {
  const paths = refusePaths(scene, files, limits.protectedPaths);
  const beyond = limits.scope === undefined ? [] : refuseBeyond(scene, changes, files, limits.scope);
  const [syntax, uncommitted] = await Promise.all([
    judgeSyntax(scene, changes, files, limits.allowSyntaxErrors),
    uncommittedOf(scene, files),
  ]);
  const unknown =
    uncommitted.unknown === null ? [] : [`Uncommitted changes could not be determined: ${uncommitted.unknown}.`];
  return {
    refusals: [...paths, ...beyond, ...syntax.refusals],
    warnings: [...syntax.warnings, ...unknown],
    uncommitted: uncommitted.paths,
  };
}
