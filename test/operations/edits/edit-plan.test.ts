// edit_plan through its operation, on a small project: targets, dependents, order, tools, and what it cannot resolve.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { editPlan } from "../../../src/operations/edits/edit-plan.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "src/order.ts": `export interface Order {
  readonly id: string;
}

export function totalOf(order: Order): number {
  return order.id.length;
}
`,
  "src/store.ts": `import { type Order, totalOf } from "./order.ts";

export class OrderStore {
  save(order: Order): number {
    return totalOf(order);
  }
}
`,
  "src/cart.ts": `export class Cart {
  save(): void {}
}
`,
  "src/Desk.php": `<?php
final class Desk {
  public function isFree(): bool { return true; }
  public function take(): void { $this->isFree(); }
}
`,
  "src/main.ts": `import { OrderStore } from "./store.ts";

export function main(): void {
  new OrderStore().save({ id: "1" });
}
`,
  "test/store.test.ts": `import { OrderStore } from "../src/store.ts";

test("saves", () => {
  new OrderStore().save({ id: "1" });
});
`,
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

interface Table {
  readonly columns: readonly string[];
  readonly same?: Readonly<Record<string, unknown>>;
  readonly rows: readonly (readonly unknown[])[];
}

/** The rows of a table as objects. */
function rowsOf(table: unknown): Record<string, unknown>[] {
  const { columns, same, rows } = table as Table;
  return rows.map((row) => ({ ...same, ...Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])) }));
}

it("plans a rename by its words: target, dependents, files that follow, tests", async () => {
  const { structured, text } = await tools.ask(editPlan, { text: "rename OrderStore.save to persist" });
  expect(structured).toMatchObject({ outcome: "found", action: "rename", to: "persist" });
  expect(rowsOf(structured["steps"])).toMatchObject([
    { step: 1, tool: "rename_symbol", path: "src/store.ts", start_line: 4, end_line: 6, symbol: "OrderStore.save" },
  ]);
  expect(structured["dependents"]).toMatchObject({
    rows: { "src/main.ts": [[4, "main"]], "test/store.test.ts": [[4, "saves"]] },
  });
  const files = rowsOf(structured["files"]);
  expect(files).toMatchObject([
    { path: "src/store.ts", follows: null },
    { path: "src/main.ts", hash: null, follows: true },
    { path: "test/store.test.ts", hash: null, follows: true },
  ]);
  expect(files[0]?.["hash"]).toMatch(/^[0-9a-f]{12}$/);
  expect(text).toContain("1 symbol in 3 files to edit with rename_symbol; 2 dependents; 1 file with tests");
});

it("names no edit tool to a client that has none", async () => {
  const context = tools.context();
  const caller = { ...context.caller, kind: "mcp" as const };
  const { structured, text } = await editPlan.run(
    { text: "rename OrderStore.save to persist" },
    { ...context, caller },
  );
  expect(rowsOf(structured["steps"])).toMatchObject([{ step: 1, symbol: "OrderStore.save" }]);
  expect(text).toContain("1 symbol in 3 files to edit; 2 dependents; 1 file with tests");
  expect(text + JSON.stringify(structured)).not.toMatch(/[a-z]+_symbol"?\b(?!s)|next:/);
});

it.each([
  [
    "rename OrderStore.save to persist",
    'next: rename_symbol {"symbol":"src/store.ts#OrderStore.save","new_name":"persist"} previews step 1',
  ],
  [
    "move totalOf to src/sums.ts",
    'next: move_symbol {"symbol":"src/order.ts#totalOf","to":"src/sums.ts"} previews step 1',
  ],
  ["delete the class Cart", 'next: delete_symbol {"symbol":"src/cart.ts#Cart"} previews step 1'],
])("ends with a call that works as it stands: %s", async (intent, next) => {
  const { structured, text } = await tools.ask(editPlan, { text: intent });
  expect(text.split("\n").at(-1)).toBe(next);
  expect(structured["found"]).toBeUndefined();
  const [, tool = "", input = ""] = /^next: (\w+) (\{.*\}) previews/.exec(next) ?? [];
  expect((await tools.ask(tool, JSON.parse(input))).structured).toMatchObject({ outcome: "found", state: "preview" });
});

it("plans each verb with a tool of its own, deletions last", async () => {
  const { structured } = await tools.ask(editPlan, { text: "delete Cart and rename totalOf to sumOf" });
  expect(rowsOf(structured["steps"]).map(({ tool, symbol }) => `${tool} ${symbol}`)).toEqual([
    "rename_symbol totalOf",
    "delete_symbol Cart",
  ]);
});

it("orders types before functions and tests, and what is used before what uses it", async () => {
  const symbols = ["saves", "main", "totalOf", "OrderStore", "Order"];
  const { structured } = await tools.ask(editPlan, { symbols });
  const order = (table: unknown) => rowsOf(table).map(({ stage, symbol }) => `${stage} ${symbol}`);
  const expected = ["types Order", "types OrderStore", "functions main", "functions totalOf", "tests saves"];
  expect(order(structured["steps"])).toEqual(expected);
  const removal = await tools.ask(editPlan, { text: "delete them", symbols });
  expect(order(removal.structured["steps"])).toEqual(expected.toReversed());
});

it("leaves an ambiguous name to the caller, with every candidate", async () => {
  const { structured, text } = await tools.ask(editPlan, { text: "delete save" });
  expect(structured.outcome).toBe("ambiguous");
  expect(structured["steps"]).toBeUndefined();
  expect(rowsOf(structured["ambiguous"]).map(({ path, symbol }) => `${path}#${symbol}`)).toEqual([
    "src/cart.ts#Cart.save",
    "src/store.ts#OrderStore.save",
  ]);
  expect(text).toContain("ambiguous: 1 ambiguous: name one as path#symbol");
});

it("does not take a name in other capitals for the symbol", async () => {
  const { structured } = await tools.ask(editPlan, { symbols: ["orderstore"] });
  expect(structured.outcome).toBe("ambiguous");
  expect(rowsOf(structured["ambiguous"])).toMatchObject([
    { why: "differs in upper and lower case", symbol: "OrderStore" },
  ]);
});

it("plans the outermost symbols of a file, and says which file there is not", async () => {
  const { structured } = await tools.ask(editPlan, { files: ["src/order.ts", "src/none.ts"] });
  expect(rowsOf(structured["steps"]).map(({ symbol }) => symbol)).toEqual(["Order", "totalOf"]);
  expect(rowsOf(structured["missing"])).toEqual([{ asked: "src/none.ts", why: "no searched file has this path" }]);
});

it("lists the destination of a move among the files", async () => {
  const { structured } = await tools.ask(editPlan, { text: "move totalOf to src/sums.ts" });
  expect(rowsOf(structured["files"]).map(({ path }) => path)).toEqual(["src/order.ts", "src/sums.ts", "src/store.ts"]);
});

it("offers what the words are found in as places, not as targets", async () => {
  const { structured } = await tools.ask(editPlan, { text: "summing the total of an order should be faster" });
  expect(structured["steps"]).toBeUndefined();
  expect(rowsOf(structured["found"])[0]).toMatchObject({ path: "src/order.ts" });
});

it("refuses an empty request, naming its fields", async () => {
  await expect(tools.ask(editPlan, { text: " " })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("text, symbols and files are empty"),
  });
});

it("changes nothing", async () => {
  await tools.ask(editPlan, { text: "delete totalOf", files: ["src/main.ts"] });
  for (const [path, text] of Object.entries(FILES)) {
    expect(readFileSync(join(tools.root, path), "utf8")).toBe(text);
  }
});

it("plans a rename by replace_in_symbol where rename_symbol would refuse it", async () => {
  const { text } = await tools.ask(editPlan, { text: "rename Desk.isFree to free" });
  expect(text).toContain("1 symbol in 1 file to edit with replace_in_symbol; 1 dependent to check");
  expect(text).not.toContain("next:");
  await expect(tools.ask("rename_symbol", { symbol: "Desk.isFree", new_name: "free" })).resolves.toMatchObject({
    text: expect.stringContaining("rename_symbol does not support php; rename the definition and each place"),
  });
});
