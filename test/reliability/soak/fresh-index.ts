// The measure of every other answer: a server that indexes the project from nothing, in a home of its own. Its vectors
// stay from time to time, since they tell of texts alone, and none of them comes from the servers that are judged.
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Playground } from "../../support/mcp-server.ts";
import { isWhole } from "./judge-answer.ts";
import { type SoakClient, type SoakClientOptions, startSoakClient } from "./soak-client.ts";

/** Waits for all words and all vectors. */
const TO_THE_END = {
  CONTEXT_BROKER_SEARCH_WAIT_MS: "280000",
  CONTEXT_BROKER_EMBED_UP_TO: "100000",
  CONTEXT_BROKER_QUERY_CACHE: "off",
};

function freshHome(playground: Playground): string {
  return join(playground.folder, "fresh");
}

/** Starts a server on an empty index and answers once that is whole. */
export async function startFreshIndex(options: SoakClientOptions): Promise<SoakClient> {
  const home = freshHome(options.playground);
  const cache = join(home, "cache");
  rmSync(join(cache, "projects"), { recursive: true, force: true });
  const client = await startSoakClient({
    ...options,
    name: "fresh",
    env: {
      ...TO_THE_END,
      HOME: home,
      CONTEXT_BROKER_DAEMON: "off",
      CONTEXT_BROKER_CACHE_FOLDER: cache,
      CONTEXT_BROKER_DATA_FOLDER: join(home, "data"),
    },
  });
  for (;;) {
    const answer = await client.ask({ query: "anything", top_k: 1 });
    if (answer === null || isWhole(answer)) {
      return client;
    }
  }
}
