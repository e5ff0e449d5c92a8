// Which processes work on a project now, for people to read: the leases in its databases, of any version, and whether their
// holders are alive. Read-only: takes no lease.
import { log } from "../../system/log.ts";
import { isKnownDead, type ProcessIdentity } from "../../system/process-identity.ts";
import type { Connection } from "../../system/sqlite.ts";
import { databaseAt, openBeside, pointersIn } from "./pointers.ts";
import { SILENCE_MAX_MS } from "./writer-lease.ts";

export interface LeaseStatus {
  /** `words`, `vectors` or `tokens`. */
  readonly name: string;
  readonly pid: number;
  /** Wall clock, milliseconds. */
  readonly sinceMs: number;
  /** Milliseconds since its last heartbeat. */
  readonly silentMs: number;
  /**
   * `hung`: alive but silent for too long, so that the next process that wants to work takes over. `dead`: taken over at once.
   */
  readonly state: "working" | "hung" | "dead";
}

interface LeaseRow extends ProcessIdentity {
  readonly name: string;
  readonly acquired_ms: number;
  readonly heartbeat_ms: number;
}

const BUSY_MS = 200;

/** Leases of the databases in a project's folder; none of a database that cannot be read. */
export function leasesIn(folder: string): readonly LeaseStatus[] {
  const now = Date.now();
  return pointersIn(folder).flatMap((pointer) => {
    let connection: Connection | null = null;
    try {
      const path = databaseAt(pointer);
      if (path === null) {
        return [];
      }
      connection = openBeside(path, BUSY_MS);
      const rows = connection.prepare<[], LeaseRow>("SELECT * FROM lease ORDER BY name").all();
      return rows.map((row) => statusOf(row, now));
    } catch (error) {
      log("debug", "leases.not-read", { pointer, reason: String(error) });
      return [];
    } finally {
      connection?.close();
    }
  });
}

function statusOf(row: LeaseRow, now: number): LeaseStatus {
  const silentMs = Math.abs(now - row.heartbeat_ms);
  const state = isKnownDead(row) ? "dead" : silentMs > SILENCE_MAX_MS ? "hung" : "working";
  return { name: row.name, pid: row.pid, sinceMs: row.acquired_ms, silentMs, state };
}
