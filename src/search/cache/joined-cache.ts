// The cache of answers about several projects. They may contain text of each, so they are in none of the projects' own folders, and are removed
// with the index of any project (src/index/database/project-folder.ts).
import { joinedFolder } from "../../index/database/project-folder.ts";
import { log } from "../../system/log.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { once } from "../../system/memo.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { QueryCache } from "./query-cache.ts";

export interface JoinedCache {
  /** Opens it at the first call; null if answers are not cached. */
  get(): Promise<QueryCache | null>;
  close(): Promise<void>;
}

export function openJoinedCache(cacheFolder: string, where: "off" | "memory" | "disk"): JoinedCache {
  const cache = once(async () =>
    where === "off" ? null : new QueryCache(where === "disk" ? made(cacheFolder) : null),
  );
  return { get: cache.get, close: async () => (await cache.opened())?.close() };
}

/** The folder, made if that is possible: the cache finds that it cannot open its file, and says so in its status. */
function made(cacheFolder: string): string {
  const folder = joinedFolder(cacheFolder);
  try {
    makeFolder(folder, PRIVATE_MODES.folder);
  } catch (error) {
    log("info", "the folder of cached answers cannot be made", { folder, error: String(error) });
  }
  return folder;
}
