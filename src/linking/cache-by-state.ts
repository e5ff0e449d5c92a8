// What questions about one state of a project have found, for the next ones about the same state. Bounded.
import { putLast } from "../system/memo.ts";
import type { Lookup } from "./lookup.ts";

export interface StateCache<Value> {
  get(key: string): Value | undefined;
  add(key: string, value: Value): void;
}

/** One process serves few projects at a time. */
export const DATABASES_CACHED = 2;

/**
 * `sizeOf` and `most`: what is cached of one project is forgotten as a whole where it would be larger. A lookup without a state, as one of
 * files that are read in another form, keeps nothing.
 */
export function openCacheByState<Value>(
  sizeOf: (value: Value) => number,
  most: number,
): (state: Lookup["state"]) => StateCache<Value> {
  const states = new Map<string, { readonly generation: number; readonly cache: StateCache<Value> }>();
  return (state) => {
    if (state === undefined) {
      return openCache(sizeOf, most);
    }
    const { databaseId, generation } = state;
    const known = states.get(databaseId);
    if (known?.generation === generation) {
      return known.cache;
    }
    const cache = openCache(sizeOf, most);
    // States older than the newest are rare: theirs are not cached.
    if (known === undefined || known.generation < generation) {
      putLast(states, databaseId, { generation, cache }, DATABASES_CACHED);
    }
    return cache;
  };
}

function openCache<Value>(sizeOf: (value: Value) => number, most: number): StateCache<Value> {
  const values = new Map<string, Value>();
  let size = 0;
  return {
    get: (key) => values.get(key),
    add(key, value) {
      const own = sizeOf(value);
      if (size + own > most) {
        values.clear();
        size = 0;
      }
      if (own <= most) {
        values.set(key, value);
        size += own;
      }
    },
  };
}
