// A notebook's chunks have what people wrote in it, not what its cells put out.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyzedDocument } from "../../../src/index/ingest/analyzed-document.ts";
import { openAnalyzer } from "../../../src/languages/analyze.ts";
import { searchedBytes, searchedText } from "../../../src/languages/searched-text.ts";
import { packagePath } from "../../../src/system/package-root.ts";

const path = "fixtures/today/kinds/notes/tea.ipynb";
const text = readFileSync(packagePath(path), "utf8");
const lines = text.split("\n");

it("leaves out pictures and other output, and no line of a cell", async () => {
  const { chunks } = await (await openAnalyzer()).analyze({ path, text });
  const shown = chunks.map(({ startLine, endLine }) => lines.slice(startLine - 1, endLine).join("\n")).join("\n");
  expect(text).toContain("iVBORw0KGgo");
  expect(shown).not.toContain("iVBORw0KGgo");
  expect(shown).toContain("math.floor(self.litres * 4)");
  expect(shown).toContain("How it is brewed.");
});

describe("what searches look at", () => {
  const PICTURE = "aWNvbmljcGljdHVyZW9mdGVhaW5hY3VwZnJvbXRoZWtpdGNoZW4=";
  const written = [
    '{"cells": [',
    ' {"cell_type": "markdown", "metadata": {}, "attachments": {"a.png": {"image/png": "steepattached"}},',
    `  "source": ["# Steeping\\n", "![](data:image/png;base64,${PICTURE})"]},`,
    ' {"cell_type": "code", "metadata": {}, "source": "steep = 3", "outputs": [{"text": ["steep of a run"]}], "id": "steep-1"},',
    ' {"cell_type": "code", "metadata": {},',
    '  "outputs": [{"text": "steep again\\n"}],',
    '  "source": ["steep(\\"ü\\")"]',
    " }",
    "]}",
  ].join("\n");

  it("are the sources of cells, each at its place", () => {
    const searched = searchedText("a/tea.IPYNB", written);
    const kept = searched.split("\n");
    expect(kept.map(({ length }) => length)).toEqual(written.split("\n").map(({ length }) => length));
    expect(searched).not.toMatch(/steepattached|steep of a run|steep again|aWNvbm/);
    for (const source of ['"# Steeping', '"steep = 3"', '"steep(\\"ü\\")"', '"id": "steep-1"']) {
      expect(searched.indexOf(source)).toBe(written.indexOf(source));
    }
  });

  it("are as many bytes, and all of another file", () => {
    const bytes = Buffer.from(written);
    expect(searchedBytes("tea.ipynb", bytes).toString()).toBe(searchedText("tea.ipynb", written));
    expect(searchedBytes("tea.json", bytes)).toBe(bytes);
    expect(searchedText("tea.json", written)).toBe(written);
  });

  it("are the sources in sheets, and nothing of widgets", () => {
    const old = [
      '{"worksheets": [{"cells": [',
      ' {"cell_type": "code", "input": ["steep = 3"], "outputs": [{"text": "steep of a run"}]}',
      ']}], "metadata": {"widgets": {"state": "steep again"}}, "nbformat": 3}',
    ].join("\n");
    const searched = searchedText("tea.ipynb", old);
    expect(searched).toContain('["steep = 3"]');
    expect(searched).not.toMatch(/run|again/);
  });

  it("are all of what is no JSON", () => {
    expect(searchedText("tea.ipynb", "<<<<<<< steep\n{")).toBe("<<<<<<< steep\n{");
  });

  it("give the index its words", async () => {
    const analysis = await (await openAnalyzer()).analyze({ path: "tea.ipynb", text: written });
    const { terms } = analyzedDocument("tea.ipynb", written, analysis);
    expect(terms.split("\n")).toContain("steep");
    expect(terms).not.toMatch(/again|attached|awnvb/);
  });
});
