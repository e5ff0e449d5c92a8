// What publishes a project in a team's index in Weaviate. A write returns when a majority of the replicas has it.
import type { WeaviateClient } from "weaviate-client";
import type { TeamPublisher } from "../embedding/team-index.ts";
import type { Nodes } from "./nodes.ts";
import { uuidOf } from "./uuid.ts";
import type { Tenant } from "./weaviate-client.ts";
import { objectOf, PUBLICATION_ID, textOf } from "./weaviate-objects.ts";
import { KEYS_MAX } from "./weaviate-reads.ts";
import { type CollectionNames, prepareTenant } from "./weaviate-schema.ts";

/** Objects of one write: 1 MB. */
const PUT_MAX = 500;

const quorum = (client: WeaviateClient, collection: string, tenant: string): Tenant =>
  client.collections.use(collection).withTenant(tenant).withConsistency("QUORUM") as Tenant;

type Writes = Pick<TeamPublisher, "prepare" | "put" | "remove" | "publish">;

export const weaviateWrites = (nodes: Nodes<WeaviateClient>, names: CollectionNames, tenant: string): Writes => ({
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
});
