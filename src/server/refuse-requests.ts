// Puts a check before the session: a request that it refuses is answered at the transport and goes no further.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

/** The error to answer a request with; `code` is one of JSON-RPC's. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** The same transport; each request that `refuse` gives a refusal for is answered with it, everything else goes on. */
export function refuseRequests(inner: Transport, refuse: (request: JSONRPCRequest) => Refusal | null): Transport {
  const receive = (message: JSONRPCMessage): void => {
    const request = "method" in message && "id" in message ? message : null;
    const error = request === null ? null : refuse(request);
    if (request === null || error === null) {
      outer.onmessage?.(message);
      return;
    }
    inner.send({ jsonrpc: "2.0", id: request.id, error }).catch((reason: Error) => outer.onerror?.(reason));
  };

  const outer: Transport = {
    start: () => {
      inner.onmessage = receive;
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      return inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  };
  return outer;
}
