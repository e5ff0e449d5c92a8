// Which files contain a name of the query exactly as written: a query for a name that occurs in only one test wants that test,
// before anything similar in meaning.
import { termsOf } from "../../index/lexical/terms.ts";
import type { TermPostings } from "../../index/snapshot.ts";
import type { DocumentId } from "../../vocabulary/ids.ts";
import { isEnglishStem } from "../query/english-words.ts";
import type { Query } from "../query/parse-query.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/** A longer question is about more than one name. */
const TERMS_MAX = 3;
/** Files up to which a word that is not English counts as a name that was meant. */
const FILES_MAX = 3;

/** Files with the term in their text, not just in their path. */
function* holdersOf({ documents, chunkStarts }: TermPostings): Generator<DocumentId> {
  for (let i = 0; i < documents.length; i++) {
    if ((chunkStarts[i + 1] ?? 0) > (chunkStarts[i] ?? 0)) {
      yield (documents[i] ?? 0) as DocumentId;
    }
  }
}

function isMeant({ term, postings }: WeighedTerm): boolean {
  const { length } = postings.documents;
  return length > 0 && length <= FILES_MAX && !isEnglishStem(term);
}

/** For a question by name, all files that contain the whole name; for a few words, those with a rare one. */
export function filesHoldingTheName(query: Query, terms: readonly WeighedTerm[]): ReadonlySet<DocumentId> {
  const [whole] = query.symbol === null ? [] : termsOf(query.symbol);
  const few = terms.length <= TERMS_MAX ? terms : [];
  const names = query.symbol === null ? few.filter(isMeant) : terms.filter(({ term }) => term === whole);
  return new Set(names.flatMap(({ postings }) => [...holdersOf(postings)]));
}
