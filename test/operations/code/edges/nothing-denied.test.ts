// No tool about the uses of a symbol says that there is none while the name stands where nobody understood it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyzeImpact } from "../../../../src/operations/code/edges/analyze-impact.ts";
import { findReferencesOperation } from "../../../../src/operations/code/edges/find-references.ts";
import { getCallGraph } from "../../../../src/operations/code/edges/get-call-graph.ts";
import { getSymbol } from "../../../../src/operations/code/symbols/get-symbol.ts";
import type { Operation } from "../../../../src/operations/contract/operation.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../../support/tools-in-process.ts";

const FILES = {
  "A.vue":
    '<script setup lang="ts">\nfunction save() {}\n</script>\n<template>\n  <p data-done="save">{{ 1 }}</p>\n</template>\n',
  "idle.ts": "export function idle() {}\n// idle is not called\n",
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

const ask = (operation: Operation, symbol: string) => tools.ask(operation, { symbol });

describe.each([
  ["find_references", findReferencesOperation],
  ["get_call_graph", getCallGraph],
  ["analyze_impact", analyzeImpact],
] as const)("%s", (_, operation) => {
  it("names the places that may use a symbol where nothing proven does", async () => {
    const { text, structured } = await ask(operation, "A.vue#save");
    expect(text).toContain("none proven; 1 place may be one");
    expect(text).toContain("5 unread: in a template, which is not read");
    expect(structured).toMatchObject({
      outcome: "empty",
      occurrences: { definition: 1, unread: 1 },
      envelope: { absence: "not_understood" },
    });
  });

  it("says that nothing does where every place of the name is known", async () => {
    const { text, structured } = await ask(operation, "idle.ts#idle");
    expect(text).toContain("2 places of the word: 1 definition, 1 in comments");
    expect(structured).toMatchObject({ outcome: "empty", envelope: { absence: "absent" } });
  });
});

describe.each([findReferencesOperation, getSymbol])("$name of a name that no symbol has", (operation) => {
  it("says where the word stands", async () => {
    const { text } = await ask(operation, "called");
    expect(text).toContain('no symbol is named "called"; the word stands at 1 place: 1 in comments');
  });

  it("says nothing of a word that is nowhere", async () => {
    const { text } = await ask(operation, "nowhereAtAll");
    expect(text).toContain('no symbol is named "nowhereAtAll"\n');
  });
});

it("get_symbol counts the places by class", async () => {
  const { text } = await ask(getSymbol, "A.vue#save");
  expect(text).toContain("callers: none proven; 1 place may be one");
  expect(text).toContain("references: 0 in 0 files; 2 places of the word: 1 definition, 1 not understood");
});
