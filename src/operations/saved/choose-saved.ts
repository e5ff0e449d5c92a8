// Finds the projects of a saved result: one project, or a set of several.
import type { StorageMode } from "../../storage/saved-result.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { joinedRoot, rootsOf } from "../../vocabulary/joined-path.ts";
import { type ChosenProjects, chooseProject, chooseProjects, type NamedProjects } from "../contract/choose-project.ts";
import { withJoined } from "../contract/join-sessions.ts";
import { joinedName, openJoinedSaves, savedSetsAmong } from "../contract/joined-saves.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";

interface NamedResult extends NamedProjects {
  readonly name: string;
  readonly mode: StorageMode | undefined;
}

/** Opens the project or projects of the named result. `projects` may name more projects than the result is about. */
export async function withSaved<Result>(
  named: NamedResult,
  context: OperationContext,
  use: (session: ProjectSession) => Promise<Result>,
): Promise<Result> {
  const chosen = await chooseProjects(named, context);
  if (chosen === null || chosen.roots.length === 1) {
    const root = chosen?.roots[0] ?? (await chooseProject(named.project, context));
    return context.services.withProject(root, use);
  }
  const set = await setOf(named, chosen.roots, context);
  return withJoined(set, failuresIn(set, chosen), context.services, ({ session }) => use(session));
}

/** The failures of `chosen`, by place in `roots`. */
const failuresIn = (roots: readonly string[], { roots: all, failures }: ChosenProjects): Map<number, Failure> =>
  new Map(
    roots.flatMap((root, place) => {
      const failure = failures.get(all.indexOf(root));
      return failure === undefined ? [] : [[place, failure]];
    }),
  );

/** The set of projects that has the result: `roots` itself, or the one among them. NOT_FOUND; AMBIGUOUS if several have it. */
async function setOf(
  { name, mode }: NamedResult,
  roots: readonly string[],
  { services: { settings } }: OperationContext,
): Promise<readonly string[]> {
  const has = (set: readonly string[]) =>
    openJoinedSaves(set, settings)
      .get(name, mode === undefined ? {} : { mode })
      .then(() => true, isUnreadable);
  const own = rootsOf(joinedRoot(roots));
  if (await has(own)) {
    return own;
  }
  const others = await savedSetsAmong(roots, settings);
  const having = await Promise.all(others.map(async (set) => ((await has(set)) ? [set] : [])));
  const [set = own, ...more] = having.flat();
  if (more.length > 0) {
    const names = [set, ...more].map(joinedName).join("; ");
    throw new Failure("AMBIGUOUS", `several sets of projects have a saved result ${JSON.stringify(name)}: ${names}`, {
      hint: "name in projects just those that it was saved of",
    });
  }
  return set;
}

/** True if the result exists but cannot be read; false if there is none. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof Failure && (error.code === "NOT_FOUND" || error.code === "DOCUMENT_INVALID")) {
    return error.code === "DOCUMENT_INVALID";
  }
  throw error;
}
