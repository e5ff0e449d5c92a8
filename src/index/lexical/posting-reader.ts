// Reads one term's postings: the term's blocks, decoded into the arrays that ranking walks over.
import type { Connection } from "../database.ts";
import { BLOCK_BITS, BLOCK_SIZE } from "../schema.ts";
import type { DocumentRecord, TermPostings } from "../snapshot.ts";
import { visitBlock } from "./posting-block.ts";

export interface PostingReader {
  /** `documents` by id, of the same generation as the connection's transaction. */
  read(term: string, documents: readonly (DocumentRecord | undefined)[]): TermPostings;
}

export function openPostingReader(connection: Connection): PostingReader {
  const findTerm = connection.prepare<[string], number>("SELECT id FROM term WHERE text = ?").pluck();
  const getBlock = connection
    .prepare<[number, number], Uint8Array>("SELECT entries FROM posting WHERE block = ? AND term = ?")
    .pluck();

  function read(term: string, documents: readonly (DocumentRecord | undefined)[]): TermPostings {
    const collected = openCollector(documents);
    const id = findTerm.get(term);
    if (id !== undefined) {
      const blocks = Math.ceil(documents.length / BLOCK_SIZE);
      for (let block = 0; block < blocks; block++) {
        const entries = getBlock.get(block, id);
        if (entries !== undefined) {
          collected.add(block << BLOCK_BITS, entries);
        }
      }
    }
    return collected.take();
  }

  return { read };
}

function openCollector(documents: readonly (DocumentRecord | undefined)[]) {
  const ids: number[] = [];
  const pathCounts: number[] = [];
  const nameCounts: number[] = [];
  const chunkStarts: number[] = [];
  const chunks: number[] = [];
  const chunkCounts: number[] = [];
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
    add(first: number, entries: Uint8Array): void {
      base = first;
      visitBlock(entries, visitor);
    },
    take(): TermPostings {
      return {
        documents: Int32Array.from(ids),
        pathCounts: Int32Array.from(pathCounts),
        nameCounts: Int32Array.from(nameCounts),
        chunkStarts: Int32Array.from([...chunkStarts, chunks.length]),
        chunks: Int32Array.from(chunks),
        chunkCounts: Int32Array.from(chunkCounts),
      };
    },
  };
}
