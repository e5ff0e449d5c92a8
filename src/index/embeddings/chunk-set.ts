// A set of chunks as one bit each, which follows an index of half a million chunks in 62 KB. Chunk ids are given in order
// and never again, so that they lie close together.
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { ChunkRun } from "../database/document-table.ts";

export interface ChunkSet {
  readonly size: number;
  has(chunk: ChunkId): boolean;
  add(chunk: ChunkId): void;
  addRun(run: ChunkRun): void;
  delete(chunk: ChunkId): void;
  deleteRun(run: ChunkRun): void;
  /** The first `count` members, as few runs as they make. */
  firstRuns(count: number): ChunkRun[];
  /** Members from `from` (inclusive) down to `to` (inclusive), highest first. */
  descending(from: ChunkId, to: ChunkId): Iterable<ChunkId>;
  /** The last `count` members at or before `from`, highest first. */
  lastOnes(from: ChunkId, count: number): ChunkId[];
  /** Highest member; -1 in an empty set. */
  last(): ChunkId;
}

const WORDS_AT_FIRST = 64;

export function openChunkSet(): ChunkSet {
  let words = new Uint32Array(WORDS_AT_FIRST);
  let size = 0;

  const has = (chunk: number) => ((words[chunk >>> 5] ?? 0) & (1 << (chunk & 31))) !== 0;

  function add(chunk: number): void {
    if (has(chunk)) {
      return;
    }
    const at = chunk >>> 5;
    if (at >= words.length) {
      const larger = new Uint32Array(Math.max(at + 1, Math.ceil(words.length * 1.5)));
      larger.set(words);
      words = larger;
    }
    words[at] = (words[at] ?? 0) | (1 << (chunk & 31));
    size += 1;
  }

  function remove(chunk: number): void {
    if (has(chunk)) {
      const at = chunk >>> 5;
      words[at] = (words[at] ?? 0) & ~(1 << (chunk & 31));
      size -= 1;
    }
  }

  /** The first member at or after `from`; -1 for none. */
  function next(from: number): number {
    let at = from >>> 5;
    // What lies below `from` in its word does not count.
    let word = (words[at] ?? 0) & (0xffffffff << (from & 31));
    while (word === 0) {
      at += 1;
      if (at >= words.length) {
        return -1;
      }
      word = words[at] ?? 0;
    }
    return at * 32 + 31 - Math.clz32(word & -word);
  }

  /** The last member at or before `from`; -1 for none. */
  function previous(from: number): number {
    let at = Math.min(from >>> 5, words.length - 1);
    let word = (words[at] ?? 0) & (at === from >>> 5 ? 0xffffffff >>> (31 - (from & 31)) : 0xffffffff);
    while (word === 0) {
      at -= 1;
      if (at < 0) {
        return -1;
      }
      word = words[at] ?? 0;
    }
    return at * 32 + 31 - Math.clz32(word);
  }

  return {
    get size() {
      return size;
    },
    has,
    add,
    addRun({ first, count }) {
      for (let at = 0; at < count; at++) {
        add(first + at);
      }
    },
    delete: remove,
    deleteRun({ first, count }) {
      for (let at = 0; at < count; at++) {
        remove(first + at);
      }
    },
    firstRuns(count) {
      const runs: ChunkRun[] = [];
      let left = count;
      for (let first = next(0); first >= 0 && left > 0; ) {
        let end = first + 1;
        while (end - first < left && has(end)) {
          end += 1;
        }
        runs.push({ first: first as ChunkId, count: end - first });
        left -= end - first;
        first = next(end);
      }
      return runs;
    },
    *descending(from, to) {
      for (let chunk = previous(from); chunk >= to && chunk >= 0; chunk = previous(chunk - 1)) {
        yield chunk as ChunkId;
        if (chunk === 0) {
          return;
        }
      }
    },
    lastOnes(from, count) {
      const ones: ChunkId[] = [];
      for (let chunk = from < 0 ? -1 : previous(from); chunk >= 0 && ones.length < count; ) {
        ones.push(chunk as ChunkId);
        chunk = chunk === 0 ? -1 : previous(chunk - 1);
      }
      return ones;
    },
    last: () => previous(words.length * 32 - 1) as ChunkId,
  };
}
