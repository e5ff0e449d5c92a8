import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../support/code-tools.ts";
import { callTool, startServer } from "../../support/mcp-server.ts";

const tools = codeTools();

describe("generate_index", () => {
  answersAre(
    "generate_index",
    [{}, { folder: "./src/" }, { folder: "nowhere" }, { folder: "../" }, { wait_seconds: 0 }],
    tools,
    [/( in )[\d.]+(?= s;)/g, /("seconds": )[\d.]+/g],
  );

  it("counts what it indexed and removed", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/added.ts"), "export function added() {}\nexport function more() {}\n");
    const first = await call("generate_index", { folder: "src" });
    expect(first.structured).toMatchObject({ outcome: "found", updated: 1, removed: 0 });
    rmSync(join(root, "src/added.ts"));
    const second = await call("generate_index", { folder: "src" });
    expect(second.structured).toMatchObject({ updated: 0, removed: 1 });
    expect(second.structured["symbols"]).toBe(Number(first.structured["symbols"]) - 2);
  });

  it("tells of progress, and answers once every file is there", async () => {
    const { playground } = tools();
    const root = await playground.largeProject("big", 250);
    const server = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--toolsets", "all"] });
    try {
      const notes: number[] = [];
      const options = { onprogress: ({ progress }: { progress: number }) => notes.push(progress) };
      const { structured } = await callTool(server, "generate_index", { folder: "many" }, options);
      // Each file defines its function five times.
      expect(structured).toMatchObject({ files: 250, indexed: 250, updated: 250, symbols: 1_250 });
      expect(notes.length).toBeGreaterThan(1);
    } finally {
      await server.close();
    }
  });
});
