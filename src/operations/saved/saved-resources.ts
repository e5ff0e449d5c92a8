// Saved results as resources of the projects of the workspace, independent of the protocol.
import { basename } from "node:path";
import { rootOfFolder } from "../../storage/project-marker.ts";
import type { LoadedResult } from "../../storage/saved-results.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { rootsOf } from "../../vocabulary/joined-path.ts";
import { plainJson, plainText } from "../answer/text-lines.ts";
import { isAllowed, projectsInSight } from "../contract/choose-project.ts";
import { withJoined } from "../contract/join-sessions.ts";
import { joinedName, openJoinedSaves, savedSetsAmong } from "../contract/joined-saves.ts";
import type { Caller } from "../contract/operation.ts";
import type { ProjectSession, Services } from "../contract/services.ts";
import { describeHandoff, renderHandoff } from "./render-handoff.ts";
import { describeLoaded, renderText } from "./render-saved.ts";
import { openAddresses, parseSavedUri, type SavedAddress } from "./saved-uri.ts";

export interface ResourceContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Each file's text stands in a fence. */
export const SAVED_MIME_TYPE = "text/markdown";

export interface SavedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/**
 * Those of every project of the workspace and of those that were searched together, newest first within each; results hidden by another
 * one of the same name are left out.
 */
export async function listSavedResources(context: ResourceContext): Promise<readonly SavedResource[]> {
  const roots = await projectsInSight(context);
  const lists = await Promise.all(
    (await savedOf(roots, context)).map(async ({ name, saved }) => {
      const addressOf = await openAddresses(saved);
      const { results } = await saved.list();
      return results
        .filter(({ hidden }) => !hidden)
        .map((result) => ({
          uri: addressOf(result),
          name: plainText(`${name}/${result.name}`),
          description: `${result.kind === "handoff" ? "handoff: " : ""}${plainJson(result.query.slice(0, 200))}, saved ${plainText(result.timestamp)}`,
          mimeType: SAVED_MIME_TYPE,
        }));
    }),
  );
  return lists.flat();
}

/** The saved results of each of the projects, and of each set of them that has some. */
async function savedOf(roots: readonly string[], context: ResourceContext) {
  const { settings } = context.services;
  const own = await mapProjects(context, roots, async (session) => ({
    name: session.name,
    saved: await session.saved(),
  }));
  const sets = await savedSetsAmong(roots, settings);
  return [...own, ...sets.map((set) => ({ name: joinedName(set), saved: openJoinedSaves(set, settings) }))];
}

/**
 * The text that `saved_results` answers, whole: a model reads it, and the document as JSON takes twice as many tokens. Throws NOT_FOUND, or
 * AMBIGUOUS if two projects of the same name have it.
 */
export async function readSavedResource(uri: string, context: ResourceContext): Promise<string> {
  const loaded = await loadSavedResource(uri, context);
  return loaded.kind === "handoff"
    ? renderHandoff(describeHandoff(uri, loaded))
    : renderText(describeLoaded(uri, loaded));
}

/** The absolute path of the document, for watching it. Fails as reading does. */
export const locateSavedResource = async (uri: string, context: ResourceContext): Promise<string> =>
  (await loadSavedResource(uri, context)).path;

async function loadSavedResource(uri: string, context: ResourceContext): Promise<LoadedResult> {
  const address = parseSavedUri(uri);
  if (address === null) {
    throw new Failure("NOT_FOUND", `${JSON.stringify(uri.slice(0, 300))} is not the address of a saved result`, {
      hint: "the form is context-broker://saved/<project>/<name>; resources/list lists them",
    });
  }
  const loaded = await Promise.all(
    (await setsOf(address, context)).map((roots) =>
      withProjects(roots, context, (session) => loadFrom(session, address, context.signal)),
    ),
  );
  const [found, ...others] = loaded.filter((result) => result !== null);
  if (found === undefined) {
    throw new Failure("NOT_FOUND", `no such saved result: ${uri}`, {
      hint: "resources/list lists the addresses; for other projects use saved_results with project",
    });
  }
  if (others.length > 0) {
    throw new Failure("AMBIGUOUS", `several projects named ${address.project} have a saved result ${address.name}`, {
      hint: "use saved_results with project (absolute path)",
    });
  }
  return found;
}

/** The project or the set of projects that the address names, or all projects with a folder of that name. */
async function setsOf({ project }: SavedAddress, context: ResourceContext): Promise<readonly (readonly string[])[]> {
  const inSight = await projectsInSight(context);
  const names = await mapProjects(context, inSight, async (session) => (await session.saved()).folderName());
  const named = inSight.filter((_, at) => names[at] === project);
  if (named.length > 0) {
    return named.map((root) => [root]);
  }
  const owner = await rootOfFolder(context.services.settings.dataFolder, project);
  const owners = owner === null ? [] : rootsOf(owner);
  const allowed = await Promise.all(owners.map((root) => isAllowed(root, context)));
  return owner !== null && allowed.every(Boolean)
    ? [owners]
    : inSight.filter((root) => basename(root) === project).map((root) => [root]);
}

const withProjects = <Result>(
  roots: readonly string[],
  { services }: ResourceContext,
  use: (session: ProjectSession) => Promise<Result>,
): Promise<Result> => {
  const [root = "", ...others] = roots;
  return others.length === 0
    ? services.withProject(root, use)
    : withJoined(roots, new Map(), services, ({ session }) => use(session));
};

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
  const all = await savedOf(await projectsInSight(context), context);
  const names =
    part === "project"
      ? await Promise.all(all.map(({ saved }) => saved.folderName()))
      : (await Promise.all(all.map(({ saved }) => saved.list()))).flatMap(({ results }) =>
          results.map(({ name }) => name as string),
        );
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

const mapProjects = <Result>(
  { services }: ResourceContext,
  roots: readonly string[],
  use: (session: ProjectSession) => Promise<Result>,
): Promise<Result[]> => Promise.all(roots.map((root) => services.withProject(root, use)));
