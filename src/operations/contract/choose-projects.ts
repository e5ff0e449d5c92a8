// Chooses the projects of a question about several. It gives a caller no access that naming one project would not give.
import { Failure } from "../../vocabulary/failure.ts";
import { JOINED_MAX } from "../../vocabulary/joined-path.ts";
import { chooseProject, detect, projectsInSight, servedFolders } from "./choose-project.ts";
import type { OperationContext } from "./operation.ts";
import { trustedFolders } from "./trusted-folders.ts";

/** The input fields that name projects. */
export interface NamedProjects {
  readonly project?: string | undefined;
  readonly projects?: "all" | readonly string[] | undefined;
}

/** One project or several. */
export interface ChosenProjects {
  /** Real paths, each once. A project that cannot be found is listed by the path that was given. */
  readonly roots: readonly string[];
  /** By place in `roots`. */
  readonly failures: ReadonlyMap<number, Failure>;
}

/** Failures that concern one of the projects, and not the whole question. */
const OWN_FAILURES: readonly string[] = ["PROJECT_NOT_FOUND", "PROJECT_TOO_BROAD"];

/**
 * Null if `projects` is not given: then `chooseProject` finds the project. Throws INVALID_INPUT if both fields are given, PROJECT_NOT_ALLOWED if a
 * named project is not allowed. A project that cannot be found is in `failures`; if none can be found, the first failure is thrown.
 */
export async function chooseProjects(
  { project, projects }: NamedProjects,
  context: OperationContext,
): Promise<ChosenProjects | null> {
  if (projects === undefined) {
    return null;
  }
  if (project !== undefined) {
    throw new Failure("INVALID_INPUT", "`project` and `projects` are both given", { hint: "give one of them" });
  }
  if (projects !== "all" && projects.length === 0) {
    throw new Failure("INVALID_INPUT", "`projects` is empty", { hint: 'name folders, or give "all"' });
  }
  const folders = projects === "all" ? await allProjects(context) : projects;
  if (folders.length > JOINED_MAX) {
    throw new Failure("INVALID_INPUT", `${folders.length} projects in one question; at most ${JOINED_MAX}`, {
      hint: "name fewer in projects",
    });
  }
  const find =
    projects === "all"
      ? (argument: string) => detect(context, { argument })
      : (argument: string) => chooseProject(argument, context);
  return found(folders, find);
}

async function found(folders: readonly string[], find: (folder: string) => Promise<string>): Promise<ChosenProjects> {
  const byRoot = new Map<string, Failure | null>();
  for (const folder of folders) {
    try {
      byRoot.set(await find(folder), null);
    } catch (error) {
      if (!(error instanceof Failure && OWN_FAILURES.includes(error.code))) {
        throw error;
      }
      byRoot.set(folder, error);
    }
  }
  const failures = new Map(
    [...byRoot.values()].flatMap((failure, place) => (failure === null ? [] : [[place, failure]])),
  );
  const [first] = failures.values();
  if (first !== undefined && failures.size === byRoot.size) {
    throw first;
  }
  return { roots: [...byRoot.keys()], failures };
}

/** The projects of `all`: those that the server was started for or the client offers. In a terminal without any: those indexed from there. */
async function allProjects(context: OperationContext): Promise<readonly string[]> {
  const served = await servedFolders(context);
  if (served.length > 0) {
    return served;
  }
  const listed = context.caller.kind === "cli" ? await trustedFolders(context.services.settings.dataFolder) : [];
  const known = listed.flatMap(({ folder, reach }) => (reach === "project" ? [folder] : []));
  return known.length > 0 ? known : projectsInSight(context);
}
