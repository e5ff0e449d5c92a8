// The projects that a caller may search, each with what allows it. A project that the setting `allowed_projects` covers is known only if
// it was searched before.
import { realpath } from "node:fs/promises";
import { knownIndexes } from "../../index/upkeep/known-indexes.ts";
import { allowedBySetting, detect, projectsInSight } from "./choose-project.ts";
import { knownProjects } from "./known-projects.ts";
import type { OperationContext } from "./operation.ts";

export const PERMISSIONS = ["serve", "client", "terminal", "indexed", "allowed_projects"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Permitted {
  /** Real path; of a project that is gone, the path that was remembered. */
  readonly root: string;
  readonly permission: Permission;
}

/** Those in sight first; each once, with the first reason. */
export async function permittedProjects(context: OperationContext): Promise<readonly Permitted[]> {
  const { caller, services, signal } = context;
  const { settings } = services;
  const inSight = await projectsInSight(context);
  const own = settings.project.length > 0 ? "serve" : caller.kind === "cli" ? "terminal" : "client";
  const offered = await rootsOf(context, await caller.roots(signal));
  const indexed = await knownProjects(settings.dataFolder);
  const searched = await Promise.all(
    [...knownIndexes(settings.cacheFolder).keys()].map(async (root) => {
      const real = await realpath(root).catch(() => null);
      return real !== null && (await allowedBySetting(real, settings)) ? [real] : [];
    }),
  );
  const found = new Map<string, Permission>();
  const add = (roots: readonly string[], permission: Permission): void => {
    for (const root of roots) {
      found.set(root, found.get(root) ?? permission);
    }
  };
  add(inSight, own);
  add(offered, "client");
  add(indexed, "indexed");
  add(searched.flat(), "allowed_projects");
  return Array.from(found, ([root, permission]) => ({ root, permission }));
}

async function rootsOf(context: OperationContext, folders: readonly string[]): Promise<string[]> {
  const roots = await Promise.all(folders.map((argument) => detect(context, { argument }).catch(() => null)));
  return roots.filter((root) => root !== null);
}
