// A notebook's chunks have what people wrote in it, not what its cells put out.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openAnalyzer } from "../../../src/languages/analyze.ts";
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
