// An edit that leaves the symbol's name in text that nobody understood says so first, and is written only by the count of these places.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/operations/contract/operation.ts";
import { deleteSymbolTool, renameSymbolTool } from "../../../src/operations/edits/symbol-edits.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "A.vue":
    '<script setup lang="ts">\nimport { save } from "./save";\nsave();\n</script>\n<template>\n  <p data-done="save">x</p>\n</template>\n',
  "save.ts": "export function save() {}\n// save is here\n",
};

let tools: ToolsInProcess;
beforeEach(async () => {
  tools = await openToolsInProcess(FILES);
});
afterEach(() => tools.close());

const ask = (operation: Operation, input: Record<string, unknown>) =>
  tools.ask(operation, { symbol: "save.ts#save", ...input });
const rename = (input: Record<string, unknown>) => ask(renameSymbolTool.operation, { new_name: "store", ...input });

describe("places that are no use", () => {
  it("are listed by file and class, so that with the others they are all that have the word", async () => {
    await tools.close();
    const files = {
      "a.ts":
        "export class A {\n  put() {}\n}\nexport class B {\n  put() {}\n}\n// put it\nnew B().put(); new B().put();\n",
      "b.ts": 'import { B } from "./a";\nnew B().put();\nexport const said = "put it";\n',
    };
    tools = await openToolsInProcess(files);
    const { text, structured } = await tools.ask(deleteSymbolTool.operation, { symbol: "a.ts#A.put" });
    expect(structured["left"]).toBeUndefined();
    expect(structured["others"]).toEqual({
      columns: ["path", "class", "lines"],
      rows: {
        "a.ts": [
          ["other", "5, 8"],
          ["comment", "7"],
        ],
        "b.ts": [
          ["other", "2"],
          ["string", "3"],
        ],
      },
    });
    expect(text).toContain("also left, as no use of it:\n a.ts\n  of something else: 5, 8\n  in comments: 7\n");
    const applied = await tools.ask(deleteSymbolTool.operation, { symbol: "a.ts#A.put", apply: true });
    expect(applied.text).toContain("of something else: 4, 7\n");
  });
});

describe("places that nobody understood", () => {
  it("are said before anything else of a rename", async () => {
    const { text } = await rename({});
    const lines = text.split("\n");
    expect(lines[0]).toContain("preview of rename_symbol save.ts#save to store");
    expect(lines[2]).toContain("warning: 1 place with the name stands in text that is not understood");
    expect(text).toContain("A.vue:6");
    expect(text).toContain("in a template, which is not read");
  });

  it("refuse that the files are written, but for an author who says how many there are", async () => {
    const refused = await rename({ apply: true });
    expect(refused.structured).toMatchObject({ state: "refused", outcome: "failed" });
    expect(refused.text).toContain("look at each, then apply with `leave_unread` 1");
    expect(readFileSync(join(tools.root, "save.ts"), "utf8")).toBe(FILES["save.ts"]);
    expect((await rename({ apply: true, leave_unread: 3 })).structured).toMatchObject({ state: "refused" });
    expect((await rename({ apply: true, leave_unread: 1 })).structured).toMatchObject({ state: "applied" });
    expect(readFileSync(join(tools.root, "save.ts"), "utf8")).toContain("function store");
  });

  it("are kept with a staged edit, whose commit asks for their count, too", async () => {
    const { structured } = await tools.ask("stage_edit", {
      operation: "rename_symbol",
      symbol: "save.ts#save",
      new_name: "store",
    });
    const commit = { session: structured["session"], apply: true };
    expect(structured).toMatchObject({ state: "staged" });
    expect((await tools.ask("commit_edits", commit)).structured).toMatchObject({ state: "refused" });
    expect((await tools.ask("commit_edits", { ...commit, leave_unread: 1 })).structured).toMatchObject({
      state: "applied",
    });
  });

  it("are listed of a replacement that takes the name away", async () => {
    const { text } = await tools.ask("replace_symbol", { symbol: "save.ts#save", text: "export function store() {}" });
    expect(text).toContain("in a template, which is not read");
  });

  it("are listed of a deletion, too", async () => {
    const { structured, text } = await ask(deleteSymbolTool.operation, { apply: true });
    expect(structured).toMatchObject({ state: "refused" });
    expect(text).toContain("in a template, which is not read");
  });
});
