// What is refused before the first initialize, and what is not.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { initializeFirst } from "../../src/server/initialize-first.ts";

/** Feeds the messages' methods; answers which came through and which ids were refused. */
async function check(methods: readonly string[]) {
  const sent: JSONRPCMessage[] = [];
  const inner: Transport = {
    start: async () => undefined,
    send: async (message) => void sent.push(message),
    close: async () => inner.onclose?.(),
  };
  const outer = initializeFirst(inner);
  const through: unknown[] = [];
  outer.onmessage = (message) => through.push("method" in message && message.method);
  await outer.start();
  methods.forEach((method, id) => {
    inner.onmessage?.({ jsonrpc: "2.0", method, ...(method.startsWith("notifications/") ? {} : { id }) });
  });
  return { through, sent };
}

describe("before initialize", () => {
  it.each([
    ["a call", ["tools/call"], [], [0]],
    ["a list", ["tools/list", "resources/read"], [], [0, 1]],
    ["what is no method", ["no/such"], [], [0]],
    [
      "nothing of a ping or a notification",
      ["ping", "notifications/cancelled"],
      ["ping", "notifications/cancelled"],
      [],
    ],
    ["nothing behind it, its answer waited for or not", ["initialize", "tools/call"], ["initialize", "tools/call"], []],
    [
      "what came too soon, and that alone",
      ["tools/list", "initialize", "tools/list"],
      ["initialize", "tools/list"],
      [0],
    ],
  ])("it refuses %s", async (_name, methods, passed, refused) => {
    const { through, sent } = await check(methods);
    expect(through).toEqual(passed);
    expect(sent).toEqual(
      refused.map((id) => ({
        jsonrpc: "2.0",
        id,
        error: { code: -32600, message: expect.stringContaining("send initialize first") },
      })),
    );
  });
});
