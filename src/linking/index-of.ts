// An index of a list by a key: built at the first look-up and kept as long as the list, since the facts of a file are used for
// many questions.
import { append } from "../system/append.ts";
import { derivedFrom } from "./derived.ts";

/** Ordinals of the items with the key, ascending; empty if there are none. */
export type IndexOf<Item> = (items: readonly Item[], key: string) => readonly number[];

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
