// The tool that CONTRIBUTING.md adds as an example works, and the page shows the file that was tested.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { openToolsInProcess, type ToolsInProcess } from "../support/tools-in-process.ts";
import { listLargestFiles } from "./list-largest-files.ts";

let tools: ToolsInProcess;
beforeAll(async () => {
  const files = { "short.ts": "export const a = 1;\n", "long.ts": "export let b = 1;\n".repeat(9) };
  tools = await openToolsInProcess(files);
});
afterAll(() => tools.close());

it("lists the largest file first, and says that another one was cut", async () => {
  const { text, structured } = await tools.ask(listLargestFiles, { limit: 1 });
  expect(text).toMatch(/^found: files by lines\n.*1 of 2 shown \(limit\)\n9 long\.ts$/);
  expect(structured["files"]).toEqual({ columns: ["path", "lines"], rows: [["long.ts", 9]] });
});

it("is what CONTRIBUTING.md shows", () => {
  const page = readFileSync(packagePath("CONTRIBUTING.md"), "utf8");
  const [, ...code] = readFileSync(packagePath("test/contributing/list-largest-files.ts"), "utf8").split("\n");
  const shown = code.join("\n").replaceAll("../../src/operations/", "../../").trim();
  expect(page.split(shown)).toHaveLength(2);
});
