// Finds indexed files that contain all of some words, by the postings of their terms, so that far fewer have to be parsed.
// Never leaves out an unchanged indexed file that contains them.
import { termsOf } from "../../index/lexical/terms.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import type { DocumentId } from "../../vocabulary/chunk.ts";

/** Longer names are indexed by their parts, and not by all of them. */
const WORD_LENGTH_MAX = 40;
/** The rarest select best; each costs a read of its postings. */
const TERMS_MAX = 12;

/** Paths; null if all words are too common to be terms. `words` have letters, digits and `_`. */
export function filesWithWords(snapshot: Snapshot, words: readonly string[]): ReadonlySet<string> | null {
  const terms = new Set(words.filter((word) => word.length <= WORD_LENGTH_MAX).flatMap(termsOf));
  let common: ReadonlySet<DocumentId> | null = null;
  // A longer one is in fewer files.
  for (const term of [...terms].sort((a, b) => b.length - a.length).slice(0, TERMS_MAX)) {
    common = amongThem(common, [...snapshot.postings(term).documents] as DocumentId[]);
  }
  return common === null ? null : new Set([...common].map((id) => snapshot.document(id).path));
}

const amongThem = (before: ReadonlySet<DocumentId> | null, ids: readonly DocumentId[]): ReadonlySet<DocumentId> =>
  new Set(before === null ? ids : ids.filter((id) => before.has(id)));
