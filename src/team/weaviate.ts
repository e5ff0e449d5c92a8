// A team's index of one project, in Weaviate. Answers of the server are checked before they are used, since it may be broken or hostile.
import type { WeaviateClient } from "weaviate-client";
import { z } from "zod";
import type { Embedding } from "../embedding/embedder.ts";
import {
  NEAREST_MAX,
  type Publication,
  type PublishedChunk,
  type TeamMatch,
  type TeamPublisher,
} from "../embedding/team-index.ts";
import type { EmbeddingKey } from "../embedding/vector-store.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { Endpoint } from "./endpoint.ts";
import { Nodes } from "./nodes.ts";
import { keyOf, uuidOf } from "./uuid.ts";
import { isNotThere, type Tenant, weaviateConnector } from "./weaviate-client.ts";
import { type CollectionNames, collectionNames, type PublishedForm, prepareTenant } from "./weaviate-schema.ts";

export interface WeaviateOptions extends PublishedForm {
  readonly endpoints: readonly Endpoint[];
  /** Reads the API key; null for a server that asks for none. Throws TEAM_INDEX_UNAVAILABLE. */
  readonly readKey: () => string | null;
  readonly tenant: string;
}

/** Keys of one request: 40 kB. */
const KEYS_MAX = 1_000;
/** Objects of one write: 1 MB. */
const PUT_MAX = 500;
const TIMES = { query: 5, write: 60 };
/** By how much the squared length of a vector may differ from 1. */
const UNIT_ERROR = 2e-3;
const PUBLICATION_ID = uuidOf("636f6e746578742d62726f6b65722d31");
/** In characters; enough for a sample of 1,024 long paths. */
const PUBLICATION_MAX = 4_000_000;
/** Weight of meaning against words in Weaviate's hybrid search. */
const HYBRID_ALPHA = 0.5;

const PUBLICATION = z.object({
  commit: z.string().max(64).nullable(),
  publishedAt: z.string().max(40),
  chunks: z.int().min(0),
  sample: z.array(z.tuple([z.string().regex(/^[0-9a-f]{32}$/), z.string().max(4_096)])).max(4_096),
});

export function openWeaviate(options: WeaviateOptions): TeamPublisher {
  const { endpoints, readKey, tenant } = options;
  const nodes = new Nodes(endpoints, weaviateConnector(readKey, TIMES));
  const names = collectionNames(options);
  const inTenant = tenantCalls(nodes, names, tenant);

  const eachThousand = async <Value>(
    keys: readonly EmbeddingKey[],
    signal: AbortSignal | undefined,
    ask: (chunks: Tenant, ids: string[]) => Promise<Iterable<readonly [EmbeddingKey, Value]>>,
  ): Promise<Map<EmbeddingKey, Value>> => {
    const found = new Map<EmbeddingKey, Value>();
    const unique = [...new Set(keys)];
    for (let from = 0; from < unique.length; from += KEYS_MAX) {
      const some = unique.slice(from, from + KEYS_MAX);
      for (const [one, value] of await inTenant("chunks", [], (chunks) => ask(chunks, some.map(uuidOf)), signal)) {
        found.set(one, value);
      }
    }
    return found;
  };

  return {
    name: `weaviate at ${nodes.name}, tenant ${tenant}`,

    contains: async (keys, signal) => {
      const there = await eachThousand(keys, signal, async (chunks, ids) => {
        const filters = chunks.filter.byId().containsAny(ids);
        const { objects } = await chunks.query.fetchObjects({ limit: ids.length, filters, returnProperties: [] });
        return withKeys(objects, () => true);
      });
      return new Set(there.keys());
    },

    nearest: (query, count, signal) =>
      inTenant(
        "chunks",
        [],
        async (chunks) => {
          const { objects } = await chunks.query.nearVector([...query], {
            limit: Math.min(count, NEAREST_MAX),
            returnProperties: ["path"],
            returnMetadata: ["distance"],
          });
          return objects.flatMap((object) => matchOf(object));
        },
        signal,
      ),

    likelyPaths: (words, query, count, signal) =>
      inTenant(
        "chunks",
        [],
        async (chunks) => {
          const text = words.join(" ");
          const options = { limit: count, queryProperties: ["words"], returnProperties: ["path"] };
          const { objects } =
            query === null
              ? await chunks.query.bm25(text, options)
              : await chunks.query.hybrid(text, { ...options, vector: [...query], alpha: HYBRID_ALPHA });
          return [...new Set(objects.flatMap((object) => pathOf(object) ?? []))];
        },
        signal,
      ),

    similarities: (query, keys, signal) =>
      eachThousand(keys, signal, async (chunks, ids) => {
        const { objects } = await chunks.query.nearVector([...query], {
          limit: ids.length,
          filters: chunks.filter.byId().containsAny(ids),
          returnProperties: [],
          returnMetadata: ["distance"],
        });
        return withKeys(objects, similarityOf);
      }),

    vectors: (keys, signal) =>
      eachThousand(keys, signal, async (chunks, ids) => {
        const filters = chunks.filter.byId().containsAny(ids);
        const { objects } = await chunks.query.fetchObjects({
          limit: ids.length,
          filters,
          returnProperties: [],
          includeVector: true,
        });
        return withKeys(objects, (object) => vectorOf(object, options.dimensions));
      }),

    publication: (signal) =>
      inTenant(
        "publications",
        null,
        async (publications) => {
          const object = await publications.query.fetchObjectById(PUBLICATION_ID);
          return object === null ? null : publicationOf(String(object.properties["json"]));
        },
        signal,
      ),

    prepare: (signal) => nodes.call((client) => prepareTenant(client, names, tenant), signal),

    put: async (chunks, signal) => {
      for (let from = 0; from < chunks.length; from += PUT_MAX) {
        const some = chunks.slice(from, from + PUT_MAX).map(objectOf);
        await nodes.call(async (client) => {
          const { hasErrors, errors } = await quorum(client, names.chunks, tenant).data.insertMany(some);
          if (hasErrors) {
            const [first] = Object.values(errors);
            throw new Error(`${Object.keys(errors).length} of ${some.length} not written: ${first?.message}`);
          }
        }, signal);
      }
    },

    async *keys(signal) {
      for (let last: string | undefined; ; ) {
        const page = { limit: KEYS_MAX, returnProperties: [], ...(last === undefined ? {} : { after: last }) };
        const nothing: readonly Found[] = [];
        const objects = await inTenant<readonly Found[]>(
          "chunks",
          nothing,
          async (chunks) => (await chunks.query.fetchObjects(page)).objects,
          signal,
        );
        yield* objects.flatMap(({ uuid }) => keyOf(uuid) ?? []);
        last = objects.at(-1)?.uuid;
        if (last === undefined) {
          return;
        }
      }
    },

    remove: async (keys, signal) => {
      for (let from = 0; from < keys.length; from += KEYS_MAX) {
        const ids = keys.slice(from, from + KEYS_MAX).map(uuidOf);
        await nodes.call(async (client) => {
          const chunks = quorum(client, names.chunks, tenant);
          const { failed } = await chunks.data.deleteMany(chunks.filter.byId().containsAny(ids));
          if (failed > 0) {
            throw new Error(`${failed} of ${ids.length} not removed`);
          }
        }, signal);
      }
    },

    publish: (publication, signal) =>
      nodes.call(async (client) => {
        const publications = quorum(client, names.publications, tenant);
        const object = { id: PUBLICATION_ID, properties: { json: textOf(publication) } };
        const { hasErrors, errors } = await publications.data.insertMany([object]);
        if (hasErrors) {
          throw new Error(Object.values(errors)[0]?.message ?? "the publication was not written");
        }
      }, signal),

    close: () => nodes.close(),
  };
}

const quorum = (client: WeaviateClient, collection: string, tenant: string): Tenant =>
  client.collections.use(collection).withTenant(tenant).withConsistency("QUORUM") as Tenant;

/** Calls on the project's part of a collection; `empty` where nothing is published. */
const tenantCalls =
  (nodes: Nodes<WeaviateClient>, names: CollectionNames, tenant: string) =>
  async <Result>(
    collection: keyof CollectionNames,
    empty: Result,
    work: (chunks: Tenant) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> =>
    nodes.call(async (client) => {
      try {
        return await work(client.collections.use(names[collection]).withTenant(tenant) as Tenant);
      } catch (error) {
        if (isNotThere(error)) {
          return empty;
        }
        throw error;
      }
    }, signal);

interface Found {
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: { readonly distance?: number | undefined } | undefined;
  readonly vectors: Readonly<Record<string, unknown>>;
}

/** Objects whose id is a key, with what `read` makes of them; null leaves one out. */
function withKeys<Value>(
  objects: readonly Found[],
  read: (object: Found) => Value | null,
): (readonly [EmbeddingKey, Value])[] {
  return objects.flatMap((object) => {
    const key = keyOf(object.uuid);
    const value = read(object);
    return key === null || value === null ? [] : [[key, value] as const];
  });
}

/** Null for what is no cosine. */
function similarityOf({ metadata }: Found): number | null {
  const similarity = 1 - (metadata?.distance ?? Number.NaN);
  return similarity >= -1.001 && similarity <= 1.001 ? Math.min(1, Math.max(-1, similarity)) : null;
}

function pathOf({ properties }: Found): string | null {
  const path = properties["path"];
  return typeof path === "string" && path.length <= 4_096 ? path : null;
}

function matchOf(object: Found): TeamMatch[] {
  const key = keyOf(object.uuid);
  const path = pathOf(object);
  const similarity = similarityOf(object);
  return key === null || path === null || similarity === null ? [] : [{ key, path, similarity }];
}

/** Null unless it has the model's dimensions and unit length. */
function vectorOf({ vectors }: Found, dimensions: number): Embedding | null {
  const values = Object.values(vectors)[0];
  if (!Array.isArray(values) || values.length !== dimensions) {
    return null;
  }
  const vector = Float32Array.from(values as number[]);
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  return Math.abs(square - 1) < UNIT_ERROR ? vector : null;
}

const objectOf = ({ key, path, words, vector }: PublishedChunk) => ({
  id: uuidOf(key),
  properties: { path, words: words.join(" ") },
  vectors: [...vector],
});

const textOf = ({ sample, ...rest }: Publication): string =>
  JSON.stringify({ ...rest, sample: sample.map(({ key, path }) => [key, path]) });

function publicationOf(json: string): Publication {
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
