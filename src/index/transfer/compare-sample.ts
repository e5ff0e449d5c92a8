// Checks whether the vectors of a file are those that this machine's model makes: a random sample is made again and compared. A checksum
// finds damage; only this finds a forged file, or one of another model.
import { randomInt } from "node:crypto";
import type { Embedding } from "../../embedding/embedder.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { textsToEmbed } from "../embeddings/texts-to-embed.ts";
import type { VectorAccess } from "../embeddings/vector-access.ts";
import { dot } from "../vectors/nearest.ts";
import type { ChunkKeys } from "./chunk-keys.ts";

/** A file of which a tenth is forged is found with 92 %: 1 - 0.9^24. docs/inside/team-index.md has the others. */
const SAMPLE_SIZE = 24;
/**
 * On one machine the same text gives 1. Other processors round otherwise, which the model's int8 steps enlarge: .991 at least in 280
 * comparisons of AVX-512 with AVX2 and SSE4, and .982 with the model in float32. Vectors of different texts are far below.
 */
const COSINE_MIN = 0.98;
/** Chunks tried for the sample at most: one whose file has just changed has no text to embed. */
const TRIES_MAX = 10 * SAMPLE_SIZE;

export interface SampledVectors {
  readonly count: number;
  /** Place of the key in the project's keys. */
  keyPlace(at: number): number;
  vectorAt(at: number): Promise<Embedding>;
}

/** Returns how many were compared. Throws DOCUMENT_INVALID if one differs, and INDEX_UNAVAILABLE if too few could be compared. */
export async function compareSample(
  access: VectorAccess,
  keys: ChunkKeys,
  vectors: SampledVectors,
  options: { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void },
): Promise<number> {
  const wanted = Math.min(SAMPLE_SIZE, vectors.count);
  const sample = await chooseSample(access, keys, vectors, wanted, options.signal);
  const made = await access.embedder.embed(
    sample.map(({ text }) => text),
    options.signal,
  );
  for (const [place, { at, path }] of sample.entries()) {
    const own = made[place];
    const similarity = own === undefined ? Number.NaN : dot(own, 0, await vectors.vectorAt(at));
    if (!(similarity >= COSINE_MIN)) {
      throw differs(path, similarity);
    }
    options.onProgress(place + 1, wanted);
  }
  return wanted;
}

interface Sampled {
  /** Place among the vectors. */
  readonly at: number;
  readonly text: string;
  readonly path: string;
}

async function chooseSample(
  access: VectorAccess,
  keys: ChunkKeys,
  vectors: SampledVectors,
  wanted: number,
  signal: AbortSignal,
): Promise<Sampled[]> {
  const sample: Sampled[] = [];
  let tries = 0;
  for (const at of randomOrder(vectors.count)) {
    if (sample.length === wanted || tries === TRIES_MAX) {
      break;
    }
    throwIfCancelled(signal);
    tries += 1;
    const [found] = await textsToEmbed(access, [keys.chunkAt(vectors.keyPlace(at))]);
    if (found !== undefined) {
      sample.push({ at, text: found.text, path: found.path });
    }
  }
  if (sample.length < wanted) {
    throw new Failure(
      "INDEX_UNAVAILABLE",
      `only ${sample.length} of ${wanted} vectors of the file can be compared with the project's files, which are changing`,
      { hint: "import again when nothing writes to the project" },
    );
  }
  return sample;
}

function differs(path: string, similarity: number): Failure {
  const shown = similarity.toFixed(3);
  return new Failure(
    "DOCUMENT_INVALID",
    `the file's vector of a chunk of ${path} is not the one that this machine's model makes (cosine ${shown}, at least ${COSINE_MIN} expected): the file was made by another model, or changed. Nothing was taken from it`,
    { hint: "get the file from somebody you trust, or run `context-broker index` to make all vectors here" },
  );
}

/** The numbers below `count`, each once, in an order that nobody can foresee. */
function* randomOrder(count: number): Iterable<number> {
  // Fisher–Yates; only the places that were exchanged are stored.
  const moved = new Map<number, number>();
  for (let left = count; left > 0; left--) {
    const at = randomInt(left);
    yield moved.get(at) ?? at;
    moved.set(at, moved.get(left - 1) ?? left - 1);
  }
}
