import { sep } from "node:path";
import { describe, expect, it } from "vitest";
import { COMPLETIONS_MAX, completeAddress } from "../../../src/intelligence/symbols/complete-address.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

const FILES: Files = {
  "src/orders.ts": "export class OrderBook {\n  place() {}\n  cancel() {}\n}\nexport function orderTotal() {}\n",
  "src/users/order-history.ts": "export function history() {}\n",
  "src/users/users.ts": "export function listUsers() {}\n",
  "test/orders.test.ts": "function orderTest() {}\n",
  "README.md": "# Orders\n",
};

async function complete(typed: string, files: Files = FILES) {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  return completeAddress(snapshot, typed);
}

describe("an address that is being typed", () => {
  it.each<[string, string[]]>([
    ["", ["README.md", "src/", "test/"]],
    ["s", ["src/"]],
    ["src/", ["src/orders.ts", "src/users/"]],
    ["./src/u", ["src/users/"]],
    // As shells complete it.
    [`src${sep}u`, ["src/users/"]],
    ["src/users/", ["src/users/order-history.ts", "src/users/users.ts"]],
    [
      "src/orders.ts#",
      [
        "src/orders.ts#OrderBook",
        "src/orders.ts#OrderBook.place",
        "src/orders.ts#OrderBook.cancel",
        "src/orders.ts#orderTotal",
      ],
    ],
    ["src/orders.ts#PL", ["src/orders.ts#OrderBook.place"]],
    ["src/orders.ts#nothing", []],
    ["OrderBook.pl", ["OrderBook.place"]],
    ["zzz", []],
    ["x".repeat(5_000), []],
    ["../", []],
    ["%_\\", []],
  ])("%s", async (typed, values) => {
    expect(await complete(typed)).toEqual({ values, more: false });
  });

  it("goes on with paths, then files named so, then symbols", async () => {
    const { values } = await complete("order");
    expect(values.slice(0, 3)).toEqual(["src/orders.ts", "src/users/order-history.ts", "test/orders.test.ts"]);
    expect(values.slice(3, 5).sort()).toEqual(["OrderBook", "orderTotal"]);
  });

  it("leaves out names that would show as others", async () => {
    const files = { "src/a\u202Egnp.ts": "export const one = 1;\n", "src/\u001B[2Jb.ts": "export const two = 2;\n" };
    expect(await complete("src/", { ...files, "src/c.ts": "" })).toEqual({ values: ["src/c.ts"], more: false });
  });

  it("is bounded, and says that there is more", async () => {
    const names = Array.from({ length: 150 }, (_, at) => `export function orderNumber${at}() {}\n`);
    const { values, more } = await complete("orderNum", { "src/many.ts": names.join("") });
    expect(values).toHaveLength(COMPLETIONS_MAX);
    expect(more).toBe(true);
  });
});
