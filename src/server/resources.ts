// Saved results over MCP: list, template, read, subscription. FastMCP provides the template; list and read are answered here,
// because its own list is fixed at the start while saved results come and go.
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  listSavedResources,
  locateSavedResource,
  type ResourceContext,
  readSavedResource,
} from "../operations/saved/saved-resources.ts";
import { SAVED_URI_TEMPLATE } from "../operations/saved/saved-uri.ts";
import { log } from "../system/log.ts";
import { watchFile } from "../system/watch-file.ts";
import { protocolError, protocolErrors } from "./failures.ts";

/** How often a subscribed document is checked, in milliseconds: another process may have changed it. */
const WATCH_INTERVAL_MS = 1_000;
/** No reasonable client subscribes to more. */
const SUBSCRIPTIONS_MAX = 200;

const DOING = "a resource request";

export type OpenContext = (signal: AbortSignal) => Promise<ResourceContext>;

/** A template in FastMCP's form; `load` is never called, because `answerResources` answers reads. */
export const SAVED_TEMPLATE = {
  uriTemplate: SAVED_URI_TEMPLATE,
  name: "Saved result",
  description: "A saved search of a project in the workspace",
  mimeType: "application/json",
  arguments: [{ name: "project" }, { name: "name" }],
  load: async () => ({ text: "" }),
};

/** Answers the resource requests on a server that has the capability. The returned function ends all watching. */
export function answerResources(server: Server, open: OpenContext): () => void {
  server.setRequestHandler(ListResourcesRequestSchema, async (_request, { signal }) => {
    const resources = await protocolErrors(DOING, async () => listSavedResources(await open(signal)));
    return { resources: [...resources] };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const text = await protocolErrors(DOING, async () => readSavedResource(uri, await open(signal)));
    return { contents: [{ uri, mimeType: "application/json", text }] };
  });

  /** Ends the watching, by URI. */
  const watched = new Map<string, () => void>();
  const unwatch = (uri: string): void => {
    watched.get(uri)?.();
    watched.delete(uri);
  };
  server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }, { signal }) => {
    const path = await protocolErrors(DOING, async () => locateSavedResource(uri, await open(signal)));
    if (watched.size >= SUBSCRIPTIONS_MAX) {
      throw protocolError(ErrorCode.InternalError, `more than ${SUBSCRIPTIONS_MAX} subscriptions`);
    }
    unwatch(uri);
    const listener = (): void => {
      server.sendResourceUpdated({ uri }).catch((error: unknown) => {
        log("info", "notifying the client of a changed resource failed", { error: String(error) });
      });
    };
    watched.set(uri, watchFile(path, WATCH_INTERVAL_MS, listener));
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    unwatch(uri);
    return {};
  });
  return () => {
    for (const uri of [...watched.keys()]) {
      unwatch(uri);
    }
  };
}
