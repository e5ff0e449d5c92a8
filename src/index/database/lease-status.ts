// Who works on a project now, for people: the leases in its databases, whichever version wrote them, and whether their
// holders live. Takes no lease and writes nothing.
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
  /** Milliseconds since it was heard of. */
  readonly silentMs: number;
  /** `hung`: alive, and silent for too long: the next one that wants to work takes over. `dead`: likewise, at once. */
  readonly state: "working" | "hung" | "dead";
}

interface LeaseRow extends ProcessIdentity {
  readonly name: string;
  readonly acquired_ms: number;
  readonly heartbeat_ms: number;
}

const BUSY_MS = 200;

/** Leases of the databases in a project's folder. A database that cannot be read tells none. */
export function leasesIn(folder: string, now: number = Date.now()): readonly LeaseStatus[] {
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
