// The keys of the vectors that a project's chunks refer to, read from its database even while another process writes it.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Connection } from "../../system/sqlite.ts";
import { messageOf, throwIfCancelled } from "../../vocabulary/failure.ts";
import { databaseAt, openBeside, pointersIn } from "../database/pointers.ts";

/** The keys cannot be read: the database is damaged, locked, or of a version of this program with another layout. */
export class UnreadableKeys extends Error {}

/** Documents read between two yields to the event loop: some 5 ms. */
const SLICE = 512;
const KEY_BYTES = 16;
const BUSY_MS = 1_000;

interface KeysRow {
  readonly first: number;
  readonly keys: Buffer;
}

/** In slices, of every version's database in the folder. Throws UnreadableKeys, and CANCELLED. */
export async function* embeddingKeys(folder: string, signal: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  for (const pointer of pointersIn(folder)) {
    let connection: Connection | null = null;
    try {
      const path = databaseAt(pointer);
      if (path === null) {
        throw new Error(`${pointer} names no database`);
      }
      connection = openBeside(path, BUSY_MS);
      yield* keysOf(connection, signal);
    } catch (error) {
      throwIfCancelled(signal);
      throw new UnreadableKeys(messageOf(error), { cause: error });
    } finally {
      connection?.close();
    }
  }
}

async function* keysOf(connection: Connection, signal: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  const slice = connection.prepare<[number, number], KeysRow>(
    "SELECT first, embedding_keys AS keys FROM chunk WHERE first > ? ORDER BY first LIMIT ?",
  );
  let rows = slice.all(-1, SLICE);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows.flatMap(({ keys }) =>
      Array.from({ length: keys.length / KEY_BYTES }, (_, at) => keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES)),
    );
    await yieldToEvents();
    throwIfCancelled(signal);
    rows = slice.all(last.first, SLICE);
  }
}
