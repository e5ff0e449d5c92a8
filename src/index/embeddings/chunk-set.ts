// A set of chunks as one bit each: half a million chunks in 62 KB. Chunk ids are assigned in order and never reused, so
// that they lie close together.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import type { ChunkRun } from "../database/document-table.ts";

const WORDS_AT_FIRST = 64;

export class ChunkSet {
  #words = new Uint32Array(WORDS_AT_FIRST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(chunk: ChunkId): boolean {
    return ((this.#words[chunk >>> 5] ?? 0) & (1 << (chunk & 31))) !== 0;
  }

  add(chunk: ChunkId): void {
    if (this.has(chunk)) {
      return;
    }
    const at = chunk >>> 5;
    if (at >= this.#words.length) {
      const larger = new Uint32Array(Math.max(at + 1, Math.ceil(this.#words.length * 1.5)));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (chunk & 31));
    this.#size += 1;
  }

  addRun(run: ChunkRun): void {
    for (let chunk = run.first; chunk < run.first + run.count; chunk++) {
      this.add(chunk);
    }
  }

  delete(chunk: ChunkId): void {
    if (this.has(chunk)) {
      const at = chunk >>> 5;
      this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (chunk & 31));
      this.#size -= 1;
    }
  }

  deleteRun(run: ChunkRun): void {
    for (let chunk = run.first; chunk < run.first + run.count; chunk++) {
      this.delete(chunk);
    }
  }

  /** The first `count` members, as few runs as they make. */
  firstRuns(count: number): ChunkRun[] {
    const runs: ChunkRun[] = [];
    let left = count;
    for (let first = this.#next(0); first >= 0 && left > 0; ) {
      let end = first + 1;
      while (end - first < left && this.has(end as ChunkId)) {
        end += 1;
      }
      runs.push({ first: first as ChunkId, count: end - first });
      left -= end - first;
      first = this.#next(end);
    }
    return runs;
  }

  /** Members from `from` (inclusive) down to `to` (inclusive), highest first. */
  *descending(from: ChunkId, to: ChunkId): Iterable<ChunkId> {
    for (let chunk = this.#previous(from); chunk >= Math.max(0, to); chunk = this.#previous(chunk - 1)) {
      yield chunk as ChunkId;
    }
  }

  /** The last `count` members at or before `from`, highest first. */
  lastOnes(from: ChunkId, count: number): ChunkId[] {
    const ones: ChunkId[] = [];
    for (let chunk = this.#previous(from); chunk >= 0 && ones.length < count; chunk = this.#previous(chunk - 1)) {
      ones.push(chunk as ChunkId);
    }
    return ones;
  }

  /** Highest member; -1 in an empty set. */
  last(): ChunkId {
    return this.#previous(this.#words.length * 32 - 1) as ChunkId;
  }

  /** The first member at or after `from`; -1 for none. */
  #next(from: number): number {
    let at = from >>> 5;
    // What lies below `from` in its word does not count.
    let word = (this.#words[at] ?? 0) & (0xffffffff << (from & 31));
    while (word === 0) {
      at += 1;
      if (at >= this.#words.length) {
        return -1;
      }
      word = this.#words[at] ?? 0;
    }
    return at * 32 + 31 - Math.clz32(word & -word);
  }

  /** The last member at or before `from`; -1 for none. */
  #previous(from: number): number {
    if (from < 0) {
      return -1;
    }
    let at = Math.min(from >>> 5, this.#words.length - 1);
    let word = (this.#words[at] ?? 0) & (at === from >>> 5 ? 0xffffffff >>> (31 - (from & 31)) : 0xffffffff);
    while (word === 0) {
      at -= 1;
      if (at < 0) {
        return -1;
      }
      word = this.#words[at] ?? 0;
    }
    return at * 32 + 31 - Math.clz32(word);
  }
}
