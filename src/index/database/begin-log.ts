// The first write into the log of a database that was never written, without the wait for the disk that it normally costs.
import type { Connection } from "../../system/sqlite.ts";

/**
 * SQLite syncs the first write into an empty log, since frames of an older log might follow it on the disk: up to 300 ms on a
 * busy one. A database that was never written has no older log, and a power cut loses everything that was not synced
 * (https://www.sqlite.org/walformat.html, "reset"). Call it before any other write.
 */
export function beginLog(writer: Connection): void {
  const generation = writer.prepare<[], number>("SELECT generation FROM meta").pluck().get();
  if (generation === 0) {
    writer.pragma("synchronous = OFF");
    writer.prepare("UPDATE meta SET generation = 0 WHERE generation = 0").run();
    writer.pragma("synchronous = NORMAL");
  }
}
