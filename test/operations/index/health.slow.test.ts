import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { answersAre, codeTools } from "../../support/code-tools.ts";
import { callTool, startServer } from "../../support/mcp-server.ts";
import { readTable } from "../../support/read-table.ts";

const tools = codeTools();

describe("health", () => {
  // A crowded machine may take longer for ten files than a question waits.
  beforeAll(async () => {
    await tools().call("generate_index", {});
  });

  answersAre("health", [{}, { part: "index" }], tools, [
    /(memory: )\d+/g,
    /("used": )\d+/g,
    /("index_folder": ).*(?=,)/g,
    // Watching starts at some time after the first question.
    /(watching: )[^"\n]*/g,
    /("watching": )\{[^}]*\}/g,
    // What is counted in the background may be done or not.
    /(index: )[^\n]*/g,
    /(work by )[^\n]*/g,
    /("writer": )"[^"]*"(?:,\s*"work": \{[^}]*\})?/g,
  ]);

  it("stays within its ceiling and shows troubles first where all is in trouble", async () => {
    const counter = await loadTokenCounter();
    const { root, call } = tools();
    for (const ending of [
      "rs",
      "java",
      "rb",
      "php",
      "c",
      "cs",
      "kt",
      "swift",
      "scala",
      "sh",
      "lua",
      "sql",
      "yaml",
      "css",
    ]) {
      writeFileSync(join(root, `src/broken-${ending}.${ending}`), "fn ( { class = <<<\n");
    }
    await call("generate_index", {});
    const { text, structured } = await call("health", { max_tokens: 300 });
    expect(structured).toMatchObject({ status: "degraded" });
    expect(readTable(structured["troubles"])).toMatchObject([{ kind: "lasting", part: "parse" }]);
    expect(counter.count(text)).toBeLessThanOrEqual(300);
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(300);
  });

  it("is not healthy where git is shallow nor where the index is not whole, and says what to do", async () => {
    const { playground } = tools();
    const root = await playground.largeProject("big", 800);
    const server = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--toolsets", "code"] });
    try {
      writeFileSync(join(root, ".git/shallow"), "");
      const { structured } = await callTool(server, "health");
      expect(structured["toolsets"]).toEqual(["code"]);
      expect(readTable(structured["troubles"])).toContainEqual(expect.objectContaining({ kind: "note", part: "git" }));
      const { lagging } = (structured["envelope"] ?? {}) as { readonly lagging?: number };
      expect(structured["status"]).toBe(lagging === undefined ? "healthy" : "building");
    } finally {
      await server.close();
    }
  });
});
