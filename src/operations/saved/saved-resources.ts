// Saved results as resources of the projects of the workspace, independent of the protocol.
import { basename } from "node:path";
import { rootOfFolder } from "../../storage/project-marker.ts";
import type { LoadedResult } from "../../storage/saved-results.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { isAllowed, projectsInSight } from "../contract/choose-project.ts";
import type { Caller } from "../contract/operation.ts";
import type { ProjectSession, Services } from "../contract/services.ts";
import { openAddresses, parseSavedUri, type SavedAddress } from "./saved-uri.ts";

export interface ResourceContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export interface SavedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: "application/json";
  /** Bytes. */
  readonly size: number;
}

/**
 * Those of every project of the workspace, newest first within one; results hidden by another one of the same name are left
 * out.
 */
export async function listSavedResources(context: ResourceContext): Promise<readonly SavedResource[]> {
  const lists = await mapProjects(context, await projectsInSight(context), async (session) => {
    const saved = await session.saved();
    const addressOf = await openAddresses(saved);
    const { results } = await saved.list();
    return results
      .filter(({ hidden }) => !hidden)
      .map((result) => ({
        uri: addressOf(result),
        name: `${session.name}/${result.name}`,
        description: `${JSON.stringify(result.query.slice(0, 200))}, saved ${result.timestamp}`,
        mimeType: "application/json" as const,
        size: result.size,
      }));
  });
  return lists.flat();
}

/**
 * The document as JSON, with the current state of its files. Throws NOT_FOUND, or AMBIGUOUS if two projects of the same name
 * have it.
 */
export async function readSavedResource(uri: string, context: ResourceContext): Promise<string> {
  const { document, ...status } = await loadSavedResource(uri, context);
  const { name, scope, trust, current, files } = status;
  return JSON.stringify({ ...document, standing: { name, scope, trust, current, files } }, null, 2);
}

/** The absolute path of the document, for watching it. Fails as reading does. */
export async function locateSavedResource(uri: string, context: ResourceContext): Promise<string> {
  return (await loadSavedResource(uri, context)).path;
}

async function loadSavedResource(uri: string, context: ResourceContext): Promise<LoadedResult> {
  const address = parseSavedUri(uri);
  if (address === null) {
    throw new Failure("NOT_FOUND", `${JSON.stringify(uri.slice(0, 300))} is not the address of a saved result`, {
      hint: "the form is context-broker://saved/<project>/<name>; resources/list lists them",
    });
  }
  const loaded = await mapProjects(context, await rootsOf(address, context), (session) =>
    loadFrom(session, address, context.signal),
  );
  const [found, ...others] = loaded.filter((result) => result !== null);
  if (found === undefined) {
    throw new Failure("NOT_FOUND", `no such saved result: ${uri}`, {
      hint: "resources/list lists the addresses; for other projects use get_saved_result with project",
    });
  }
  if (others.length > 0) {
    throw new Failure("AMBIGUOUS", `several projects named ${address.project} have a saved result ${address.name}`, {
      hint: "use get_saved_result with project (absolute path)",
    });
  }
  return found;
}

/** The project that the address names, or all projects with a folder of that name. */
async function rootsOf({ project }: SavedAddress, context: ResourceContext): Promise<readonly string[]> {
  const inSight = await projectsInSight(context);
  const names = await mapProjects(context, inSight, async (session) => (await session.saved()).folderName());
  const named = inSight.filter((_, at) => names[at] === project);
  if (named.length > 0) {
    return named;
  }
  const owner = await rootOfFolder(context.services.settings.dataFolder, project);
  return owner !== null && (await isAllowed(owner, context))
    ? [owner]
    : inSight.filter((root) => basename(root) === project);
}

async function loadFrom(
  session: ProjectSession,
  { name, mode }: SavedAddress,
  signal: AbortSignal,
): Promise<LoadedResult | null> {
  await (await session.corpus()).refresh(signal);
  try {
    return await (await session.saved()).get(name, mode === undefined ? {} : { mode });
  } catch (error) {
    if (error instanceof Failure && (error.code === "NOT_FOUND" || error.code === "NAME_REFUSED")) {
      return null;
    }
    throw error;
  }
}

/** Names of the workspace's projects, or of their saved results, that begin with the typed text. */
export async function completeSaved(
  part: keyof SavedAddress,
  typed: string,
  context: ResourceContext,
): Promise<string[]> {
  const roots = await projectsInSight(context);
  const names =
    part === "project"
      ? await mapProjects(context, roots, async (session) => (await session.saved()).folderName())
      : (await mapProjects(context, roots, async (session) => (await (await session.saved()).list()).results)).flatMap(
          (results) => results.map(({ name }) => name as string),
        );
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

function mapProjects<Result>(
  { services }: ResourceContext,
  roots: readonly string[],
  use: (session: ProjectSession) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(roots.map((root) => services.withProject(root, use)));
}
