// The folders a client offers (MCP roots), where it offers any. Nothing depends on them: a client without roots, one
// that does not answer, and one that answers nonsense all offer none.
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { log } from "../system/log.ts";

/** Clients have been seen not to answer at all. */
const ANSWER_MS_MAX = 2_000;

/** Answers the roots' absolute paths; asked once, and again after the client said that they changed. */
export function followRoots(server: Server): () => Promise<readonly string[]> {
  let known: Promise<readonly string[]> | undefined;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    known = undefined;
  });
  return () => {
    if (server.getClientCapabilities()?.roots === undefined) {
      return Promise.resolve([]);
    }
    if (known === undefined) {
      const asked = askRoots(server).catch((error: unknown) => {
        log("warn", "the client did not answer roots/list", { error: String(error) });
        if (known === asked) {
          known = undefined;
        }
        return [];
      });
      known = asked;
    }
    return known;
  };
}

async function askRoots(server: Server): Promise<readonly string[]> {
  const { roots } = await server.listRoots(undefined, { timeout: ANSWER_MS_MAX });
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      log("warn", "a root of the client is no local folder", { uri });
      return [];
    }
  });
}
