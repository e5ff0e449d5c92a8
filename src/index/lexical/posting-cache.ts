// Caches decoded postings between queries, within a bound: queries about one project use the same words again, the most frequent
// words most often.
import type { DocumentRecord, TermPostings } from "../snapshot.ts";

/** By document id; each generation has new lists, which are never changed. */
export type Documents = readonly (DocumentRecord | undefined)[];

const BYTES_MAX = 16 * 1024 * 1024;
/** What a cached term takes in addition to its postings: six arrays, each with a buffer of its own. */
const TERM_BYTES = 1_300;

const bytesOf = ({ documents, pathCounts, nameCounts, chunkStarts, chunks, chunkCounts }: TermPostings): number =>
  [documents, pathCounts, nameCounts, chunkStarts, chunks, chunkCounts].reduce(
    (sum, { byteLength }) => sum + byteLength,
    TERM_BYTES,
  );

/**
 * The postings of the term in these documents: as they were decoded before, or as `decode` makes them now. Those that are not whole are not kept.
 */
export type PostingCache = (
  term: string,
  documents: Documents,
  decode: () => TermPostings,
  isWhole?: (postings: TermPostings) => boolean,
) => TermPostings;

/**
 * Remembers postings by term, of one list of documents at a time. All are forgotten where another one would make them
 * more than `bytesMax`; one that is larger by itself is not cached.
 */
export function openPostingCache(bytesMax: number = BYTES_MAX): PostingCache {
  const byTerm = new Map<string, TermPostings>();
  let of: Documents | null = null;
  let bytes = 0;
  const forget = (): void => {
    byTerm.clear();
    bytes = 0;
  };
  return (term, documents, decode, isWhole = () => true) => {
    if (of !== documents) {
      forget();
      of = documents;
    }
    const known = byTerm.get(term);
    if (known !== undefined) {
      return known;
    }
    const postings = decode();
    if (!isWhole(postings)) {
      return postings;
    }
    const added = bytesOf(postings);
    if (bytes + added > bytesMax) {
      forget();
    }
    if (added <= bytesMax) {
      byTerm.set(term, postings);
      bytes += added;
    }
    return postings;
  };
}
