// Keeps a bounded number of values open, each opened once. The least recently used one closes to make room, but never while it
// is in use.

export interface LruPoolOptions<Value> {
  /** Values kept open while unused; more are open only while more are in use. */
  readonly max: number;
  readonly open: (key: string) => Promise<Value>;
  readonly close: (value: Value) => Promise<void>;
}

export interface LruPool<Value> {
  /** Opens the value if needed, and keeps it open while `use` runs. A failed opening is not kept. */
  with<Result>(key: string, use: (value: Value) => Promise<Result>): Promise<Result>;
  /** Closes one value as soon as it is unused; the next use opens it again. */
  drop(key: string): void;
  /** Closes all values at once, used or not; later uses fail to open. */
  close(): Promise<void>;
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Promise<Value>;
  uses: number;
  dropped: boolean;
}

export function openLruPool<Value>({ max, open, close }: LruPoolOptions<Value>): LruPool<Value> {
  // A Map keeps the order of insertion: the first entry is the one least recently used.
  const entries = new Map<string, Entry<Value>>();
  const closing = new Set<Promise<void>>();
  let closed = false;

  function enter(key: string): Entry<Value> {
    const known = entries.get(key);
    const entry: Entry<Value> = known ?? { key, value: open(key), uses: 0, dropped: false };
    entries.delete(key);
    entries.set(key, entry);
    entry.uses += 1;
    return entry;
  }

  function leave(entry: Entry<Value>): void {
    entry.uses -= 1;
    if (entry.dropped && entry.uses === 0) {
      end(entry);
    }
    for (const idle of [...entries.values()].filter(({ uses }) => uses === 0)) {
      if (entries.size > max) {
        end(idle);
      }
    }
  }

  function end(entry: Entry<Value>): void {
    if (entries.get(entry.key) === entry) {
      entries.delete(entry.key);
    }
    const done = entry.value.then(close, () => undefined).finally(() => closing.delete(done));
    closing.add(done);
  }

  return {
    async with(key, use) {
      if (closed) {
        throw new Error("used after it was closed");
      }
      const entry = enter(key);
      try {
        return await use(await entry.value);
      } catch (error) {
        // A second await distinguishes a failed opening from a failed use.
        await entry.value.catch(() => {
          if (entries.get(key) === entry) {
            entries.delete(key);
          }
        });
        throw error;
      } finally {
        leave(entry);
      }
    },
    drop(key) {
      const entry = entries.get(key);
      if (entry !== undefined) {
        entries.delete(key);
        entry.dropped = true;
        if (entry.uses === 0) {
          end(entry);
        }
      }
    },
    async close() {
      closed = true;
      for (const entry of [...entries.values()]) {
        end(entry);
      }
      await Promise.all(closing);
    },
  };
}
