// Requests whose parameters have another form than the protocol's are answered with -32602 in a few words.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { checkParams } from "../../src/server/check-params.ts";

/** The answer's error, or what came through. */
async function check(method: string, params?: unknown): Promise<unknown> {
  const sent: JSONRPCMessage[] = [];
  const inner: Transport = {
    start: async () => undefined,
    send: async (message) => void sent.push(message),
    close: async () => inner.onclose?.(),
  };
  const outer = checkParams(inner);
  const through: JSONRPCMessage[] = [];
  outer.onmessage = (message) => through.push(message);
  await outer.start();
  inner.onmessage?.({ jsonrpc: "2.0", id: 7, method, ...(params === undefined ? {} : { params }) } as JSONRPCMessage);
  expect(sent.length + through.length).toBe(1);
  const [answer] = sent;
  if (answer === undefined) {
    return "through";
  }
  expect(answer).toMatchObject({ jsonrpc: "2.0", id: 7 });
  return "error" in answer ? answer.error : answer;
}

it.each([
  ["tools/call", undefined, "params is required"],
  ["tools/call", { name: 5 }, "params.name must be a string, not a number"],
  ["tools/call", { name: "a", arguments: [] }, "params.arguments must be an object, not an array"],
  ["tools/list", { cursor: 5 }, "params.cursor must be a string, not a number"],
  ["prompts/get", { name: "explain", arguments: { target: 5 } }, /^params.arguments.target must be a string/],
  ["resources/read", {}, "params.uri is required"],
  ["completion/complete", {}, /^params/],
  ["logging/setLevel", { level: "x".repeat(1_000_000) }, /^params.level must be one of debug/],
  ["initialize", {}, /^params.protocolVersion is required/],
])("%s %j", async (method, params, message) => {
  const error = (await check(method, params)) as { code: number; message: string };
  expect(error.code).toBe(-32602);
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
  expect(await check(method, params)).toBe("through");
});
