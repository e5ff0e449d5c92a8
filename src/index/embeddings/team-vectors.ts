// A vector index of the vectors in a team's index and those of local changes. A search is synchronous: it answers from local vectors and from
// what was fetched for its query before, and notes what it lacked, for the next fetch. docs/inside/team-index.md.
import { NEAREST_MAX } from "../../embedding/team-index.ts";
import { log } from "../../system/log.ts";
import { within } from "../../system/wait.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { messageOf, throwIfCancelled } from "../../vocabulary/failure.ts";
import { BACKGROUND_SAMPLE_MAX, backgroundOf, vectorHash } from "../vectors/background.ts";
import { ExactIndex } from "../vectors/exact.ts";
import { byNearness } from "../vectors/nearest.ts";
import type { Admit, RemoteVectors, SimilarityBackground, VectorMatch } from "../vectors/vector-index.ts";
import { ChunkSet } from "./chunk-set.ts";
import type { ClaimingIndex } from "./served-index.ts";

/** Asks the team's index about this project's chunks. Each method rejects if it does not answer. */
export interface TeamSource {
  readonly dimensions: number;
  /** Published chunks that this project has, nearest first, and whether there may be more. */
  nearest(
    query: Float32Array,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly matches: readonly VectorMatch[]; readonly isFull: boolean }>;
  /** By chunk; chunks that are not published any more are missing. */
  similarities(
    query: Float32Array,
    chunks: readonly ChunkId[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<ChunkId, number>>;
  vectors(chunks: readonly ChunkId[], signal: AbortSignal | undefined): Promise<ReadonlyMap<ChunkId, Float32Array>>;
  /** Vectors of the published chunks with the smallest hashes, as far as this project has them. */
  sample(signal: AbortSignal | undefined): Promise<ReadonlyMap<ChunkId, Float32Array>>;
  /** Called with chunks that turned out not to be published any more. */
  lost(chunks: readonly ChunkId[]): void;
}

/** What was fetched for one query, and what searches with it lacked. */
interface Fetched {
  readonly query: Float32Array;
  readonly similarities: Map<ChunkId, number>;
  nearest: readonly VectorMatch[];
  /** Nearest chunks: how many were fetched, how many are to be fetched next, and whether there may be more. */
  count: number;
  wanted: number;
  isFull: boolean;
  readonly lacking: Set<ChunkId>;
}

/** Queries whose similarities are kept: enough for some clients that ask at the same time. */
const FETCHED_MAX = 8;
/** The ranking asks for the nearest 200; some of the published chunks may differ from those here. */
const NEAREST_FIRST = 400;
/** By how much more is fetched if a filter admits too few. */
const NEAREST_FACTOR = 8;
/** How long an answer waits for the team's index, and how long after a failure it is not asked again; in milliseconds. */
const FETCH_MS = 2_000;
const RETRY_MS = 5_000;

export class TeamVectors implements ClaimingIndex {
  readonly kind = "team";
  readonly ceilings = null;
  readonly remote: RemoteVectors;
  readonly #source: TeamSource;
  readonly #local: ExactIndex;
  readonly #published = new ChunkSet();
  /** Newest last. */
  #fetched: Fetched[] = [];
  #publishedSample: ReadonlyMap<ChunkId, Float32Array> = new Map();
  #sample: ExactIndex | null = null;
  #failure: { readonly error: Error; readonly atMs: number } | null = null;

  constructor(source: TeamSource) {
    this.#source = source;
    this.#local = new ExactIndex(source.dimensions);
    this.remote = {
      failure: () => this.#failure?.error ?? null,
      fetch: (query, signal) => this.#noting(false, signal, () => this.#fetch(this.#fetchedFor(query), signal)),
      vectors: (chunks, signal) => this.#noting(new Map(), signal, () => this.#source.vectors(chunks, signal)),
    };
  }

  get size(): number {
    return this.#local.size + this.#published.size;
  }

  has(chunk: ChunkId): boolean {
    return this.#published.has(chunk) || this.#local.has(chunk);
  }

  vectorOf(chunk: ChunkId): Float32Array | null {
    return this.#local.vectorOf(chunk);
  }

  add(chunk: ChunkId, vector: Float32Array): void {
    this.#published.delete(chunk);
    this.#local.add(chunk, vector);
    this.#sample = null;
  }

  claim(chunk: ChunkId): void {
    this.#local.remove(chunk);
    this.#published.add(chunk);
    this.#sample = null;
  }

  remove(chunk: ChunkId): void {
    this.#published.delete(chunk);
    this.#local.remove(chunk);
    this.#sample = null;
  }

  search(query: Float32Array, k: number, admit: Admit = () => true): VectorMatch[] {
    const fetched = this.#known(query);
    const published = (fetched?.nearest ?? []).filter(({ chunk }) => this.#published.has(chunk) && admit(chunk));
    if (fetched?.isFull === true && published.length < k) {
      fetched.wanted = Math.min(NEAREST_MAX, fetched.count * NEAREST_FACTOR);
    }
    return [...this.#local.search(query, k, admit), ...published].sort(byNearness).slice(0, k);
  }

  similarities(query: Float32Array, chunks: readonly ChunkId[]): Float64Array {
    const fetched = this.#known(query);
    return this.#local.similarities(query, chunks).map((own, at) => {
      const chunk = chunks[at] as ChunkId;
      if (!this.#published.has(chunk)) {
        return own;
      }
      const similarity = fetched?.similarities.get(chunk);
      if (similarity === undefined) {
        fetched?.lacking.add(chunk);
      }
      return similarity ?? Number.NaN;
    });
  }

  /** Over the vectors with the smallest hashes, published and local: the same sample as that of a local index with all vectors. */
  background(query: Float32Array): SimilarityBackground {
    this.#sample ??= this.#joinSample();
    return backgroundOf(this.#sample.similarities(query, [...this.#sample.chunks()]));
  }

  #joinSample(): ExactIndex {
    const published = [...this.#publishedSample].filter(([chunk]) => this.#published.has(chunk));
    const local = [...this.#local.chunks()].map((chunk) => [chunk, this.#local.vector(chunk)] as const);
    const byHash = new Map<number, readonly [ChunkId, Float32Array]>();
    for (const [chunk, vector] of [...published, ...local]) {
      if (vector !== undefined) {
        byHash.set(vectorHash(vector, 0), [chunk, vector]);
      }
    }
    const smallest = [...byHash].sort(([a], [b]) => a - b).slice(0, BACKGROUND_SAMPLE_MAX);
    const sample = new ExactIndex(this.#source.dimensions);
    for (const [, [chunk, vector]] of smallest) {
      sample.add(chunk, vector);
    }
    return sample;
  }

  #known(query: Float32Array): Fetched | undefined {
    return this.#fetched.find((one) => one.query.every((value, at) => value === query[at]));
  }

  #fetchedFor(query: Float32Array): Fetched {
    const fetched = this.#known(query) ?? {
      query: query.slice(),
      similarities: new Map(),
      nearest: [],
      count: 0,
      wanted: NEAREST_FIRST,
      isFull: true,
      lacking: new Set(),
    };
    this.#fetched = [...this.#fetched.filter((one) => one !== fetched), fetched].slice(-FETCHED_MAX);
    return fetched;
  }

  /** True if there is anything new. */
  async #fetch(fetched: Fetched, signal: AbortSignal | undefined): Promise<boolean> {
    const brought = await Promise.all([this.#fetchNearest(fetched, signal), this.#fetchLacking(fetched, signal)]);
    return brought.includes(true);
  }

  async #fetchNearest(fetched: Fetched, signal: AbortSignal | undefined): Promise<boolean> {
    const { query, count, wanted } = fetched;
    if (wanted <= count || this.#published.size === 0) {
      return false;
    }
    const [{ matches, isFull }, sample] = await Promise.all([
      this.#source.nearest(query, wanted, signal),
      this.#source.sample(signal),
    ]);
    if (sample !== this.#publishedSample) {
      this.#publishedSample = sample;
      this.#sample = null;
    }
    Object.assign(fetched, { nearest: matches, count: wanted, isFull });
    for (const { chunk, similarity } of matches) {
      fetched.similarities.set(chunk, similarity);
    }
    return true;
  }

  async #fetchLacking({ query, similarities, lacking }: Fetched, signal: AbortSignal | undefined): Promise<boolean> {
    const wanted = [...lacking].filter((chunk) => this.#published.has(chunk) && !similarities.has(chunk));
    lacking.clear();
    if (wanted.length === 0) {
      return false;
    }
    const found = await this.#source.similarities(query, wanted, signal);
    for (const [chunk, similarity] of found) {
      similarities.set(chunk, similarity);
    }
    const lost = wanted.filter((chunk) => !found.has(chunk));
    if (lost.length > 0) {
      this.#source.lost(lost);
    }
    return true;
  }

  async #noting<Result>(
    instead: Result,
    signal: AbortSignal | undefined,
    fetch: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#failure !== null && performance.now() - this.#failure.atMs < RETRY_MS) {
      return instead;
    }
    try {
      let result = instead;
      const fetched = fetch().then((value) => {
        result = value;
      });
      if (!(await within(fetched, FETCH_MS, signal))) {
        throw new Error(`the team's index did not answer within ${FETCH_MS / 1_000} s`);
      }
      this.#failure = null;
      return result;
    } catch (error) {
      throwIfCancelled(signal);
      this.#failure = { error: error instanceof Error ? error : new Error(String(error)), atMs: performance.now() };
      log("warn", "team-index.unavailable", { reason: messageOf(error) });
      return instead;
    }
  }
}
