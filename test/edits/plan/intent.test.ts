// What an intent in plain words is taken to mean.
import { expect, it } from "vitest";
import { intentOf, intentsOf } from "../../../src/edits/plan/intent.ts";
import { processorMs } from "../../support/growth.ts";

it.each([
  ["rename save to persist", { action: "rename", names: ["save"], to: "persist" }],
  ["Rename `OrderStore.save` to `persist`.", { action: "rename", names: ["OrderStore.save"], to: "persist" }],
  ["please delete the function frobnicate", { action: "delete", names: ["frobnicate"], to: null }],
  [
    "move totalOf from src/order.ts into src/sums.ts",
    { action: "move", names: ["totalOf", "src/order.ts"], to: "src/sums.ts" },
  ],
  ["add a retry option to fetchAll", { action: "replace in", names: ["fetchAll"], to: null }],
  ["add a method close after OrderStore.save", { action: "insert after", names: ["OrderStore.save"], to: null }],
  ["insert a helper before parseLine", { action: "insert before", names: ["parseLine"], to: null }],
  ["rewrite parseLine with a regular expression", { action: "replace", names: ["parseLine"], to: null }],
  ["fix the timeout in src/net/client.ts", { action: "replace in", names: ["src/net/client.ts"], to: null }],
  ["delete the enum SizeFilter", { action: "delete", names: ["SizeFilter"], to: null }],
  ["rename a trait reader to source", { action: "rename", names: ["reader"], to: "source" }],
  ["move the helper parse into a file of its own", { action: "move", names: ["parse"], to: null }],
  ["I want to rename save to persist", { action: "rename", names: ["save"], to: "persist" }],
  ["Rename the `Mode` class to FormatMode", { action: "rename", names: ["Mode"], to: "FormatMode" }],
  ["orders are slow", { action: null, names: [], to: null }],
  ["", { action: null, names: [], to: null }],
])("%s", (text, expected) => {
  expect(intentOf(text)).toEqual(expected);
});

it.each([
  [
    "Rename the `Mode` class to FormatMode, and delete TargetVersion",
    [
      { action: "rename", names: ["Mode"], to: "FormatMode" },
      { action: "delete", names: ["TargetVersion"], to: null },
    ],
  ],
  [
    "rename save to persist and add a parameter",
    [
      { action: "rename", names: ["save"], to: "persist" },
      { action: "replace in", names: ["save"], to: null },
    ],
  ],
  ["look at OrderStore and delete it", [{ action: "delete", names: ["OrderStore"], to: null }]],
  ["rename save to persist. Add tests.", [{ action: "rename", names: ["save"], to: "persist" }]],
  ["add a parameter to fetchAll and log it", [{ action: "replace in", names: ["fetchAll"], to: null }]],
  ["", [{ action: null, names: [], to: null }]],
])("%s, by its verbs", (text, expected) => {
  expect(intentsOf(text)).toEqual(expected);
});

it("reads a long text without end of names in time", () => {
  const text = `${"add a ".repeat(600)}${"move x to y ".repeat(300)}`.slice(0, 4_000);
  expect(processorMs(() => intentsOf(text))).toBeLessThan(200);
});
