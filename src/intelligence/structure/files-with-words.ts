// Which indexed files hold all of some words, by the postings of their terms: far fewer than there are to be parsed. Never
// leaves out a file that holds them and is indexed as it is.
import { termsOf } from "../../index/lexical/terms.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import type { DocumentId } from "../../vocabulary/ids.ts";

/** Longer names are indexed by their parts, and not by all of them. */
const WORD_LENGTH_MAX = 40;
/** The rarest tell nearly all; each costs a read of its postings. */
const TERMS_MAX = 12;

/** Paths; null where no word tells, since all are too common to be terms. `words` are of letters, digits and `_`. */
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
