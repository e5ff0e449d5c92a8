// Saved results over MCP: list, template, read, and notification of changes. Other processes save and delete results too, so each request reads
// the disk.
import { ProtocolErrorCode, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { watchSending } from "../operations/answer/record-sent.ts";
import {
  listSavedResources,
  locateSavedResource,
  type ResourceContext,
  readSavedResource,
  SAVED_MIME_TYPE,
} from "../operations/saved/saved-resources.ts";
import { SAVED_URI_TEMPLATE } from "../operations/saved/saved-uri.ts";
import { log } from "../system/log.ts";
import { watchFile } from "../system/watch-file.ts";
import { protocolError, protocolErrors } from "./failures.ts";

/** How often a subscribed document is checked, in milliseconds: another process may have changed it. */
const WATCH_INTERVAL_MS = 1_000;
/** No reasonable client subscribes to more. */
export const WATCHES_MAX = 200;

const DOING = "a resource request";

/** What a request about resources needs; opened at the first one. */
export type OpenContext = (context: ServerContext) => Promise<ResourceContext>;

export const SAVED_TEMPLATE = {
  uriTemplate: SAVED_URI_TEMPLATE,
  name: "Saved result",
  description: "A saved search or handoff of a project in the workspace",
  mimeType: SAVED_MIME_TYPE,
};

/** Answers the resource requests on a server that has the capability. The returned function ends all watching. */
export function answerResources(server: Server, open: OpenContext): () => void {
  server.setRequestHandler("resources/list", async (_request, context) => {
    const resources = await protocolErrors(DOING, async () => listSavedResources(await open(context)));
    return { resources: [...resources] };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [SAVED_TEMPLATE] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const text = await protocolErrors(DOING, async () => {
      const opened = await open(context);
      const sending = watchSending(opened.services, { ...opened, onProgress: () => undefined });
      const content = await readSavedResource(uri, { ...opened, services: sending.services });
      await sending.record("resources/read", content);
      return content;
    });
    return { contents: [{ uri, mimeType: SAVED_MIME_TYPE, text }] };
  });
  const watches = openWatches();
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    const path = await protocolErrors(DOING, async () => locateSavedResource(uri, await open(context)));
    watches.watch(uri, path, () => {
      server.sendResourceUpdated({ uri }).catch((error: unknown) => {
        log("info", "notifying the client of a changed resource failed", { error: String(error) });
      });
    });
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    watches.end(uri);
    return {};
  });
  return watches.endAll;
}

export interface Watches {
  /** Replaces the watch of the same key. Throws a protocol error where there are too many. */
  watch(key: string, path: string, onChange: () => void): void;
  end(key: string): void;
  endAll(): void;
}

export function openWatches(): Watches {
  /** Ends the watching, by key. */
  const watched = new Map<string, () => void>();
  const end = (key: string): void => {
    watched.get(key)?.();
    watched.delete(key);
  };
  return {
    watch: (key, path, onChange) => {
      if (watched.size >= WATCHES_MAX) {
        throw protocolError(ProtocolErrorCode.InternalError, `more than ${WATCHES_MAX} subscriptions`);
      }
      end(key);
      watched.set(key, watchFile(path, WATCH_INTERVAL_MS, onChange));
    },
    end,
    endAll: () => {
      for (const key of [...watched.keys()]) {
        end(key);
      }
    },
  };
}
