import { expect, it } from "vitest";
import { openToolsInProcess } from "../../support/tools-in-process.ts";

it("says nothing of parsing where a file has no grammar", async () => {
  const tools = await openToolsInProcess({
    Dockerfile: "FROM node:20\nRUN npm ci\n",
    "notes.lst": "npm ci of the notes\n",
  });
  try {
    for (const [tool, input] of [
      ["search_codebase", { query: "npm ci" }],
      ["search_text", { pattern: "npm ci" }],
      ["analyze_file", { path: "Dockerfile" }],
    ] as const) {
      const { text } = await tools.ask(tool, input);
      expect(text).toContain("Dockerfile");
      expect(text).not.toContain("parse");
    }
  } finally {
    await tools.close();
  }
});
