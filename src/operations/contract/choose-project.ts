// Which project a request is about, and whether this caller may name it. The caller may be a model that was misled by text it
// had read, so an MCP client reaches only what its own user offered.
import { realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { Settings } from "../../config/settings.ts";
import { DESKTOP } from "../../system/platform/desktop.ts";
import { isInside } from "../../system/platform/inside.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { JOINED_MAX } from "../../vocabulary/joined-path.ts";
import type { OperationContext } from "./operation.ts";
import { isTrusted, trustedFolders } from "./trusted-folders.ts";

type Asked = Pick<OperationContext, "caller" | "signal"> & { readonly services: { readonly settings: Settings } };

/**
 * The project's real path. Failures: PROJECT_NOT_ALLOWED, PROJECT_NOT_FOUND, PROJECT_TOO_BROAD, and AMBIGUOUS if none was named
 * and the client offers several.
 */
export async function chooseProject(argument: string | undefined, asked: Asked): Promise<string> {
  if (argument === undefined) {
    return defaultProject(asked);
  }
  if (asked.caller.kind === "cli") {
    return detect(asked, { argument });
  }
  if (!isAbsolute(argument)) {
    throw new Failure("INVALID_INPUT", `project: ${shown(argument)} is not an absolute path`, {
      hint: "give the project's absolute path, or leave project out to use the workspace",
    });
  }
  // A refusal repeats the path as it was given: the caller learns neither whether it exists nor where its links lead.
  const named = await realpath(argument).catch(() => resolve(argument));
  if (!(await isAllowed(named, asked))) {
    throw notAllowed(argument);
  }
  return detect(asked, { argument });
}

/**
 * Whether an answer names its project: in a terminal always, to a client where it named one itself or works in another folder,
 * such as one below the project's.
 */
export async function namesProject(root: string, argument: string | undefined, asked: Asked): Promise<boolean> {
  const { caller, signal } = asked;
  if (caller.kind === "cli" || argument !== undefined) {
    return true;
  }
  const [folder = caller.cwd] = await caller.roots(signal);
  return (await realpath(folder).catch(() => folder)) !== root;
}

/** The folders of questions that name none: those for which the server was started, or else the client's own. */
export async function servedFolders({ caller, services, signal }: Asked): Promise<readonly string[]> {
  const { project } = services.settings;
  return project.length === 0 ? await caller.roots(signal) : project;
}

/** The projects of these folders, or else of the working folder. */
export async function projectsInSight(asked: Asked): Promise<readonly string[]> {
  const candidates = await servedFolders(asked);
  if (candidates.length === 0) {
    return detect(asked, {}).then(
      (root) => [root],
      () => [],
    );
  }
  return projectsAt(candidates, asked);
}

/** The projects of these folders, by their real paths, each once. Folders that do not exist or are no project are left out. */
export const projectsAt = async (folders: readonly string[], asked: Asked): Promise<readonly string[]> =>
  (await lookAt(folders, asked)).roots;

/** The same, and by folder the errors of those that are left out. */
export async function lookAt(
  folders: readonly string[],
  asked: Asked,
): Promise<{ readonly roots: readonly string[]; readonly errors: ReadonlyMap<string, unknown> }> {
  const errors = new Map<string, unknown>();
  const look = (argument: string): Promise<string | null> =>
    detect(asked, { argument }).catch((error: unknown) => {
      errors.set(argument, error);
      return null;
    });
  const roots = await Promise.all(folders.map(look));
  return { roots: [...new Set(roots.filter((root) => root !== null))], errors };
}

async function defaultProject(asked: Asked): Promise<string> {
  const isSet = asked.services.settings.project.length > 0;
  const folders = await servedFolders(asked);
  const { roots, errors } = await lookAt(folders, asked);
  const [only, ...others] = roots;
  if (only !== undefined && others.length > 0) {
    throw new Failure(
      "AMBIGUOUS",
      `${isSet ? "this server serves" : "the client has open"} ${roots.length} projects: ${roots.join(", ")}`,
      { hint: "set project to one of them, or, where a tool has it, projects to several or to all" },
    );
  }
  const [why] = errors.values();
  if (only === undefined && why !== undefined && (isSet || folders.length === 1)) {
    throw isSet ? ofSetting(why) : why;
  }
  return only ?? detect(asked, {});
}

/** The same failure, and where to correct it: who asked did not name this folder. */
const ofSetting = (error: unknown): unknown =>
  error instanceof Failure
    ? new Failure(error.code, `${error.message}, named by the setting project`, {
        hint: "correct it where it is set: the flag --project, CONTEXT_BROKER_PROJECT, or your settings file (`context-broker config unset project`)",
        cause: error,
      })
    : error;

/**
 * The project of an argument; without one, the project of the working folder, or, if nothing marks one, the working folder
 * itself.
 */
async function detect({ caller }: Asked, from: { argument?: string }): Promise<string> {
  // Loaded late: its glob library is not needed to answer `initialize`.
  const { detectRoot, homeFolders } = await import("../../project/root.ts");
  const { FILE_NAMES } = await import("../../languages/registry.ts");
  const query = { cwd: caller.cwd, homes: homeFolders(), fileNames: FILE_NAMES };
  try {
    return detectRoot({ ...query, ...from });
  } catch (error) {
    const unmarked = from.argument === undefined && error instanceof Failure && error.code === "PROJECT_NOT_FOUND";
    if (!unmarked || isSystemFolder(caller.cwd)) {
      throw error;
    }
    return detectRoot({ ...query, argument: caller.cwd });
  }
}

const isSystemFolder = (folder: string): boolean =>
  DESKTOP.systemFolders(process.env).some((place) => isInside(place, folder));

/** Whether this caller may name the project, given by its real path. */
export async function isAllowed(named: string, asked: Asked): Promise<boolean> {
  const { settings } = asked.services;
  const offered = await projectsAt(await asked.caller.roots(asked.signal), asked);
  const trusted = await trustedFolders(settings.dataFolder);
  const own = [...(await projectsInSight(asked)), ...offered];
  return own.includes(named) || isTrusted(trusted, named) || allowedBySetting(named, settings);
}

/** Whether the user's setting allows the project, given by its real path. */
export async function allowedBySetting(named: string, settings: Pick<Settings, "allowedProjects">): Promise<boolean> {
  const folders = await Promise.all(settings.allowedProjects.map((folder) => realpath(folder).catch(() => null)));
  return folders.some((folder) => folder !== null && isInside(folder, named));
}

/** In characters; no system allows a longer path. */
const PATH_SHOWN_MAX = 300;
const shown = (path: string): string => JSON.stringify(path.slice(0, PATH_SHOWN_MAX));

/** The path comes from the caller, so it is not put into a command that someone might run. */
function notAllowed(path: string): Failure {
  return new Failure("PROJECT_NOT_ALLOWED", `this client may not search ${shown(path)}: the user has not allowed it`, {
    hint: "leave project out to use the workspace; or the user can allow it, in a terminal: `context-broker trust add` with that folder or one above it",
  });
}

// Chooses the projects of a question about several. It gives a caller no access that naming one project would not give.

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
