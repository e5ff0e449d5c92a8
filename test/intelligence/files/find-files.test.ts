import { describe, expect, it } from "vitest";
import { findFiles } from "../../../src/intelligence/files/find-files.ts";

const PATHS = ["README.md", "src/order-store.ts", "src/orders.ts", "test/order-store.test.ts", "web/src/OrderList.tsx"];
const find = (query: string, paths: readonly string[] = PATHS, signal = new AbortController().signal) =>
  findFiles(query, paths, signal);

describe("finding files", () => {
  it.each([
    ["src/**", "glob", ["src/order-store.ts", "src/orders.ts"]],
    ["*.ts", "glob", ["src/order-store.ts", "src/orders.ts", "test/order-store.test.ts"]],
    ["*.{md,tsx}", "glob", ["web/src/OrderList.tsx", "README.md"]],
    ["*.rs", "glob", []],
    ["order store", "words", ["src/order-store.ts", "test/order-store.test.ts"]],
    ["order", "words", ["src/order-store.ts", "src/orders.ts", "web/src/OrderList.tsx", "test/order-store.test.ts"]],
    ["./src/orders.ts", "words", ["src/orders.ts"]],
    ["/src/orders.ts", "words", ["src/orders.ts"]],
    ["ordst", "letters in order", ["src/order-store.ts", "test/order-store.test.ts", "web/src/OrderList.tsx"]],
    ["zzz", "letters in order", []],
  ])("%j: %s", async (query, match, paths) => {
    expect(await find(query)).toEqual({ match, paths });
  });

  it("takes what stands in a path for no glob", async () => {
    const found = await find("[slug]/page", ["app/[slug]/page.tsx", "app/s/page.tsx"]);
    expect(found).toEqual({ match: "words", paths: ["app/[slug]/page.tsx"] });
  });

  it.each(["  ", "./", Array.from({ length: 13 }, () => "a").join(" "), "[a", "../x/*", "a{b"])(
    "refuses %j",
    async (query) => {
      await expect(find(query)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    },
  );

  it("can be cancelled", async () => {
    const stop = new AbortController();
    const many = Array.from({ length: 300_000 }, (_, at) => `some/folder/file-${at}.ts`);
    const found = find("folder file", many, stop.signal);
    stop.abort();
    await expect(found).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
