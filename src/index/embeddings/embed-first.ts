// Makes the vectors of the chunks that an answer is waiting for, ahead of all others and within a time; they go into the
// machine's store as all do. Takes no lease: at worst two processes make the same few vectors.
import type { Embedder, Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey, VectorStore } from "../../embedding/vector-store.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { isReplaced } from "../database/replacement.ts";
import type { EmbedFirstOptions } from "../project-index.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import { arrivals, byDocument, type TextSource, type TextToEmbed, textsToEmbed } from "./texts-to-embed.ts";

export interface EmbedFirstInput extends TextSource {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly vectors: ChunkVectors;
  /** Texts that failed by themselves are not tried again. */
  readonly failed: ReadonlyMap<ChunkId, unknown>;
}

/** Returns how many vectors were made. Throws if the model or the store fails, and CANCELLED. */
export async function embedFirst(input: EmbedFirstInput, options: EmbedFirstOptions): Promise<number> {
  const { embedder, vectors, failed } = input;
  const deadline = performance.now() + options.waitMs;
  await vectors.readFirst(options.chunks, options.signal);
  const lacking = options.chunks.filter((chunk) => vectors.pending.has(chunk) && !failed.has(chunk));
  let made = 0;
  for (let at = 0; at < lacking.length; at += embedder.parallelism) {
    const wanted = await wantedInOrder(input, lacking.slice(at, at + embedder.parallelism));
    const left = deadline - performance.now();
    if (left <= 0) {
      break;
    }
    const texts = wanted.map(({ text }) => text);
    made += keepVectors(input, wanted, await embedder.embedWithin(texts, left, options.signal));
  }
  return made;
}

/** The chunks' texts in their order, each text once. */
async function wantedInOrder(input: EmbedFirstInput, chunks: readonly ChunkId[]): Promise<TextToEmbed[]> {
  const byChunk = new Map<ChunkId, TextToEmbed>();
  for (const group of byDocument(input.handles.table.view, chunks)) {
    for (const wanted of await textsToEmbed(input, group)) {
      for (const chunk of wanted.chunks) {
        byChunk.set(chunk, wanted);
      }
    }
  }
  const ordered = chunks.flatMap((chunk) => byChunk.get(chunk) ?? []);
  return [...new Set(ordered)];
}

/** Stores the vectors that were made of the texts, in their order, and shows them to searches; returns how many. */
export function keepVectors(
  { handles, store, vectors }: EmbedFirstInput,
  wanted: readonly TextToEmbed[],
  embedded: readonly (Embedding | null)[],
): number {
  const entries = new Map<EmbeddingKey, Embedding>();
  wanted.forEach(({ key }, at) => {
    const vector = embedded[at] ?? null;
    if (vector !== null) {
      entries.set(key, vector);
    }
  });
  // For an index that was cleared meanwhile, nothing is stored.
  if (!isReplaced(handles.database)) {
    store.write(entries);
  }
  vectors.arrived(arrivals(wanted, entries));
  return entries.size;
}
