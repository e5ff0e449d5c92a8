import { expect, it } from "vitest";
import type { EmacsTools } from "../../src/emacs/emacs-tools.ts";
import type { EmacsTool } from "../../src/emacs/exchange.ts";
import { callEmacs } from "../../src/server/emacs-calls.ts";

const SHOW: EmacsTool = {
  name: "show",
  description: "Shows.",
  safe: true,
  inputSchema: {
    type: "object",
    properties: {
      a: { type: "string" },
      b: { type: "integer" },
      c: { type: "boolean" },
      d: { type: "array", items: { type: "integer" } },
      e: { type: "string", enum: ["x", "y"] },
      f: { type: "object" },
    },
    required: ["a"],
  },
};
/** Gives back what Emacs would be sent. */
const EMACS = { call: async ({ readInput }) => ({ value: readInput(SHOW) }) } as EmacsTools;

async function answer(input: unknown): Promise<string> {
  const { signal } = new AbortController();
  const call = { name: "show", input, client: "test", signal, onProgress: () => undefined };
  return (await callEmacs(EMACS, call)).content.map((part) => ("text" in part ? part.text : "")).join("\n");
}

it.each([
  { a: " é\0", b: 3, c: true, d: [1, 2], e: "x", f: { g: [null, false] } },
  { a: "null", c: false, d: [] },
])("sends %j to Emacs as it is", async (input) => {
  expect(JSON.parse(await answer(input))).toEqual(input);
});

it("leaves out what is null", async () => {
  expect(JSON.parse(await answer({ a: "", b: null }))).toEqual({ a: "" });
});

it.each([
  [{}, "a"],
  [{ a: 1 }, "a"],
  [{ a: ["x"] }, "a"],
  [{ a: "", b: 1.5 }, "b"],
  [{ a: "", b: "1" }, "b"],
  [{ a: "", b: 1e21 }, "b"],
  [{ a: "", c: "true" }, "c"],
  [{ a: "", d: ["x"] }, "d"],
  [{ a: "", e: "z" }, "e"],
  [{ a: "", g: "z" }, "g"],
  [["a"], "no object"],
  ["a", "no object"],
])("refuses %j, and says what is wrong", async (input, wrong) => {
  const text = await answer(input);
  expect(text).toContain("INVALID_INPUT");
  expect(text).toMatch(new RegExp(`\\b${wrong}\\b`));
});
