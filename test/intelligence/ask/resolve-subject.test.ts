import { describe, expect, it } from "vitest";
import { mainLanguage } from "../../../src/intelligence/ask/main-language.ts";
import { type Resolution, resolveSubject } from "../../../src/intelligence/ask/resolve-subject.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

const FILES: Files = {
  "src/orders.ts": "export class OrderBook {\n  place() {}\n  total() {}\n}\nexport function total() {}\n",
  "src/carts.ts": "export class Cart {\n  place() {}\n}\n",
  "src/users/index.ts": "export function listUsers() {}\n",
  "src/carts/index.ts": "export function listCarts() {}\n",
  "README.md": "# Orders\n\nAll about them.\n",
  "test/orders.test.ts": "function listUsers() {}\nfunction onlyInTests() {}\n",
};

type Kind = "class" | "function" | "method";

const symbol = (address: string, symbolKind: Kind, namesakes = 0): Extract<Resolution, { kind: "symbol" }> => {
  return { kind: "symbol", address, path: address.split("#")[0] ?? "", namesakes, symbolKind };
};

describe("the subject of a question", () => {
  it.each<[string, Resolution]>([
    ["OrderBook", symbol("src/orders.ts#OrderBook", "class")],
    ["orderbook", { ...symbol("src/orders.ts#OrderBook", "class"), inOtherCase: true }],
    ["OrderBook.place", symbol("src/orders.ts#OrderBook.place", "method")],
    ["src/carts.ts#Cart.place", symbol("src/carts.ts#Cart.place", "method")],
    ["src/orders.ts:2", symbol("src/orders.ts#OrderBook.place", "method")],
    ["book.listCarts", { ...symbol("src/carts/index.ts#listCarts", "function"), loosely: true }],
    ["book.place", { kind: "none" }],
    ["README.md:900", { kind: "file", path: "README.md" }],
    ["place", { kind: "several", count: 2 }],
    // One of those that have the name is likelier meant.
    ["total", symbol("src/orders.ts#total", "function", 1)],
    ["listUsers", symbol("src/users/index.ts#listUsers", "function", 1)],
    ["onlyInTests", { ...symbol("test/orders.test.ts#onlyInTests", "function"), isAside: true }],
    ["./src/orders.ts", { kind: "file", path: "src/orders.ts" }],
    ["orders.ts", { kind: "file", path: "src/orders.ts" }],
    ["src.users.index", { kind: "file", path: "src/users/index.ts" }],
    ["users.nothing", { kind: "none" }],
    ["index.ts", { kind: "several", count: 2 }],
    ["src/", { kind: "folder", path: "src" }],
    ["src/users", { kind: "folder", path: "src/users" }],
    ["nothing", { kind: "none" }],
    ["", { kind: "none" }],
    ["../..", { kind: "none" }],
    ["src/gone.ts", { kind: "none" }],
  ])("%s", async (text, resolution) => {
    const { snapshot } = await memoryProject(FILES, { withVectors: false });
    expect(resolveSubject(snapshot, text)).toEqual(resolution);
  });
});

describe("the main language", () => {
  it.each<[Files, string | null]>([
    [FILES, "typescript"],
    [
      {
        "a.py": "x = 1\n",
        "b.tsx": "export const b = 1;\n",
        "c.ts": "export const c = 1;\n",
        "d.json": "{}",
        "e.json": "{}",
        "f.json": "{}",
      },
      "typescript",
    ],
    [{ "a.md": "# A\n" }, null],
  ])("is what most of the code is in", async (files, language) => {
    const { snapshot } = await memoryProject(files, { withVectors: false });
    expect(mainLanguage(snapshot)).toBe(language);
  });
});
