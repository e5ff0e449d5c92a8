// Which chunks contain the constant text of an error message, word for word: the source that raises it. Postings have no
// positions, so the files that words propose first are read.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import { linesOf, sourceText } from "../../vocabulary/source-text.ts";
import type { Scope } from "../query/filter.ts";
import { phraseShare } from "../query/match-phrases.ts";
import type { Query } from "../query/parse-query.ts";
import { forEachInTurn } from "../source/in-turn.ts";
import { type ByWords, weighByWords } from "./by-words.ts";
import { chunkIdsOf } from "./chunk-ids.ts";
import { rank } from "./rank.ts";
import { retrieve } from "./retrieve.ts";

/** Files that are read for one message: it has words that the raising file has too, so that words place it among these. */
const FILES_MAX = 40;
/** Larger files are data. UTF-16 units. */
const TEXT_LENGTH_MAX = 1_000_000;

/** Shares of the message's phrases, above 0 and up to 1, by chunk. */
export type PhraseShares = ReadonlyMap<ChunkId, number>;

export const NO_PHRASES: PhraseShares = new Map();

interface Suspect {
  readonly document: DocumentRecord;
  readonly chunks: readonly ({ readonly id: ChunkId } & LineRange)[];
}

/** What a snapshot says before any file is read: chunk ids hold for its generation only. */
export type Suspects = readonly Suspect[];

/** The files that `words` alone would rank first, each with all of its chunks in scope; none for a query without phrases. */
export function suspectFiles(
  snapshot: Snapshot,
  query: Query,
  scope: Scope,
  words: ByWords = weighByWords(snapshot, query, scope),
): Suspects {
  if (query.phrases.length === 0) {
    return [];
  }
  const ranked = rank(snapshot, query, retrieve(snapshot, query, scope, null, FILES_MAX, NO_PHRASES, words));
  const paths = [...new Set(ranked.map(({ path }) => path))].slice(0, FILES_MAX);
  return paths.flatMap((path) => {
    const document = snapshot.documentAt(path);
    if (document === undefined) {
      return [];
    }
    const chunks = snapshot.chunks(chunkIdsOf(document).filter((id) => scope.chunk(id)));
    return [{ document, chunks: chunks.map(({ id, startLine, endLine }) => ({ id, startLine, endLine })) }];
  });
}

/** Reads each suspect once. A file that is no longer as indexed says nothing: the answer will name it as changed. */
export async function findPhrases(query: Query, suspects: Suspects, corpus: CorpusSource): Promise<PhraseShares> {
  const shares = new Map<ChunkId, number>();
  await forEachInTurn(suspects, async ({ document, chunks }) => {
    const outcome = await readAdmitted(corpus, document.path);
    const isAsIndexed = outcome !== null && "text" in outcome && outcome.contentHash === document.contentHash;
    if (!isAsIndexed || outcome.text.length > TEXT_LENGTH_MAX) {
      return;
    }
    const source = sourceText(outcome.text, 1);
    for (const { id, startLine, endLine } of chunks) {
      const share = phraseShare(linesOf(source, startLine, endLine), query.phrases);
      if (share > 0) {
        shares.set(id, share);
      }
    }
  });
  return shares;
}
