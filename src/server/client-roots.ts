// The folders a client offers (MCP roots), where it offers any. Nothing depends on them: a client without roots, one
// that does not answer, and one that answers nonsense all offer none.
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { log } from "../system/log.ts";

/** A call waits so long, in milliseconds, for the answer that it was the first to ask for. */
const WAIT_MS_MAX = 2_000;
/** Clients have been seen not to answer at all; an answer that comes this late is still taken. */
const ANSWER_MS_MAX = 60_000;

interface Asked {
  readonly roots: Promise<readonly string[]>;
  /** Resolves when the calls that came meanwhile have waited enough. */
  readonly enough: Promise<void>;
}

/**
 * Answers the roots' absolute paths; asked once, and again after the client said that they changed, or after it answered
 * with an error. Where it does not answer at all, only the first calls wait, and none of those behind them.
 */
export function followRoots(server: Server, waitMs: number = WAIT_MS_MAX): () => Promise<readonly string[]> {
  let asked: Asked | undefined;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    asked = undefined;
  });

  function ask(): Asked {
    const asking: Asked = {
      roots: askRoots(server).catch((error: unknown) => {
        log("warn", "the client did not answer roots/list", { error: String(error) });
        if (asked === asking) {
          asked = undefined;
        }
        return [];
      }),
      enough: delay(waitMs, undefined, { ref: false }),
    };
    return asking;
  }

  return async () => {
    if (server.getClientCapabilities()?.roots === undefined) {
      return [];
    }
    asked ??= ask();
    return Promise.race([asked.roots, asked.enough.then(() => [])]);
  };
}

async function askRoots(server: Server): Promise<readonly string[]> {
  const { roots } = await server.listRoots(undefined, { timeout: ANSWER_MS_MAX });
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      log("warn", "a root of the client is not a local folder", { uri });
      return [];
    }
  });
}
