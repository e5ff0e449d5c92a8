// Choices that look random and are the same in every run: a number made of a text, and an order made of such numbers.

/** FNV-1a over UTF-16 units, then Murmur3's last mix, since FNV alone hardly moves the high bits of short texts. 0 to 2³² − 1. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** From 0, included, to 1, excluded. */
export const shareOf = (text: string): number => hashOf(text) / 2 ** 32;

/** The values in an order that depends on the seed and on their keys alone. */
export function shuffled<Value>(values: readonly Value[], seed: string, keyOf: (value: Value) => string): Value[] {
  return values
    .map((value) => ({ value, key: keyOf(value) }))
    .map(({ value, key }) => ({ value, key, at: hashOf(`${seed}:${key}`) }))
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
    .map(({ value }) => value);
}
