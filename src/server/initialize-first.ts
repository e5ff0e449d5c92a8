// Enforces the protocol's first rule: a session begins with `initialize`. The SDK's server answers any request; this rejects
// earlier ones with an error that names the rule.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { refuseRequests } from "./refuse-requests.ts";

/** Requests that the protocol allows at any time. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(["initialize", "ping"]);

/** Wraps a transport: a request before the first `initialize` is answered here and not passed on. */
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
