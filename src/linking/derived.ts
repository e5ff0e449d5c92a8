// What follows from an object that never changes, such as the facts of a file: computed once and kept as long as the object.
import { append } from "../system/append.ts";
import { putLast } from "../system/memo.ts";
import type { Lookup } from "./lookup.ts";

export function derivedFrom<Source extends object, Value extends {}>(
  make: (source: Source) => Value,
): (source: Source) => Value {
  const known = new WeakMap<Source, Value>();
  return (source) => {
    const before = known.get(source);
    if (before !== undefined) {
      return before;
    }
    const value = make(source);
    known.set(source, value);
    return value;
  };
}

// An index of a list by a key: built at the first look-up and kept as long as the list, since the facts of a file are used for
// many questions.

/** Ordinals of the items with the key, ascending; empty if there are none. */
type IndexOf<Item> = (items: readonly Item[], key: string) => readonly number[];

/** `keysOf`: the keys of an item, each once. */
export function openIndexOf<Item>(keysOf: (item: Item) => readonly string[]): IndexOf<Item> {
  const indexOf = derivedFrom((items: readonly Item[]): ReadonlyMap<string, readonly number[]> => {
    const index = new Map<string, number[]>();
    items.forEach((item, at) => {
      for (const key of keysOf(item)) {
        append(index, key, at);
      }
    });
    return index;
  });
  return (items, key) => indexOf(items).get(key) ?? NONE;
}

const NONE: readonly number[] = [];

// What questions about one state of a project have found, for the next ones about the same state. Bounded.

/** One process serves few projects at a time. */
const DATABASES_CACHED = 2;

/**
 * The value that is cached for the state, if it is usable, else the one that is made now. A lookup without a state, as one of files that are read in
 * another form, caches nothing.
 */
type ByState<Value> = (state: Lookup["state"], make: () => Value, isUsable?: (value: Value) => boolean) => Value;

export function openByState<Value>(): ByState<Value> {
  const states = new Map<string, { readonly generation: number; readonly value: Value }>();
  return (state, make, isUsable = () => true) => {
    if (state === undefined) {
      return make();
    }
    const { databaseId, generation } = state;
    const known = states.get(databaseId);
    if (known?.generation === generation && isUsable(known.value)) {
      return known.value;
    }
    const value = make();
    // States older than the newest are rare: theirs are not cached.
    if (known === undefined || known.generation <= generation) {
      putLast(states, databaseId, { generation, value }, DATABASES_CACHED);
    }
    return value;
  };
}

interface StateCache<Value> {
  get(key: string): Value | undefined;
  add(key: string, value: Value): void;
}

/** `sizeOf` and `most`: what is cached of one project is forgotten as a whole where it would be larger. */
export function openCacheByState<Value>(
  sizeOf: (value: Value) => number,
  most: number,
): (state: Lookup["state"]) => StateCache<Value> {
  const byState = openByState<StateCache<Value>>();
  return (state) => byState(state, () => openCache(sizeOf, most));
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
