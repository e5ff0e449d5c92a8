// The folders that a client offers (MCP roots). Nothing depends on them: a client without roots, one that does not answer and
// one that sends invalid roots are treated alike.
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import { log } from "../system/log.ts";

/** How long the first calls wait for the client's answer, in milliseconds. */
const WAIT_MS_MAX = 2_000;
/** Some clients never answer; an answer is accepted for this long, in milliseconds. */
const ANSWER_MS_MAX = 60_000;

interface Asked {
  readonly roots: Promise<readonly string[]>;
  /** Resolves when the calls that arrived meanwhile have waited long enough. */
  readonly enough: Promise<void>;
}

/**
 * Returns the roots' absolute paths. They are requested once, and again after the client reported a change or answered with an
 * error. If the client does not answer at all, only the first calls wait.
 */
export function followRoots(server: Server, waitMs: number = WAIT_MS_MAX): () => Promise<readonly string[]> {
  let asked: Asked | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
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

/** The SDK's own schema refuses the whole list for one root that is not a file: an editor may have a remote folder open, too. */
const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) });

async function askRoots(server: Server): Promise<readonly string[]> {
  const { roots } = await server.request({ method: "roots/list" }, rootsSchema, { timeout: ANSWER_MS_MAX });
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      log("warn", "a root of the client is not a local folder", { uri });
      return [];
    }
  });
}
