// Watches the saved results that a `subscriptions/listen` names. The SDK keeps the subscriptions, acknowledges them and sends their
// notifications; this finds out that a file has changed, in the same way as for `resources/subscribe`. The acknowledgement has to name what the
// server will watch, and nothing else. So the addresses are looked up first, and the request reaches the SDK with those that are watched.
import { isJSONRPCResponse, isSpecType, type RequestId, type Transport } from "@modelcontextprotocol/server";
import { log } from "../system/log.ts";
import { openWatches, WATCHES_MAX } from "./resources.ts";

export interface Listening {
  /** The request with the addresses that are watched. A message of another kind is given back unchanged. */
  readonly honored: Promise<unknown>;
  end(): void;
}

export interface ListenedWatches {
  listen(message: unknown): Listening;
}

/**
 * `locate` returns the path of a saved result, and fails where `resources/read` would. `onChange` publishes that a resource changed.
 * Addresses beyond the limit for one client are left out like those that are not there.
 */
export const watchListened = (
  locate: (uri: string, signal: AbortSignal) => Promise<string>,
  onChange: (uri: string) => void,
): ListenedWatches => ({
  listen: (message) => {
    const request = listenRequestOf(message);
    if (request === null) {
      return { honored: Promise.resolve(message), end: () => undefined };
    }
    const watches = openWatches();
    const ended = new AbortController();
    const watch = async (uri: string): Promise<boolean> => {
      try {
        const path = await locate(uri, ended.signal);
        if (!ended.signal.aborted) {
          watches.watch(uri, path, () => onChange(uri));
        }
        return true;
      } catch (error) {
        log("info", "a resource cannot be watched", { uri, error: String(error) });
        return false;
      }
    };
    return {
      honored: watchedOf(request.uris, watch).then(request.withUris),
      end: () => {
        ended.abort();
        watches.endAll();
      },
    };
  },
});

async function watchedOf(uris: readonly string[], watch: (uri: string) => Promise<boolean>): Promise<string[]> {
  const asked = [...new Set(uris)].slice(0, WATCHES_MAX);
  const watched = await Promise.all(asked.map(watch));
  return asked.filter((_, at) => watched[at]);
}

interface ListenRequest {
  readonly uris: readonly string[];
  readonly withUris: (uris: readonly string[]) => unknown;
}

/** Null for other messages, and for those that name no addresses or are not well formed, which the SDK answers. */
function listenRequestOf(message: unknown): ListenRequest | null {
  if (!isSpecType.JSONRPCRequest(message) || message.method !== "subscriptions/listen") {
    return null;
  }
  const filter = message.params?.["notifications"];
  if (typeof filter !== "object" || filter === null || !("resourceSubscriptions" in filter)) {
    return null;
  }
  const uris = filter.resourceSubscriptions;
  const withUris = (resourceSubscriptions: readonly string[]) => ({
    ...message,
    params: { ...message.params, notifications: { ...filter, resourceSubscriptions } },
  });
  return Array.isArray(uris) && uris.every((uri) => typeof uri === "string") ? { uris, withUris } : null;
}

/** Watches what the requests of a connection name, until they are cancelled or answered, or it closes. */
export function watchConnection(inner: Transport, watches: ListenedWatches): Transport {
  const open = new Map<RequestId, Listening>();
  const end = (id: RequestId): void => {
    open.get(id)?.end();
    open.delete(id);
  };
  const outer: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        if ("method" in message && message.method === "subscriptions/listen" && "id" in message) {
          end(message.id);
          const listening = watches.listen(message);
          open.set(message.id, listening);
          void listening.honored.then((honored) => {
            // Otherwise it was cancelled meanwhile.
            if (open.get(message.id) === listening) {
              outer.onmessage?.(honored as typeof message, extra);
            }
          });
          return;
        }
        if ("method" in message && message.method === "notifications/cancelled") {
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
    send: (message, options) => {
      // The answer ends a subscription; an error refuses it.
      if (isJSONRPCResponse(message) && message.id !== undefined) {
        end(message.id);
      }
      return inner.send(message, options);
    },
    close: () => inner.close(),
  };
  return outer;
}
