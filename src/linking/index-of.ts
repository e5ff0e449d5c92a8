// Ordinals of a list by a key, made at the first question and kept as long as the list is: facts of a file outlive questions.
import { append } from "../system/append.ts";

/** Ordinals in ascending order of what has the key; empty where nothing has. */
export type IndexOf<Item> = (items: readonly Item[], key: string) => readonly number[];

/** `keysOf`: the keys of an item; each once. */
export function openIndexOf<Item>(keysOf: (item: Item) => readonly string[]): IndexOf<Item> {
  const indexes = new WeakMap<readonly Item[], ReadonlyMap<string, readonly number[]>>();
  return (items, key) => {
    let index = indexes.get(items);
    if (index === undefined) {
      index = indexOf(items, keysOf);
      indexes.set(items, index);
    }
    return index.get(key) ?? NONE;
  };
}

const NONE: readonly number[] = [];

function indexOf<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  items.forEach((item, at) => {
    for (const key of keysOf(item)) {
      append(index, key, at);
    }
  });
  return index;
}
