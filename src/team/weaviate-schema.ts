// The schema in Weaviate. Each model has a collection of chunks, since vectors of different models must not be mixed, and a collection of
// publications. Each project is a tenant in both; its one publication says what was published last.
import weaviate, { type WeaviateClient } from "weaviate-client";
import { sha256Of } from "../system/sha256.ts";
import type { ModelId } from "../vocabulary/chunk.ts";

/** Raise it when anything changes that decides which vector a key has, or what the properties mean. */
const SCHEMA_VERSION = 1;

export interface CollectionNames {
  readonly chunks: string;
  readonly publications: string;
}

export interface PublishedForm {
  readonly model: ModelId;
  readonly dimensions: number;
  /** EMBEDDING_TEXT_VERSION. */
  readonly textVersion: number;
}

export function collectionNames({ model, dimensions, textVersion }: PublishedForm): CollectionNames {
  const form = JSON.stringify([SCHEMA_VERSION, model, dimensions, textVersion]);
  const digest = sha256Of(form, 12);
  return { chunks: `ContextBroker_${digest}`, publications: `ContextBrokerPublications_${digest}` };
}

/** With this many nodes or more, everything is stored three times. */
const REPLICATED_FROM = 3;

const { configure } = weaviate;

/** Makes both collections and the tenant, those that are not there yet. */
export async function prepareTenant(client: WeaviateClient, names: CollectionNames, tenant: string): Promise<void> {
  const nodes = await client.cluster.nodes();
  const replication = configure.replication(
    nodes.length >= REPLICATED_FROM
      ? { factor: 3, asyncEnabled: true, deletionStrategy: "TimeBasedResolution" }
      : { factor: 1 },
  );
  const multiTenancy = configure.multiTenancy({ enabled: true });
  await ensure(client, names.chunks, () =>
    client.collections.create({
      name: names.chunks,
      description: "Vectors of Context Broker's chunks. The id is the content key of the text that was embedded.",
      vectorizers: configure.vectors.selfProvided({
        // As many neighbours as the ranking asks for are found with a recall of .99 or nearly so (docs/records/scale.md).
        vectorIndexConfig: configure.vectorIndex.hnsw({
          distanceMetric: "cosine",
          efConstruction: 128,
          maxConnections: 32,
          ef: 1_024,
          quantizer: configure.vectorIndex.quantizer.none(),
        }),
      }),
      multiTenancy,
      replication,
      properties: [
        { name: "path", dataType: "text", tokenization: "field", indexFilterable: false, indexSearchable: false },
        { name: "words", dataType: "text", tokenization: "whitespace", indexFilterable: false, indexSearchable: true },
      ],
    }),
  );
  await ensure(client, names.publications, () =>
    client.collections.create({
      name: names.publications,
      description: "What was published last for each project, as JSON.",
      vectorizers: configure.vectors.selfProvided(),
      multiTenancy,
      replication,
      properties: [{ name: "json", dataType: "text", indexFilterable: false, indexSearchable: false }],
    }),
  );
  for (const name of [names.chunks, names.publications]) {
    const { tenants } = client.collections.use(name);
    if ((await tenants.getByName(tenant)) === null) {
      await tenants.create([{ name: tenant }]);
    }
  }
}

/** Two processes may find the collection missing and create it at once; the second one's error is ignored. */
async function ensure(client: WeaviateClient, name: string, create: () => Promise<unknown>): Promise<void> {
  if (await client.collections.exists(name)) {
    return;
  }
  try {
    await create();
  } catch (error) {
    if (!(await client.collections.exists(name))) {
      throw error;
    }
  }
}
