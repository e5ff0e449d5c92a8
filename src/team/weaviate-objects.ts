// Chunks and the publication as objects of Weaviate: as they are written, and as they are read. What a server answers is checked before it
// is used, since it may be broken or hostile.
import { z } from "zod";
import type { Embedding } from "../embedding/embedder.ts";
import type { Publication, PublishedChunk, TeamMatch } from "../embedding/team-index.ts";
import type { EmbeddingKey } from "../embedding/vector-store.ts";
import { Failure } from "../vocabulary/failure.ts";
import { keyOf, uuidOf } from "./uuid.ts";

export const PUBLICATION_ID = uuidOf("636f6e746578742d62726f6b65722d31");
/** By how much the squared length of a vector may differ from 1. */
const UNIT_ERROR = 2e-3;
/** In characters; enough for a sample of 1,024 long paths. */
const PUBLICATION_MAX = 4_000_000;

const PUBLICATION = z.object({
  commit: z.string().max(64).nullable(),
  publishedAt: z.string().max(40),
  chunks: z.int().min(0),
  sample: z.array(z.tuple([z.string().regex(/^[0-9a-f]{32}$/), z.string().max(4_096)])).max(4_096),
});

export interface Found {
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: { readonly distance?: number | undefined } | undefined;
  readonly vectors: Readonly<Record<string, unknown>>;
}

/** Objects whose id is a key, with what `read` makes of them; null leaves one out. */
export const withKeys = <Value>(
  objects: readonly Found[],
  read: (object: Found) => Value | null,
): (readonly [EmbeddingKey, Value])[] =>
  objects.flatMap((object) => {
    const key = keyOf(object.uuid);
    const value = read(object);
    return key === null || value === null ? [] : [[key, value] as const];
  });

/** Null for what is no cosine. */
export function similarityOf({ metadata }: Found): number | null {
  const similarity = 1 - (metadata?.distance ?? Number.NaN);
  return similarity >= -1.001 && similarity <= 1.001 ? Math.min(1, Math.max(-1, similarity)) : null;
}

export function pathOf({ properties }: Found): string | null {
  const path = properties["path"];
  return typeof path === "string" && path.length <= 4_096 ? path : null;
}

export function matchOf(object: Found): TeamMatch[] {
  const key = keyOf(object.uuid);
  const path = pathOf(object);
  const similarity = similarityOf(object);
  return key === null || path === null || similarity === null ? [] : [{ key, path, similarity }];
}

/** Null unless it has the model's dimensions and unit length. */
export function vectorOf({ vectors }: Found, dimensions: number): Embedding | null {
  const values = Object.values(vectors)[0];
  if (!Array.isArray(values) || values.length !== dimensions) {
    return null;
  }
  const vector = Float32Array.from(values as number[]);
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  return Math.abs(square - 1) < UNIT_ERROR ? vector : null;
}

export const objectOf = ({ key, path, words, vector }: PublishedChunk) => ({
  id: uuidOf(key),
  properties: { path, words: words.join(" ") },
  vectors: [...vector],
});

export const textOf = ({ sample, ...rest }: Publication): string =>
  JSON.stringify({ ...rest, sample: sample.map(({ key, path }) => [key, path]) });

export function publicationOf(json: string): Publication {
  try {
    if (json.length > PUBLICATION_MAX) {
      throw new Error(`it has ${json.length} characters`);
    }
    const { sample, ...rest } = PUBLICATION.parse(JSON.parse(json));
    return { ...rest, sample: sample.map(([key, path]) => ({ key, path })) };
  } catch (cause) {
    throw new Failure("TEAM_INDEX_UNAVAILABLE", "what the team's index says of its last publication cannot be read", {
      hint: "publish again: context-broker index publish",
      cause,
    });
  }
}
