// Caches the answers of a pure function of a text, for a bounded number of texts.

/** Enough for the paths of a large project, of which each search looks up hundreds. */
const TEXTS_MAX = 20_000;

/** At most `most` answers are kept; then the cache is emptied. Callers must not change answers; `undefined` is not kept. */
export function memoized<Value>(compute: (text: string) => Value, most: number = TEXTS_MAX): (text: string) => Value {
  let known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      return found;
    }
    const value = compute(text);
    if (known.size >= most) {
      known = new Map();
    }
    known.set(text, value);
    return value;
  };
}

/** The value that is known for the key, else the one that is made now and known from then on; `undefined` is not kept. */
export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  const value = known.get(key);
  if (value !== undefined) {
    return value;
  }
  const made = make();
  known.set(key, made);
  return made;
}

/** Caches the answers of a pure function for as long as the returned one is kept; `undefined` is not kept. */
export function perKey<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => remembered(known, key, () => compute(key));
}

/** Puts the value behind all others; of more than `most`, the one that was put there first is dropped. */
export function putLast<Key, Value>(known: Map<Key, Value>, key: Key, value: Value, most: number): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.size > most ? known.keys() : [];
  if (oldest !== undefined) {
    known.delete(oldest);
  }
}

// A value that is opened at its first use and shared from then on. Closing it is left to the caller.

/** Opens at the first `get`, and again after a failure; `opened` answers the open value or null, without opening. */
export function once<Value>(open: () => Promise<Value>): { get(): Promise<Value>; opened(): Promise<Value | null> } {
  let opening: Promise<Value> | undefined;
  return {
    get: () => {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    opened: async () => (await opening?.catch(() => null)) ?? null,
  };
}
