// The part of meaning in one answer: the query's vector; missing vectors of the best candidates, made within the available
// time; and a truthful statement on both. Without meaning, words still answer.
import type { Embedder, Embedding } from "../../embedding/embedder.ts";
import { plainWords } from "../../index/embeddings/plain-words.ts";
import type { Freshness, ProjectIndex, VectorStatus } from "../../index/project-index.ts";
import { within } from "../../system/wait.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { messageOf, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { Coverage } from "../../vocabulary/search.ts";
import type { PartStatus } from "../answer/search-result.ts";
import { prepareEnglishWords } from "../query/english-words.ts";
import type { Query } from "../query/parse-query.ts";
import type { Candidates } from "./retrieve.ts";

/** A query's embedding that runs while something else is done. */
export interface BegunEmbedding {
  readonly text: string;
  readonly vector: Promise<Embedding>;
}

export function beginEmbedding(embedder: Embedder, text: string, signal?: AbortSignal): BegunEmbedding {
  const vector = embedder.embedQuery(plainWords(text), signal);
  // An answer from the cache does not await it: then a failure must not be an unhandled rejection.
  vector.catch(() => undefined);
  return { text, vector };
}

/** Whether the model understands the query's language. Where it does not, the query's vector would rank by chance. */
export const readsQuery = ({ languages }: Pick<Embedder, "languages">, { isEnglish }: Query): boolean =>
  isEnglish || languages === "any";

/** What was done, and what to do. */
const NOT_READ =
  "The question is not in English; it was read by its words and names alone. Ask in English, or set a multilingual model.";

export interface MeaningInputs {
  readonly index: ProjectIndex;
  /** Null where vectors are off. */
  readonly embedder: Embedder | null;
  /** Used if it is of the text that is to be embedded. */
  readonly begun?: BegunEmbedding | null;
  /** What `freshen` answered just now: it ties the index to the files. */
  readonly freshness: Freshness;
  /** Longest time to spend on the vectors that the best candidates lack, in milliseconds, once the model is loaded. */
  readonly meaningWaitMs: number;
  /** By performance.now(): a first answer waits no longer, for the model neither. Null where time is not so short. */
  readonly deadlineMs?: number | null;
  readonly signal?: AbortSignal;
}

export interface QueryMeaning {
  /** Null where meaning is not used. */
  readonly vector: Float32Array | null;
  /** Why the query has no vector although it should; null where it has one, or is to have none. */
  readonly failure: string | null;
  /** False where the model does not read the query's language. */
  readonly isRead: boolean;
}

const NONE: QueryMeaning = { vector: null, failure: null, isRead: true };

/** Whether chunks lack a vector that could be made for this answer. */
export function lacksVectors({ index, freshness, meaningWaitMs }: MeaningInputs): boolean {
  const { chunks, chunksEmbedded } = freshness.coverage;
  return meaningWaitMs > 0 && chunksEmbedded < chunks && index.vectorStatus().state !== "unavailable";
}

/**
 * The embedding of the query's gist, started if it is not yet; null where meaning is not used. `searchable` is the number of chunks
 * that have a vector.
 */
export function embeddingOf(inputs: MeaningInputs, query: Query, searchable: number): BegunEmbedding | null {
  const { index, embedder, begun, signal } = inputs;
  const isOff = embedder === null || index.vectorStatus().state === "disabled";
  // Texts that are not indexed have no vectors, and to load the model would take the time of those that index.
  const isEarly = inputs.freshness.texts !== undefined;
  if (isOff || isEarly || !readsQuery(embedder, query) || (searchable === 0 && !lacksVectors(inputs))) {
    return null;
  }
  return begun?.text === query.gist ? begun : beginEmbedding(embedder, query.gist, signal);
}

async function vectorOf(
  embedding: BegunEmbedding,
  leftMs: number,
  signal: AbortSignal | undefined,
): Promise<QueryMeaning> {
  try {
    let vector: Float32Array | null = null;
    const embedded = embedding.vector.then((made) => {
      vector = made;
    });
    await within(embedded, leftMs, signal);
    return { ...NONE, vector };
  } catch (error) {
    throwIfCancelled(signal);
    return { ...NONE, failure: messageOf(error) };
  }
}

/**
 * Waits for the query's embedding, and has the vectors made that the `promising` chunks lack, in their order, so that a project's
 * first answers are ranked by meaning too; null where none lacks one. Throws only CANCELLED.
 */
export async function awaitMeaning(
  { index, embedder, meaningWaitMs, deadlineMs = null, signal }: MeaningInputs,
  query: Query,
  embedding: BegunEmbedding | null,
  promising: readonly ChunkId[] | null,
): Promise<QueryMeaning> {
  if (embedding === null) {
    return { ...NONE, isRead: embedder === null || readsQuery(embedder, query) };
  }
  // While the model's process works; for the first question it has to start as well.
  prepareEnglishWords();
  const left = () => (deadlineMs ?? Number.POSITIVE_INFINITY) - performance.now();
  const meaning = await vectorOf(embedding, left(), signal);
  throwIfCancelled(signal);
  if (promising !== null && meaning.vector !== null) {
    const waitMs = Math.max(0, Math.min(meaningWaitMs, left()));
    await index.embedFirst({ chunks: promising, waitMs, ...(signal === undefined ? {} : { signal }) });
  }
  return meaning;
}

/** How meaning was used; while vectors are missing, also for how many of the chunks that were weighed. */
export function vectorsPart(
  { state, kind, reason }: VectorStatus,
  { failure, isRead }: QueryMeaning,
  { files, meaning }: Candidates,
): PartStatus {
  if (!isRead && state !== "disabled") {
    return { state: "not used", detail: NOT_READ };
  }
  if (failure !== null) {
    return { state: "unavailable", detail: `the query could not be embedded: ${failure}` };
  }
  // Reading `chunks` measures them, so it is done only where the number is shown.
  const weighed = state === "stale" ? files.flatMap(({ chunks }) => chunks) : [];
  const measured = weighed.filter((chunk) => meaning.get(chunk) !== undefined).length;
  const share = `${measured} of ${weighed.length} candidates measured by meaning`;
  const why = state === "stale" && weighed.length > 0 ? `${reason}; ${share}` : reason;
  return { state, detail: [kind, why].filter((part) => part !== null && part !== "").join(": ") };
}

/** The coverage, with the vectors that were made since. */
export const coverageNow = (coverage: Coverage, embedded: number): Coverage => ({
  ...coverage,
  chunksEmbedded: Math.min(coverage.chunks, Math.max(coverage.chunksEmbedded, embedded)),
});
