// The projects that a caller may search, each with the reason. A project below a trusted folder, or below one in `allowed_projects`, is listed
// only if it was searched before, since folders are not searched for projects.
import { realpath } from "node:fs/promises";
import { knownIndexes } from "../../index/upkeep/known-indexes.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { allowedBySetting, lookAt, projectsAt, projectsInSight, servedFolders } from "./choose-project.ts";
import type { OperationContext } from "./operation.ts";
import { isTrusted, trustedFolders } from "./trusted-folders.ts";

export const PERMISSIONS = ["serve", "client", "terminal", "indexed", "trusted", "allowed_projects"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Permitted {
  /** Real path; for a project whose folder is gone, the path by which it was named. */
  readonly root: string;
  readonly permission: Permission;
  /** Why a folder of the server or the client is no project. */
  readonly failure?: Failure;
}

/** The server's or client's own projects first; each once, with the first reason. */
export async function permittedProjects(context: OperationContext): Promise<readonly Permitted[]> {
  const { caller, services, signal } = context;
  const { settings } = services;
  const served = await servedFolders(context);
  const { roots, errors } = await lookAt(served, context);
  const inSight = served.length > 0 ? roots : await projectsInSight(context);
  const own = settings.project.length > 0 ? "serve" : caller.kind === "cli" ? "terminal" : "client";
  const offered = await projectsAt(await caller.roots(signal), context);
  const listed = await trustedFolders(settings.dataFolder);
  const searched = await searchedBefore(settings.cacheFolder);
  const isAllowed = await Promise.all(searched.map((root) => allowedBySetting(root, settings)));
  const found = new Map<string, Permission>();
  const add = (roots: readonly string[], permission: Permission): void => {
    for (const root of roots) {
      found.set(root, found.get(root) ?? permission);
    }
  };
  add(inSight, own);
  add(offered, "client");
  add(
    listed.flatMap(({ folder, reach }) => (reach === "project" ? [folder] : [])),
    "indexed",
  );
  add(
    searched.filter((root) => isTrusted(listed, root)),
    "trusted",
  );
  add(
    searched.filter((_, at) => isAllowed[at]),
    "allowed_projects",
  );
  const permitted = Array.from(found, ([root, permission]) => ({ root, permission }));
  return [...permitted, ...notFound(errors, own)];
}

/** Throws what is not a Failure. */
const notFound = (errors: ReadonlyMap<string, unknown>, permission: Permission): Permitted[] =>
  Array.from(errors, ([root, error]) => {
    if (!(error instanceof Failure)) {
      throw error;
    }
    return { root, permission, failure: error };
  });

/** Real paths of the projects that have an index. */
export async function searchedBefore(cacheFolder: string): Promise<string[]> {
  const roots = [...knownIndexes(cacheFolder).keys()].map((root) => realpath(root).catch(() => null));
  return (await Promise.all(roots)).filter((root) => root !== null);
}
