// Keeps the backups within their limit. What is staged is never removed: it is nowhere else.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Sessions } from "./edit-session.ts";

export interface RetentionLimit {
  readonly sessions: number;
  readonly bytes: number;
}

/** Removes the oldest committed and undone sessions beyond the limit, never the newest; answers their ids. */
export function removeOldSessions(sessions: Sessions, limit: RetentionLimit): readonly string[] {
  sessions.removeLeftovers();
  const [newest, ...older] = sessions.list().filter(({ state }) => state !== "staged");
  if (newest === undefined) return [];
  let [count, bytes] = [1, sizeOf(sessions.folderOf(newest.id))];
  const removed: string[] = [];
  for (const { id } of older) {
    count += 1;
    bytes += sizeOf(sessions.folderOf(id));
    if (count <= limit.sessions && bytes <= limit.bytes) continue;
    sessions.remove(id);
    removed.push(id);
  }
  return removed;
}

/** Bytes of the files in a folder. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
