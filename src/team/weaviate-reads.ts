// The questions to a project's part of a team's index in Weaviate.
import type { WeaviateClient } from "weaviate-client";
import { NEAREST_MAX, type TeamPublisher } from "../embedding/team-index.ts";
import type { EmbeddingKey } from "../embedding/vector-store.ts";
import type { Nodes } from "./nodes.ts";
import { keyOf, uuidOf } from "./uuid.ts";
import { isNotThere, type Tenant } from "./weaviate-client.ts";
import {
  type Found,
  matchOf,
  PUBLICATION_ID,
  pathOf,
  publicationOf,
  similarityOf,
  vectorOf,
  withKeys,
} from "./weaviate-objects.ts";
import type { CollectionNames } from "./weaviate-schema.ts";

/** Keys of one request: 40 kB. */
export const KEYS_MAX = 1_000;
/** Weight of meaning against words in Weaviate's hybrid search. */
const HYBRID_ALPHA = 0.5;

/** Calls on the project's part of a collection; `empty` where nothing is published. */
export const tenantCalls =
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

type TenantCalls = ReturnType<typeof tenantCalls>;

/** Asks about keys in parts of a thousand. */
const inThousands =
  (inTenant: TenantCalls) =>
  async <Value>(
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

type Reads = Pick<
  TeamPublisher,
  "contains" | "nearest" | "likelyPaths" | "similarities" | "vectors" | "publication" | "keys"
>;

/** `dimensions`: those of the model. */
export function weaviateReads(inTenant: TenantCalls, dimensions: number): Reads {
  const eachThousand = inThousands(inTenant);
  return {
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
        return withKeys(objects, (object) => vectorOf(object, dimensions));
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
  };
}
