// Answers find what people wrote in a notebook, at its own line of the file, and nothing that its cells have shown.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const NOTEBOOK = `{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "How long to steep"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [
    {
     "data": { "text/plain": ["steep gave 3"] },
     "output_type": "display_data"
    }
   ],
   "source": [
    "from tea import steep\\n",
    "steep(2)"
   ]
  }
 ],
 "metadata": { "language_info": { "name": "python" } },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({ "tea.py": "def steep(minutes):\n    return minutes\n", "tea.ipynb": NOTEBOOK });
});
afterAll(() => tools.close());

it("search_text looks at the cells alone", async () => {
  const { text } = await tools.ask("search_text", { pattern: "steep" });
  expect(text).toMatch(/^ 7: "How long/m);
  expect(text).toMatch(/^ 21: "steep/m);
  expect(text).not.toContain("gave 3");
});

it("search_codebase shows the cells alone, each at its line", async () => {
  const { text } = await tools.ask("search_codebase", {
    query: "how long to steep tea",
    detail: "files",
    max_tokens: 4000,
  });
  expect(text).toContain("from tea import steep");
  expect(text).not.toContain("gave 3");
});

it("find_references counts the cells alone", async () => {
  const { text } = await tools.ask("find_references", { symbol: "tea.py#steep" });
  expect(text).toMatch(/^ 7 .*\n 20 .*\n 21 /m);
  expect(text).not.toMatch(/^ 15 /m);
});
