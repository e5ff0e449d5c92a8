// Reads one term's postings: the term's blocks, decoded into the arrays that ranking walks over, and cached for the next query
// while the documents are the same (posting-cache.ts). Also looks terms up in the dictionary.
import type { Connection, Statement } from "../../system/sqlite.ts";
import type { Nearness, NearTerm, TermPostings } from "../snapshot.ts";
import { nearTerms } from "./near-terms.ts";
import { BLOCK_BITS, BLOCK_SIZE, visitBlock } from "./posting-block.ts";
import { type Documents, openPostingCache } from "./posting-cache.ts";

/** Sorts after every continuation of a prefix: no term contains it, since it is no letter. */
const LAST_CHARACTER = "\u{10ffff}";

export class PostingReader {
  readonly #findTerm: Statement<[string], number>;
  readonly #getBlock: Statement<[number, number], Uint8Array>;
  readonly #hasBlock: Statement<[number, number]>;
  readonly #seekTerm: Statement<[string], string>;
  readonly #listTerms: Statement<[string, string, number], string>;
  readonly #cached = openPostingCache();

  constructor(connection: Connection) {
    const prepare = <Parameters extends unknown[], Value>(sql: string): Statement<Parameters, Value> =>
      connection.prepare<Parameters, Value>(sql).pluck();
    this.#findTerm = prepare("SELECT id FROM term WHERE text = ?");
    this.#getBlock = prepare("SELECT entries FROM posting WHERE block = ? AND term = ?");
    this.#hasBlock = prepare("SELECT 1 FROM posting WHERE block = ? AND term = ?");
    this.#seekTerm = prepare("SELECT text FROM term WHERE text >= ? ORDER BY text LIMIT 1");
    this.#listTerms = prepare("SELECT text FROM term WHERE text >= ? AND text < ? ORDER BY text LIMIT ?");
  }

  /** `documents` by id, of the same generation as the connection's transaction. `chunksEnough` as in Snapshot. */
  read(term: string, documents: Documents, chunksEnough = Number.POSITIVE_INFINITY): TermPostings {
    const decode = () => this.#decode(term, documents, chunksEnough);
    return this.#cached(term, documents, decode, ({ chunks }) => chunks.length <= chunksEnough);
  }

  /** Whether any of the documents 0 to `documentsEnd`, exclusive, contains the term. */
  holds(term: string, documentsEnd: number): boolean {
    const id = this.#findTerm.get(term);
    const blocks = id === undefined ? 0 : Math.ceil(documentsEnd / BLOCK_SIZE);
    for (let block = 0; block < blocks; block++) {
      if (this.#hasBlock.get(block, id ?? 0) !== undefined) {
        return true;
      }
    }
    return false;
  }

  /** Also terms of removed documents: nothing is removed from the dictionary. */
  near(term: string, nearness: Nearness): NearTerm[] {
    return nearTerms(term, (from) => this.#seekTerm.get(from), nearness);
  }

  /** The first `most` terms with this prefix, in order of the dictionary; also those of removed documents. */
  from(prefix: string, most: number): string[] {
    return this.#listTerms.all(prefix, prefix + LAST_CHARACTER, most);
  }

  #decode(term: string, documents: Documents, chunksEnough: number): TermPostings {
    const collected = openCollector(documents);
    const id = this.#findTerm.get(term);
    const blocks = id === undefined ? 0 : Math.ceil(documents.length / BLOCK_SIZE);
    for (let block = 0; block < blocks && collected.chunks <= chunksEnough; block++) {
      const entries = this.#getBlock.get(block, id ?? 0);
      if (entries !== undefined) {
        collected.add(block << BLOCK_BITS, entries);
      }
    }
    return collected.take();
  }
}

const NUMBERS_AT_FIRST = 64;

/** Numbers in a typed array that doubles: a common term of a large project has hundreds of thousands. */
function openNumbers() {
  let values = new Int32Array(NUMBERS_AT_FIRST);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value: number): void {
      if (length === values.length) {
        const larger = new Int32Array(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    take: (): Int32Array => values.slice(0, length),
  };
}

function openCollector(documents: Documents) {
  const ids = openNumbers();
  const pathCounts = openNumbers();
  const nameCounts = openNumbers();
  const chunkStarts = openNumbers();
  const chunks = openNumbers();
  const chunkCounts = openNumbers();
  let base = 0;
  let firstChunk = 0;
  const visitor = {
    document(slot: number, path: number, names: number) {
      const id = base + slot;
      firstChunk = documents[id]?.firstChunk ?? 0;
      ids.push(id);
      pathCounts.push(path);
      nameCounts.push(names);
      chunkStarts.push(chunks.length);
    },
    chunk(ordinal: number, count: number) {
      chunks.push(firstChunk + ordinal);
      chunkCounts.push(count);
    },
  };
  return {
    get chunks() {
      return chunks.length;
    },
    add(first: number, entries: Uint8Array): void {
      base = first;
      visitBlock(entries, visitor);
    },
    take(): TermPostings {
      chunkStarts.push(chunks.length);
      return {
        documents: ids.take(),
        pathCounts: pathCounts.take(),
        nameCounts: nameCounts.take(),
        chunkStarts: chunkStarts.take(),
        chunks: chunks.take(),
        chunkCounts: chunkCounts.take(),
      };
    },
  };
}
