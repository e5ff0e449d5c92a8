// The ranking by words alone, which is known while the model's process still works on the query. It says which chunks to embed first
// where vectors are missing, and which files to read for the constant text of an error message: the source that raises it has it
// word for word, and postings have no positions.
import pLimit from "p-limit";
import { chunkIdsOf, type DocumentRecord, type Snapshot } from "../../index/snapshot.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { READS_MAX, readAdmitted } from "../../project/read-admitted.ts";
import { append } from "../../system/append.ts";
import type { ChunkId, LineRange } from "../../vocabulary/chunk.ts";
import { linesOf, sourceText } from "../../vocabulary/text.ts";
import type { Scope } from "../query/filter.ts";
import type { Query } from "../query/parse-query.ts";
import { type ByWords, weighByWords } from "./by-words.ts";
import { rank } from "./rank.ts";
import { NO_PHRASES, type PhraseShares, retrieve } from "./retrieve.ts";

/** More than eight workers embed in the available time. */
const PROMISING_MAX = 300;

/**
 * In the order of the lexical ranking, so that likely hits are measured first (one chunk of each file in rotation gave the same within
 * .005 NDCG@10). Includes chunks that have their vector.
 */
export function promisingChunks(
  snapshot: Snapshot,
  query: Query,
  scope: Scope,
  topK: number,
  words?: ByWords,
): ChunkId[] {
  const candidates = retrieve(snapshot, query, scope, null, topK, NO_PHRASES, words);
  return rank(snapshot, query, candidates)
    .hits.slice(0, PROMISING_MAX)
    .map(({ chunk }) => chunk);
}

/** Files that are indexed first: later ones are hardly ever among the ten best hits. */
const LIKELY_MAX = 160;

/** Paths of the files that words alone rank first. */
export function likelyFiles(snapshot: Snapshot, query: Query, scope: Scope): string[] {
  const { hits } = rank(snapshot, query, retrieve(snapshot, query, scope, null, LIKELY_MAX));
  return [...new Set(hits.map(({ path }) => path))].slice(0, LIKELY_MAX);
}

/** Files that are read for one message: it has words that the raising file has too, so that words place it among these. */
const FILES_MAX = 40;
/** Larger files are data. UTF-16 units. */
const TEXT_LENGTH_MAX = 1_000_000;

interface Suspect {
  readonly document: DocumentRecord;
  readonly chunks: readonly ({ readonly id: ChunkId } & LineRange)[];
}

/** Of one snapshot: chunk ids are valid for its generation only. */
export type Suspects = readonly Suspect[];

/** The files that `words` alone would rank first, each with all of its chunks in scope; none for a query without phrases. */
export function suspectFiles(
  snapshot: Snapshot,
  query: Query,
  scope: Scope,
  words: ByWords = weighByWords(snapshot, query.terms, scope),
): Suspects {
  if (query.phrases.length === 0) {
    return [];
  }
  const { hits } = rank(snapshot, query, retrieve(snapshot, query, scope, null, FILES_MAX, NO_PHRASES, words));
  const paths = [...new Set(hits.map(({ path }) => path))].slice(0, FILES_MAX);
  return paths.flatMap((path) => {
    const document = snapshot.documentAt(path);
    if (document === undefined) {
      return [];
    }
    const chunks = snapshot.chunks(chunkIdsOf(document).filter((id) => scope.chunk(id)));
    return [{ document, chunks: chunks.map(({ id, startLine, endLine }) => ({ id, startLine, endLine })) }];
  });
}

const WORDS = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)?/gu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORDS) ?? [];

/** A shorter run of words is in a text by chance. */
const RUN_WORDS_MIN = 2;
const RUN_LETTERS_MIN = 8;

const lettersOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

/** A phrase of a message, made ready to be looked for in many texts. */
interface Wanted {
  readonly words: number;
  readonly letters: number;
  /** Of each word its places in the phrase. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function wantedOf(phrase: string): Wanted {
  const words = wordsOf(phrase);
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    append(places, word, at);
  });
  return { words: words.length, letters: lettersOf(words), places };
}

/** Letters of the longest run of the phrase's words that the text has in the same order, with nothing but punctuation between them. */
function longestRun(text: readonly string[], { words, places }: Wanted): number {
  let longest = 0;
  /** Words and letters of the run that ends at the text's last word, by its last place in the phrase. */
  let runs = new Map<number, { readonly words: number; readonly letters: number }>();
  for (const word of text) {
    const grown: typeof runs = new Map();
    for (const at of places.get(word) ?? []) {
      const before = runs.get(at - 1);
      const run = { words: (before?.words ?? 0) + 1, letters: (before?.letters ?? 0) + word.length };
      const isMeant = run.words === words || (run.words >= RUN_WORDS_MIN && run.letters >= RUN_LETTERS_MIN);
      longest = isMeant ? Math.max(longest, run.letters) : longest;
      grown.set(at, run);
    }
    runs = grown;
  }
  return longest;
}

/**
 * Of a text, 0 to 1: the share of the phrases' letters that are found. Of each phrase its longest run counts, since a message has values that
 * nothing tells from its words; a part counts by its share of the phrase. What is between words does not count, so that
 * `"cannot read " + name` has the words of "cannot read". Linear in the text.
 */
export function phraseShareOf(phrases: readonly string[]): (text: string) => number {
  const wanted = phrases.map(wantedOf);
  const all = wanted.reduce((sum, { letters }) => sum + letters, 0);
  return (text) => {
    const words = all === 0 ? [] : wordsOf(text);
    return all === 0 ? 0 : wanted.reduce((sum, one) => sum + longestRun(words, one), 0) / all;
  };
}

/** Reads each suspect once. A file that is not as indexed has no share: the answer will name it as changed. */
export async function findPhrases(query: Query, suspects: Suspects, corpus: CorpusSource): Promise<PhraseShares> {
  const shares = new Map<ChunkId, number>();
  const shareOf = phraseShareOf(query.phrases);
  await pLimit(READS_MAX).map(suspects, async ({ document, chunks }) => {
    const outcome = await readAdmitted(corpus, document.path);
    const isAsIndexed = outcome !== null && "text" in outcome && outcome.contentHash === document.contentHash;
    if (!isAsIndexed || outcome.text.length > TEXT_LENGTH_MAX) {
      return;
    }
    const source = sourceText(outcome.text, 1);
    for (const { id, startLine, endLine } of chunks) {
      const share = shareOf(linesOf(source, startLine, endLine));
      if (share > 0) {
        shares.set(id, share);
      }
    }
  });
  return shares;
}
