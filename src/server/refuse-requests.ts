// Puts a check before the session: a rejected request is answered at the transport and not passed on.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

/** The error that answers a request; `code` is one of JSON-RPC's. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** Wraps a transport: a request for which `refuse` returns a refusal is answered with it, everything else is passed on. */
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
