// Keeps a bounded number of values open, each opened once. The least recently used one closes to make room, but never while it
// is in use.

export interface LruPoolOptions<Value> {
  /** Values kept open while unused; more are open only while more are in use. */
  readonly max: number;
  readonly open: (key: string) => Promise<Value>;
  readonly close: (value: Value) => Promise<void>;
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Promise<Value>;
  uses: number;
  dropped: boolean;
}

export class LruPool<Value> {
  readonly #options: LruPoolOptions<Value>;
  /** A Map keeps the order of insertion: the first entry is the one least recently used. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(options: LruPoolOptions<Value>) {
    this.#options = options;
  }

  /** Opens the value if needed, and keeps it open while `use` runs. A failed opening is not kept. */
  async with<Result>(key: string, use: (value: Value) => Promise<Result>): Promise<Result> {
    if (this.#closed) {
      throw new Error("used after it was closed");
    }
    const entry = this.#enter(key);
    try {
      return await use(await entry.value);
    } catch (error) {
      // A second await distinguishes a failed opening from a failed use.
      await entry.value.catch(() => this.#forget(entry));
      throw error;
    } finally {
      this.#leave(entry);
    }
  }

  /** Closes one value as soon as it is unused; the next use opens it again. */
  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#forget(entry);
      entry.dropped = true;
      if (entry.uses === 0) {
        this.#end(entry);
      }
    }
  }

  /** Closes all values at once, used or not; later uses fail to open. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const entry of [...this.#entries.values()]) {
      this.#end(entry);
    }
    await Promise.all(this.#closing);
  }

  #enter(key: string): Entry<Value> {
    const known = this.#entries.get(key);
    const entry = known ?? { key, value: this.#options.open(key), uses: 0, dropped: false };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.uses += 1;
    return entry;
  }

  #leave(entry: Entry<Value>): void {
    entry.uses -= 1;
    if (entry.dropped && entry.uses === 0) {
      this.#end(entry);
    }
    for (const idle of [...this.#entries.values()].filter(({ uses }) => uses === 0)) {
      if (this.#entries.size > this.#options.max) {
        this.#end(idle);
      }
    }
  }

  #end(entry: Entry<Value>): void {
    this.#forget(entry);
    const done = entry.value.then(this.#options.close, () => undefined).finally(() => this.#closing.delete(done));
    this.#closing.add(done);
  }

  /** Unless the key has a newer entry. */
  #forget(entry: Entry<Value>): void {
    if (this.#entries.get(entry.key) === entry) {
      this.#entries.delete(entry.key);
    }
  }
}
