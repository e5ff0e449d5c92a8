// Which requests are refused before they reach the session: those before the first initialize (-32600), and those whose parameters
// have another form than the protocol's (-32602), in a few words.
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { checkRequests } from "../../src/server/check-requests.ts";

const PARAMS: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "client", version: "1" } },
  "tools/call": { name: "search_codebase" },
  "resources/read": { uri: "context-broker://saved/a/b" },
};

interface Sent {
  readonly method: string;
  readonly params?: unknown;
}

/** Feeds the messages, with their places as ids; returns the methods that came through and the answers. */
async function check(messages: readonly Sent[]) {
  const sent: JSONRPCMessage[] = [];
  const inner: Transport = {
    start: async () => undefined,
    send: async (message) => void sent.push(message),
    close: async () => inner.onclose?.(),
  };
  const outer = checkRequests(inner);
  const through: unknown[] = [];
  outer.onmessage = (message) => through.push("method" in message && message.method);
  await outer.start();
  messages.forEach(({ method, params }, at) => {
    const id = method.startsWith("notifications/") ? {} : { id: at };
    inner.onmessage?.({ jsonrpc: "2.0", method, ...id, ...(params === undefined ? {} : { params }) } as JSONRPCMessage);
  });
  return { through, sent };
}

const valid = (method: string): Sent => ({ method, params: PARAMS[method] });

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
    const { through, sent } = await check(methods.map(valid));
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

it.each([
  ["tools/call", undefined, "params is required"],
  ["tools/call", { name: 5 }, "params.name must be a string, not a number"],
  ["tools/call", { name: "a", arguments: [] }, "params.arguments must be an object, not an array"],
  ["tools/list", { cursor: 5 }, "params.cursor must be a string, not a number"],
  ["prompts/get", { name: "explain", arguments: { target: 5 } }, /^params.arguments.target must be a string/],
  ["resources/read", {}, "params.uri is required"],
  ["completion/complete", {}, /^params/],
  ["completion/complete", { ref: { type: "x".repeat(1_000_000) }, argument: { name: "a", value: "" } }, /^params.ref/],
  ["initialize", {}, /^params.protocolVersion is required/],
])("refuses %s %j", async (method, params, message) => {
  const { through, sent } = await check([valid("initialize"), { method, params }]);
  expect(through).toEqual(["initialize"]);
  expect(sent).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32602, message: expect.any(String) } }]);
  const { error } = sent[0] as { error: { message: string } };
  expect(error.message).toMatch(
    message instanceof RegExp ? message : new RegExp(`^${message.replaceAll(".", "\\.")}$`),
  );
  expect(error.message.length).toBeLessThan(500);
});

it.each([
  ["tools/call", { name: "a", arguments: { query: 5 } }],
  ["tools/list", undefined],
  ["no/such", { anything: 1 }],
  ["toString", { anything: 1 }],
])("%s %j goes on to the server", async (method, params) => {
  expect(await check([valid("initialize"), { method, params }])).toEqual({ through: ["initialize", method], sent: [] });
});

const REVISION = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };

describe("a request that names its revision", () => {
  it("needs no initialize", async () => {
    const named = { method: "tools/call", params: { name: "search_codebase", ...REVISION } };
    const { through, sent } = await check([named, { method: "tools/list", params: REVISION }, valid("tools/list")]);
    expect(through).toEqual(["tools/call", "tools/list"]);
    expect(sent).toMatchObject([{ id: 2, error: { code: -32600 } }]);
  });

  it.each(["2026-07-29", "2025-11-25", ""])("is refused if that is %j, whatever came before it", async (requested) => {
    const other = { _meta: { ...REVISION._meta, "io.modelcontextprotocol/protocolVersion": requested } };
    const list = (params: unknown) => ({ method: "tools/list", params });
    const { through, sent } = await check([list(other), list(REVISION), list(other)]);
    expect(through).toEqual(["tools/list"]);
    const error = { code: -32022, data: { supported: ["2026-07-28"], requested } };
    expect(sent).toMatchObject([
      { id: 0, error },
      { id: 2, error },
    ]);
  });

  it("is refused for its parameters, but not where its revision has no such method", async () => {
    const { through, sent } = await check([
      { method: "tools/call", params: REVISION },
      { method: "resources/subscribe", params: REVISION },
    ]);
    expect(through).toEqual(["resources/subscribe"]);
    expect(sent).toMatchObject([{ id: 0, error: { code: -32602, message: "params.name is required" } }]);
  });
});

describe("an answer that a resource is not there", () => {
  it.each([
    ["an earlier revision", [valid("initialize")], -32002],
    ["2026-07-28", [], -32602],
  ])("has the code of %s", async (_, before, code) => {
    const sent: JSONRPCMessage[] = [];
    const inner: Transport = {
      start: async () => undefined,
      send: async (message) => void sent.push(message),
      close: async () => undefined,
    };
    const outer = checkRequests(inner);
    await outer.start();
    for (const { method, params } of before) {
      inner.onmessage?.({ jsonrpc: "2.0", id: 0, method, params } as JSONRPCMessage);
    }
    await outer.send({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "none", data: { code: "NOT_FOUND" } } });
    await outer.send({
      jsonrpc: "2.0",
      id: 2,
      error: { code: -32602, message: "wrong", data: { code: "INVALID_INPUT" } },
    });
    expect(sent).toMatchObject([{ error: { code } }, { error: { code: -32602 } }]);
  });
});
