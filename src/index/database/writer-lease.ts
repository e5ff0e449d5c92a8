// The writer leases: one process at a time writes words, one makes vectors, one counts tokens, one cleans the cache. Held for
// a piece of work, renewed by heartbeat and by every commit, taken over from the dead and the silent. Knows nothing of what
// is written.
import { randomBytes } from "node:crypto";
import { log } from "../../system/log.ts";
import { isKnownDead, type ProcessIdentity, THIS_PROCESS } from "../../system/process-identity.ts";
import type { Connection } from "../../system/sqlite.ts";
import { rest } from "../wait.ts";
import { isBusy } from "./sqlite-errors.ts";

/** What a lease is for; each is held independently of the others. */
export type LeaseName = "words" | "vectors" | "tokens" | "cleaning";

export interface Lease {
  readonly name: LeaseName;
  /**
   * Runs `write` in a transaction that holds the database's write lock, after checking inside it that the lease is
   * still this process's. Waits from the event loop while another connection writes; CANCELLED ends the wait.
   */
  commit<Result>(write: () => Result, signal?: AbortSignal): Promise<Result>;
  release(): void;
}

/** The lease was taken over: this process was silent for too long. What it was doing is the other's work now. */
export class LeaseLost extends Error {}

export const HEARTBEAT_MS = 2_000;
/** A holder silent for longer, in milliseconds, is taken to hang. */
export const SILENCE_MAX_MS = 10_000;
const COMMIT_WAIT_MS = 15_000;
/** Between two attempts at a database that another one writes, in milliseconds. */
const BUSY_PAUSE_MS = 10;

interface LeaseRow extends ProcessIdentity {
  readonly token: string;
  readonly heartbeat_ms: number;
}

export interface LeaseClock {
  readonly now: () => number;
}

/** A clock set back leaves a heartbeat in the future; a holder that lives corrects it within one heartbeat. */
function isSilent(row: LeaseRow, now: number): boolean {
  return Math.abs(now - row.heartbeat_ms) > SILENCE_MAX_MS;
}

/** Who holds the lease, or null where it is free for the taking. */
export function leaseHolder(
  connection: Connection,
  name: LeaseName,
  clock: LeaseClock = { now: Date.now },
): ProcessIdentity | null {
  const row = connection.prepare<[string], LeaseRow>("SELECT * FROM lease WHERE name = ?").get(name);
  return row === undefined || isKnownDead(row) || isSilent(row, clock.now()) ? null : row;
}

/** One attempt to take the lease; null where another holds it or the database is locked for the moment. */
export function tryAcquireLease(
  connection: Connection,
  name: LeaseName,
  clock: LeaseClock = { now: Date.now },
): Lease | null {
  const token = randomBytes(12).toString("hex");
  const take = connection.transaction(() => {
    if (leaseHolder(connection, name, clock) !== null) {
      return false;
    }
    const { pid, machine, boot, started } = THIS_PROCESS;
    connection
      .prepare(
        `INSERT OR REPLACE INTO lease (name, token, pid, machine, boot, started, acquired_ms, heartbeat_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(name, token, pid, machine, boot, started, clock.now(), clock.now());
    return true;
  });
  try {
    // Who waits for the lease asks many times a second: only a lease that looks free is worth the write lock.
    if (leaseHolder(connection, name, clock) !== null) {
      return null;
    }
    return take.immediate() ? holdLease(connection, name, token, clock) : null;
  } catch (error) {
    if (isBusy(error)) {
      return null;
    }
    throw error;
  }
}

function holdLease(connection: Connection, name: LeaseName, token: string, clock: LeaseClock): Lease {
  const renew = connection.prepare("UPDATE lease SET heartbeat_ms = ? WHERE name = ? AND token = ?");
  const timer = setInterval(() => {
    try {
      renew.run(clock.now(), name, token);
    } catch (error) {
      // The next beat or commit renews it; a lease lost meanwhile is seen by the commit.
      log("debug", "lease.beat-missed", { name, reason: String(error) });
    }
  }, HEARTBEAT_MS).unref();

  async function commit<Result>(write: () => Result, signal?: AbortSignal): Promise<Result> {
    const fenced = connection.transaction(() => {
      if (renew.run(clock.now(), name, token).changes === 0) {
        throw new LeaseLost(`the ${name} lease was taken over`);
      }
      return write();
    });
    const deadline = performance.now() + COMMIT_WAIT_MS;
    for (;;) {
      try {
        return fenced.immediate();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) {
          throw error;
        }
        await rest(BUSY_PAUSE_MS, signal);
      }
    }
  }

  function release(): void {
    clearInterval(timer);
    try {
      connection.prepare("DELETE FROM lease WHERE name = ? AND token = ?").run(name, token);
    } catch (error) {
      // Others see this process alive until it falls silent; it costs them a wait, no correctness.
      log("debug", "lease.not-released", { name, reason: String(error) });
    }
  }

  return { name, commit, release };
}
