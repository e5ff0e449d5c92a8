// Where a rename's or a move's address means several symbols, each candidate has an address that means it alone.
import { expect, test } from "vitest";
import { moveSymbol } from "../../src/edits/move/move-symbol.ts";
import { renameSymbol } from "../../src/edits/rename/rename-symbol.ts";
import { openMemoryEdits } from "../support/memory-edits.ts";

const FILES = {
  "a.ts": "export class Store {\n  put(order: string): void {}\n}\n",
  "b.ts": "export class Cart {\n  put(): void {}\n}\n\nexport class Till {\n  put(): void {}\n}\n",
};
const ADDRESSES = ["a.ts#Store.put", "b.ts#Cart.put", "b.ts#Till.put"];

test("a rename names each of several symbols", async () => {
  const { scene } = await openMemoryEdits(FILES);
  const renamed = (symbol: string) => renameSymbol(scene, { symbol, newName: "save", includeHeuristic: false });
  expect(await renamed("put")).toMatchObject({
    kind: "ambiguous",
    message: "put may mean 3 symbols: name one as path#symbol",
    candidates: ADDRESSES.map((address) => ({ address })),
  });
  for (const address of ADDRESSES) {
    expect(await renamed(address)).toMatchObject({ kind: "built" });
  }
});

test("so does a move, which names the nearest where there is none", async () => {
  const { scene } = await openMemoryEdits(FILES);
  const moved = (symbol: string) => moveSymbol({ symbol, to: "c.ts", exportNeeded: false }, scene);
  expect(await moved("put")).toMatchObject({
    kind: "ambiguous",
    candidates: ADDRESSES.map((address) => ({ address })),
  });
  expect(await moved("Storee")).toMatchObject({ kind: "missing", candidates: [{ address: "a.ts#Store" }] });
});
