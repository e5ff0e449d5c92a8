// Arguments of a call as clients send them that do not follow the protocol to the letter.
import { expect, test } from "vitest";
import { withPlainArguments } from "../../src/server/plain-arguments.ts";

const call = (sent: unknown, method = "tools/call") => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { name: "a", arguments: sent },
});

test.each([
  [null, {}],
  ["", {}],
  ["null", {}],
  ['{"query":"a"}', { query: "a" }],
  ["[1]", "[1]"],
  ["not JSON", "not JSON"],
  [{ query: "a" }, { query: "a" }],
])("%j are %j", (sent, meant) => {
  expect(withPlainArguments(call(sent))).toEqual(call(meant));
});

test.each([null, 1, [], call(null, "prompts/get"), { method: "tools/call" }])("%j stays as it is", (message) => {
  expect(withPlainArguments(message)).toBe(message);
});
