// The protocol's first rule: a session begins with `initialize`. The SDK's server answers whatever comes; this refuses
// what comes before, with an error that says so.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

const INVALID_REQUEST = -32600;
/** What the protocol allows either side at any time. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(["initialize", "ping"]);

/** The same transport; a request that comes before the first `initialize` is answered here and goes no further. */
export function initializeFirst(inner: Transport): Transport {
  let begun = false;

  function receive(message: JSONRPCMessage): void {
    if ("method" in message && "id" in message && !begun && !ALWAYS_ALLOWED.has(message.method)) {
      const error = {
        code: INVALID_REQUEST,
        message: `${message.method} came before initialize: send initialize first, then ask again`,
      };
      inner.send({ jsonrpc: "2.0", id: message.id, error }).catch((reason: Error) => outer.onerror?.(reason));
      return;
    }
    begun ||= "method" in message && message.method === "initialize";
    outer.onmessage?.(message);
  }

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
