// The writer leases: one process at a time writes words, one makes vectors, one counts tokens, one cleans the cache. A lease is
// taken for a piece of work, renewed by heartbeats and by every commit, and taken over from dead and silent processes.
import { randomBytes } from "node:crypto";
import { log } from "../../system/log.ts";
import { isKnownDead, type ProcessIdentity, THIS_PROCESS } from "../../system/process-identity.ts";
import type { Connection } from "../../system/sqlite.ts";
import { sleep } from "../../system/wait.ts";
import { isBusy } from "./sqlite-errors.ts";

/** What a lease is for; each is independent of the others. */
export type LeaseName = "words" | "vectors" | "tokens" | "cleaning";

export interface Lease {
  readonly name: LeaseName;
  /**
   * Runs `write` in a transaction with the database's write lock, after checking inside it that this process still has the
   * lease. Waits in the event loop while another connection writes; CANCELLED ends the wait.
   */
  commit<Result>(write: () => Result, signal?: AbortSignal): Promise<Result>;
  release(): void;
}

/** Another process took the lease over, since this one was silent for too long, and does the work now. */
export class LeaseLost extends Error {}

const HEARTBEAT_MS = 2_000;
/** A holder that is silent for longer counts as hung. Milliseconds. */
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

/** A clock that was set back leaves a heartbeat in the future; a living holder corrects it with its next heartbeat. */
const isSilent = (row: LeaseRow, now: number): boolean => Math.abs(now - row.heartbeat_ms) > SILENCE_MAX_MS;

/** The holder of the lease; null if it is free or can be taken over. */
export function leaseHolder(
  connection: Connection,
  name: LeaseName,
  clock: LeaseClock = { now: Date.now },
): ProcessIdentity | null {
  const row = connection.prepare<[string], LeaseRow>("SELECT * FROM lease WHERE name = ?").get(name);
  return row === undefined || isKnownDead(row) || isSilent(row, clock.now()) ? null : row;
}

/** One attempt to take the lease; null if another process holds it or the database is locked at the moment. */
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
    // Waiting processes try many times a second, so the write lock is only taken if the lease looks free.
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
      // The next heartbeat or commit renews it; if the lease was lost meanwhile, the commit notices.
      log("debug", "lease.beat-missed", { name, reason: String(error) });
    }
  }, HEARTBEAT_MS).unref();

  async function commit<Result>(write: () => Result, signal?: AbortSignal): Promise<Result> {
    const fenced = connection.transaction(() => {
      if (renew.run(clock.now(), name, token).changes === 0) {
        throw new LeaseLost(`another process took over the ${name} lease`);
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
        await sleep(BUSY_PAUSE_MS, signal);
      }
    }
  }

  function release(): void {
    clearInterval(timer);
    try {
      connection.prepare("DELETE FROM lease WHERE name = ? AND token = ?").run(name, token);
    } catch (error) {
      // Others see this process as alive until it is silent for too long; they wait longer, but nothing goes wrong.
      log("debug", "lease.not-released", { name, reason: String(error) });
    }
  }

  return { name, commit, release };
}
