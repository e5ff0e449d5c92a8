// The names of one text as a Bloom filter (B. H. Bloom, 1970): a few bits per name, in which every name of the text is found,
// and about one in a hundred others by mistake. A quick test that a text does not contain a name.
import { crc32 } from "node:zlib";

/** With four bits set per name, one false match in eighty. */
const BITS_PER_NAME = 10;
const BITS_SET = 4;

export function nameFilter(names: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(Math.ceil((names.size * BITS_PER_NAME) / 8));
  for (const name of names) {
    const code = crc32(name);
    for (let at = 0; at < BITS_SET; at++) {
      const bit = bitOf(code, at, filter.length);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return filter;
}

/** A filter that matches every name. */
export const ANY_NAME: Uint8Array = Uint8Array.of(0xff);

/** True for every name from which the filter was made, and rarely for others. */
export function mayContain(filter: Uint8Array, name: string): boolean {
  const code = crc32(name);
  for (let at = 0; at < BITS_SET; at++) {
    const bit = bitOf(code, at, filter.length);
    if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) {
      return false;
    }
  }
  return true;
}

/** NaN for a filter of no bytes, in which no bit is set. */
const bitOf = (code: number, at: number, bytes: number): number => mixed(code + Math.imul(at, GOLDEN)) % (bytes * 8);

/** 2^32 divided by the golden ratio: numbers that many apart share few bits. */
const GOLDEN = 0x9e3779b9;

/** The last steps of MurmurHash3 (A. Appleby, public domain): each bit depends on all. */
function mixed(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
