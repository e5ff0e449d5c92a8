/** Appends a value to the list under a key; makes the list if there is none. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) {
    lists.set(key, [value]);
  } else {
    known.push(value);
  }
}
