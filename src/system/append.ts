/** Adds a value to the list of its key, which begins with the first. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) {
    lists.set(key, [value]);
  } else {
    known.push(value);
  }
}
