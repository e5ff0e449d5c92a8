// A connection to one Weaviate node, and what its errors mean.
import weaviate, { ApiKey, type Collection, type WeaviateClient } from "weaviate-client";
import { within } from "../system/wait.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Connector } from "./nodes.ts";

export interface WeaviateTimes {
  /** Longest time of a query, and of a write, in seconds. */
  readonly query: number;
  readonly write: number;
}

const READY_MS = 1_000;
const READY_PATH = "/v1/.well-known/ready";

const baseOf = ({ host, port, secure }: Endpoint): string => `${secure ? "https" : "http"}://${host}:${port}`;

/** `readKey` is called for each connection, so that a key that was changed is used without a restart; null: the server asks for none. */
export function weaviateConnector(readKey: () => string | null, times: WeaviateTimes): Connector<WeaviateClient> {
  let key: string | null = null;
  return {
    isReady: async (endpoint) => {
      const response = await fetch(`${baseOf(endpoint)}${READY_PATH}`, {
        signal: AbortSignal.timeout(READY_MS),
        redirect: "error",
      });
      await response.body?.cancel();
      return response.ok;
    },
    connect: async ({ host, port, grpcPort, secure }) => {
      key = readKey();
      const client = await weaviate.connectToCustom({
        httpHost: host,
        httpPort: port,
        httpSecure: secure,
        grpcHost: host,
        grpcPort,
        grpcSecure: secure,
        ...(key === null ? {} : { authCredentials: new ApiKey(key) }),
        timeout: { init: times.query, query: times.query, insert: times.write },
        // Its checks would print to the terminal; `isReady` has asked.
        skipInitChecks: true,
      });
      // Otherwise each collection asks for it in a promise that nobody awaits: a refusal would end the process. The client's own time
      // ends with the head of the answer.
      if (!(await within(client.getWeaviateVersion(), times.query * 1_000, undefined))) {
        await client.close();
        throw new Error(`no answer to the question for its version within ${times.query} s`);
      }
      return client;
    },
    close: (client) => client.close(),
    refusal: (error) => refusal(error, key),
    reason: (error) => reasonOf(error, key),
  };
}

/** Longest part of a server's error that is shown. */
const REASON_MAX = 300;

/** One line, not long, without the key: a server may send back what it was sent. */
function reasonOf(error: unknown, key: string | null): string {
  const line = messageOf(error)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    // The client's seconds, which it takes for milliseconds.
    .replace(/timed out after \d+ms/, "timed out");
  return (key === null ? line : line.replaceAll(key, "…")).slice(0, REASON_MAX);
}

const REFUSED = /unauthorized|unauthenticated|forbidden|permission.?denied|\b40[13]\b/i;

function refusal(error: unknown, key: string | null): Failure | null {
  if (error instanceof Failure) {
    return error;
  }
  const message = messageOf(error);
  return REFUSED.test(message)
    ? new Failure("TEAM_INDEX_UNAVAILABLE", `the team's index refuses access: ${reasonOf(error, key)}`, {
        hint: "check the key in index_key_file, and what the server allows it for this tenant",
        cause: error,
      })
    : null;
}

/** Whether the error says that nothing is published: there is no such collection, or no such tenant. */
export const isNotThere = (error: unknown): boolean =>
  /could not find class|class .* not found|collection .* not found|tenant not found/i.test(messageOf(error));

export type Tenant = Collection<undefined, string>;
