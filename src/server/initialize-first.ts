// The protocol's first rule: a session begins with `initialize`. The SDK's server answers whatever comes; this refuses
// what comes before, with an error that says so.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { refuseRequests } from "./refuse-requests.ts";

/** What the protocol allows either side at any time. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(["initialize", "ping"]);

/** The same transport; a request that comes before the first `initialize` is answered here and goes no further. */
export function initializeFirst(inner: Transport): Transport {
  let begun = false;
  return refuseRequests(inner, ({ method }) => {
    if (!begun && !ALWAYS_ALLOWED.has(method)) {
      const message = `${method} was sent before initialize: send initialize first`;
      return { code: ErrorCode.InvalidRequest, message };
    }
    begun ||= method === "initialize";
    return null;
  });
}
