// Reads one term's postings: the term's blocks, decoded into the arrays that ranking walks over; and asks the dictionary
// which terms there are.
import type { Connection } from "../database.ts";
import { BLOCK_BITS, BLOCK_SIZE } from "../schema.ts";
import type { DocumentRecord, TermPostings } from "../snapshot.ts";
import { type Nearness, type NearTerm, nearTerms } from "./near-terms.ts";
import { visitBlock } from "./posting-block.ts";

export interface PostingReader {
  /** `documents` by id, of the same generation as the connection's transaction. */
  read(term: string, documents: readonly (DocumentRecord | undefined)[]): TermPostings;
  /** Whether any of the documents 0 to `documentsEnd`, exclusive, holds the term. */
  holds(term: string, documentsEnd: number): boolean;
  /** Some may be in no document any more: the dictionary forgets nothing. */
  near(term: string, nearness: Nearness): NearTerm[];
}

export function openPostingReader(connection: Connection): PostingReader {
  const findTerm = connection.prepare<[string], number>("SELECT id FROM term WHERE text = ?").pluck();
  const getBlock = connection
    .prepare<[number, number], Uint8Array>("SELECT entries FROM posting WHERE block = ? AND term = ?")
    .pluck();

  const hasBlock = connection.prepare<[number, number]>("SELECT 1 FROM posting WHERE block = ? AND term = ?");
  const seekTerm = connection
    .prepare<[string], string>("SELECT text FROM term WHERE text >= ? ORDER BY text LIMIT 1")
    .pluck();

  function holds(term: string, documentsEnd: number): boolean {
    const id = findTerm.get(term);
    const blocks = id === undefined ? 0 : Math.ceil(documentsEnd / BLOCK_SIZE);
    for (let block = 0; block < blocks; block++) {
      if (hasBlock.get(block, id ?? 0) !== undefined) {
        return true;
      }
    }
    return false;
  }

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

  return { read, holds, near: (term, nearness) => nearTerms(term, (from) => seekTerm.get(from), nearness) };
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
