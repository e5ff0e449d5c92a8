// Translates between a team's index, which has content keys and paths, and the chunks of this project. Answers about chunks that this
// project does not have are left out: local files always win.
import type { Embedding } from "../../embedding/embedder.ts";
import type { Publication, TeamIndex, TeamMatch } from "../../embedding/team-index.ts";
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { VectorMatch } from "../vectors/vector-index.ts";
import type { KeyedChunk, StoredVectors } from "./stored-vectors.ts";
import type { TeamSource } from "./team-vectors.ts";

export interface TeamSourceInput {
  readonly team: TeamIndex;
  readonly handles: Pick<IndexHandles, "table">;
  readonly stored: StoredVectors;
  readonly dimensions: number;
  readonly lost: (chunks: readonly ChunkId[]) => void;
}

/** Vectors of the sample of the last publication that was read. */
interface PublishedVectors {
  readonly publishedAt: string;
  readonly vectors: ReadonlyMap<EmbeddingKey, Embedding>;
}

/** The same by this project's chunks, kept for a generation because every question needs it. */
interface PlacedVectors {
  readonly of: PublishedVectors | null;
  readonly generation: number;
  readonly byChunk: ReadonlyMap<ChunkId, Embedding>;
}

/** How long the last publication that was read is used before it is read again, in milliseconds. */
const PUBLICATION_MS = 60_000;

export function openTeamSource({ team, handles, stored, dimensions, lost }: TeamSourceInput): TeamSource {
  let sample: PublishedVectors | null = null;
  let placed: PlacedVectors | null = null;
  let known: { readonly publication: Publication | null; readonly atMs: number } | null = null;

  const publicationNow = async (signal: AbortSignal | undefined) => {
    if (known === null || performance.now() - known.atMs > PUBLICATION_MS) {
      known = { publication: await team.publication(signal), atMs: performance.now() };
    }
    return known.publication;
  };

  const chunksOf = (places: readonly Pick<TeamMatch, "key" | "path">[]) => chunksAt({ handles, stored }, places);

  const byChunk = async <Value>(
    chunks: readonly ChunkId[],
    ask: (keys: readonly EmbeddingKey[]) => Promise<ReadonlyMap<EmbeddingKey, Value>>,
  ): Promise<Map<ChunkId, Value>> => {
    const keyed = stored.keyedOnes(chunks);
    const answers = await ask(keyed.map(({ key }) => key));
    return new Map(
      keyed.flatMap(({ id, key }) => {
        const answer = answers.get(key);
        return answer === undefined ? [] : [[id, answer] as const];
      }),
    );
  };

  return {
    dimensions,
    nearest: async (query, count, signal) => {
      const found = await team.nearest(query, count, signal);
      const chunks = chunksOf(found);
      const matches: VectorMatch[] = found.flatMap(({ similarity }, at) =>
        (chunks[at] ?? []).map((chunk) => ({ chunk, similarity })),
      );
      return { matches, isFull: found.length >= count };
    },
    similarities: (query, chunks, signal) => byChunk(chunks, (keys) => team.similarities(query, keys, signal)),
    vectors: (chunks, signal) => byChunk(chunks, (keys) => team.vectors(keys, signal)),
    sample: async (signal) => {
      const publication = await publicationNow(signal);
      const places = publication?.sample ?? [];
      if (publication !== null && publication.publishedAt !== sample?.publishedAt) {
        const keys = places.map(({ key }) => key);
        sample = { publishedAt: publication.publishedAt, vectors: await team.vectors(keys, signal) };
      }
      const { generation } = handles.table.view;
      if (placed?.of !== sample || placed?.generation !== generation) {
        const byChunk = placeSample(places, chunksOf(places), sample?.vectors ?? new Map());
        placed = { of: sample, generation, byChunk };
      }
      return placed.byChunk;
    },
    lost,
  };
}

/** The vectors of the published places that this project has, each by one chunk at that place. */
function placeSample(
  places: readonly { readonly key: EmbeddingKey }[],
  chunks: readonly (readonly ChunkId[])[],
  vectors: ReadonlyMap<EmbeddingKey, Embedding>,
): Map<ChunkId, Embedding> {
  const byChunk = new Map<ChunkId, Embedding>();
  for (const [at, { key }] of places.entries()) {
    const vector = vectors.get(key);
    const [chunk] = chunks[at] ?? [];
    if (vector !== undefined && chunk !== undefined) {
      byChunk.set(chunk, vector);
    }
  }
  return byChunk;
}

/** For each place, this project's chunks with that path and key; none if the file differs or does not exist. */
function chunksAt(
  { handles, stored }: Pick<TeamSourceInput, "handles" | "stored">,
  places: readonly Pick<TeamMatch, "key" | "path">[],
): ChunkId[][] {
  const { idsByPath, documents } = handles.table.view;
  const ofPath = new Map<string, readonly KeyedChunk[]>();
  const keyedOf = (path: string): readonly KeyedChunk[] => {
    const id = idsByPath.get(path);
    const document = id === undefined ? undefined : documents[id];
    return document === undefined ? [] : stored.keyed({ first: document.firstChunk, count: document.chunkCount });
  };
  return places.map(({ path, key }) => {
    const keyed = ofPath.get(path) ?? keyedOf(path);
    ofPath.set(path, keyed);
    return keyed.filter((one) => one.key === key).map(({ id }) => id);
  });
}
