// Watches the saved results that a `subscriptions/listen` names. The SDK keeps the subscriptions and sends their notifications; this finds out
// that a file has changed, in the same way as for `resources/subscribe`.
import { isSpecType, type RequestId, type Transport } from "@modelcontextprotocol/server";
import { locateSavedResource, type ResourceContext } from "../operations/saved/saved-resources.ts";
import { log } from "../system/log.ts";
import { openWatches } from "./resources.ts";

export interface ListenedWatches {
  /** Watches what the request names; the returned function ends it. */
  listen(message: unknown): () => void;
}

/** `onChange` publishes that a resource changed. A URI that cannot be watched is left out, as the protocol demands. */
export function watchListened(
  open: (signal: AbortSignal) => Promise<ResourceContext>,
  onChange: (uri: string) => void,
): ListenedWatches {
  return {
    listen: (message) => {
      const uris = urisOf(message);
      const watches = openWatches();
      const ended = new AbortController();
      for (const uri of uris) {
        open(ended.signal)
          .then((context) => locateSavedResource(uri, context))
          .then((path) => {
            if (!ended.signal.aborted) {
              watches.watch(uri, path, () => onChange(uri));
            }
          })
          .catch((error: unknown) => log("info", "a resource cannot be watched", { uri, error: String(error) }));
      }
      return () => {
        ended.abort();
        watches.endAll();
      };
    },
  };
}

function urisOf(message: unknown): readonly string[] {
  if (!isSpecType.JSONRPCRequest(message) || message.method !== "subscriptions/listen") {
    return [];
  }
  const filter = message.params?.["notifications"];
  const uris =
    typeof filter === "object" && filter !== null && "resourceSubscriptions" in filter
      ? filter.resourceSubscriptions
      : [];
  return Array.isArray(uris) ? [...new Set(uris.filter((uri) => typeof uri === "string"))] : [];
}

/** Watches what the requests of a connection name, until they are cancelled or it closes. */
export function watchConnection(inner: Transport, watches: ListenedWatches): Transport {
  const open = new Map<RequestId, () => void>();
  const end = (id: RequestId): void => {
    open.get(id)?.();
    open.delete(id);
  };
  const outer: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        if ("method" in message && message.method === "subscriptions/listen" && "id" in message) {
          end(message.id);
          open.set(message.id, watches.listen(message));
        } else if ("method" in message && message.method === "notifications/cancelled") {
          end(message.params?.["requestId"] as RequestId);
        }
        outer.onmessage?.(message, extra);
      };
      inner.onclose = () => {
        for (const id of [...open.keys()]) {
          end(id);
        }
        outer.onclose?.();
      };
      inner.onerror = (error) => outer.onerror?.(error);
      return inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  };
  return outer;
}
