// A team's index of one project, in Weaviate.
import type { TeamPublisher } from "../embedding/team-index.ts";
import type { Endpoint } from "./endpoint.ts";
import { Nodes } from "./nodes.ts";
import { weaviateConnector } from "./weaviate-client.ts";
import { tenantCalls, weaviateReads } from "./weaviate-reads.ts";
import { collectionNames, type PublishedForm } from "./weaviate-schema.ts";
import { weaviateWrites } from "./weaviate-writes.ts";

export interface WeaviateOptions extends PublishedForm {
  readonly endpoints: readonly Endpoint[];
  /** Reads the API key; null for a server that asks for none. Throws TEAM_INDEX_UNAVAILABLE. */
  readonly readKey: () => string | null;
  readonly tenant: string;
}

/** In seconds. */
const TIMES = { query: 5, write: 60 };

export function openWeaviate(options: WeaviateOptions): TeamPublisher {
  const { endpoints, readKey, tenant } = options;
  const nodes = new Nodes(endpoints, weaviateConnector(readKey, TIMES));
  const names = collectionNames(options);
  return {
    name: `weaviate at ${nodes.name}, tenant ${tenant}`,
    ...weaviateReads(tenantCalls(nodes, names, tenant), options.dimensions),
    ...weaviateWrites(nodes, names, tenant),
    close: () => nodes.close(),
  };
}
