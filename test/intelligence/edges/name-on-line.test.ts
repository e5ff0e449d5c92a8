import { afterAll, beforeAll, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({
    "store.ts": "export class Store {\n  items = [];\n  save() {\n    return this.items;\n  }\n}\n",
    "cache.ts": "export class Cache {\n  save() {}\n}\n",
    "packed.d.ts": "export declare function pack(): string;\n",
    "packed.js": "export function pack() {}\n",
    "use.js": 'import { pack } from "./packed.js";\npack();\n',
    "app.ts":
      'import { Store as Kept } from "./store.ts";\n' +
      'export { Cache } from "./cache.ts";\n' +
      "export const kept = new Kept();\nkept.save();\n" +
      "export const any = (thing) => thing.save();\n" +
      "export const store = (one: Store) => 1;\n",
  });
});
afterAll(() => tools.close());

it.each([
  ["store.ts:3#save", "store.ts#Store.save", "exact"],
  ["store.ts:4#items", "store.ts#Store.items", "exact"],
  ["app.ts:1#Store", "store.ts#Store", "exact"],
  ["app.ts:1#Kept", "store.ts#Store", "exact"],
  ["app.ts:2#Cache", "cache.ts#Cache", "exact"],
  ["app.ts:4#save", "store.ts#Store.save", "constrained"],
])("of %s is %s", async (asked, symbol, certainty) => {
  const { structured } = await tools.ask("get_symbol", { symbol: asked });
  const meant = structured["symbol"] as Readonly<Record<string, unknown>>;
  expect([`${meant["path"]}#${meant["symbol"]}`, meant["certainty"]]).toEqual([symbol, certainty]);
});

it.each([
  ["app.ts:5#save", "ambiguous", ["save", "save"]],
  ["none.ts:1#save", "ambiguous", ["save", "save"]],
  ["app.ts:5#thing", "empty", []],
  ["app.ts:3#STORE", "empty", []],
])("of %s is not proven: %s", async (asked, outcome, names) => {
  const { structured } = await tools.ask("get_symbol", { symbol: asked });
  expect(structured).toMatchObject({ outcome, symbol: null });
  const { rows = [] } = (structured["candidates"] ?? {}) as { rows?: readonly unknown[] };
  expect(JSON.stringify(rows).match(/save/g) ?? []).toEqual(names);
});

it("of a declaration beside its implementation is proven to be both", async () => {
  const { structured } = await tools.ask("get_symbol", { symbol: "use.js:2#pack" });
  expect(structured).toMatchObject({ outcome: "ambiguous", symbol: null });
  expect(structured["candidates"]).toMatchObject({
    same: { certainty: "exact" },
    rows: { "packed.d.ts": [[1, 1, "pack"]], "packed.js": [[1, 1, "pack"]] },
  });
});
