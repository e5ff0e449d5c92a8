// The first write into the log of a database that was never written, without the wait for the disk that it costs otherwise.
// Knows nothing of what is stored.
import type { Connection } from "../../system/sqlite.ts";

/**
 * SQLite syncs the first write into an empty log, since frames of an older log might follow it on the disk: up to 300 ms on
 * a busy one. A database that was never written has no older log, and a power cut takes what was not synced as a whole
 * (https://www.sqlite.org/walformat.html, "reset"). To be called before any other write.
 */
export function beginLog(writer: Connection): void {
  const generation = writer.prepare<[], number>("SELECT generation FROM meta").pluck().get();
  if (generation === 0) {
    writer.pragma("synchronous = OFF");
    writer.prepare("UPDATE meta SET generation = 0 WHERE generation = 0").run();
    writer.pragma("synchronous = NORMAL");
  }
}
