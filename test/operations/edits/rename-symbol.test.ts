// rename_symbol as a client uses it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renameSymbolTool } from "../../../src/operations/edits/symbol-edits.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "src/store.ts": "export class Store {\n  put(key: string): void {}\n}\n",
  "src/main.ts": 'import { Store } from "./store.ts";\n\nexport const main = () => new Store().put("put");\n',
};

let tools: ToolsInProcess;
beforeEach(async () => {
  tools = await openToolsInProcess(FILES);
});
afterEach(() => tools.close());

const rename = (input: Record<string, unknown>) => tools.ask(renameSymbolTool.operation, input);

describe("rename_symbol", () => {
  it("previews, then writes all files, and says what it left", async () => {
    const preview = await rename({ symbol: "Store.put", new_name: "save" });
    expect(preview.structured).toMatchObject({ outcome: "found", state: "preview" });
    const { structured } = await rename({ symbol: "Store.put", new_name: "save", apply: true });
    expect(structured).toMatchObject({ outcome: "found", state: "applied" });
    expect(readFileSync(join(tools.root, "src/store.ts"), "utf8")).toBe(FILES["src/store.ts"].replace("put", "save"));
    expect(readFileSync(join(tools.root, "src/main.ts"), "utf8")).toBe(FILES["src/main.ts"].replace(".put(", ".save("));
    expect(JSON.stringify(structured)).toContain("in a string");
  });

  it("is stale for another hash, unchanged for the same name, and refused for a keyword", async () => {
    expect((await rename({ symbol: "Store.put", new_name: "save", hash: "abcdef" })).structured).toMatchObject({
      outcome: "failed",
      state: "stale",
    });
    expect((await rename({ symbol: "Store.put", new_name: "put" })).structured).toMatchObject({ state: "unchanged" });
    expect((await rename({ symbol: "Store.put", new_name: "new" })).structured).toMatchObject({ state: "refused" });
  });
});
