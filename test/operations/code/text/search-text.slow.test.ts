import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { callTool, startServer } from "../../../support/mcp-server.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();

const envelopeOf = (structured: Record<string, unknown>) => structured["envelope"] as Record<string, unknown>;

describe("search_text", () => {
  beforeAll(async () => {
    // It waits for the index no longer than a second itself.
    await tools().call("analyze_file", { path: "src/orders.ts" });
  });

  answersAre(
    "search_text",
    [
      { pattern: "order store" },
      { pattern: "parseAmount" },
      { pattern: "12.50 EUR", context: 1 },
      { pattern: "orders", limit: 4 },
      { pattern: "orders", paths: ["src/**"], languages: ["typescript"] },
      { pattern: "\\bopen\\w+\\(", regex: true, case: "sensitive" },
      { pattern: "class Order(?!Store)", regex: true },
      { pattern: "(order", regex: true },
      { pattern: "two\nlines" },
      { pattern: "orders", languages: ["klingon"] },
      { pattern: "orders", paths: ["../other/**"] },
    ],
    tools,
  );

  it("finds what is on the disk now, and tells no symbol of what is not indexed so", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/fresh.ts"), "export const answer = () => {\n  return 'quite-new-words';\n};\n");
    const { structured } = await call("search_text", { pattern: "quite-new-words" });
    expect(readTable(structured["lines"])).toMatchObject([
      { path: "src/fresh.ts", line: 2, text: "return 'quite-new-words';" },
    ]);
  });

  it("leaves out what is no text of the project, and counts it", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, ".gitignore"), "hidden.txt\n");
    writeFileSync(join(root, "hidden.txt"), "left-out-words\n");
    writeFileSync(join(root, "picture.bin"), Buffer.from("left-out-words\0\0"));
    writeFileSync(join(root, "huge.txt"), `left-out-words\n${"much\n".repeat(250_000)}`);
    const { structured } = await call("search_text", { pattern: "left-out-words" });
    expect(structured).toMatchObject({
      outcome: "empty",
      envelope: { excluded: { ignored: 1, binary: 1, oversized: 1 } },
    });
  });

  it("is cut to its budget in both forms, and says what is not shown", async () => {
    const { root, call } = tools();
    mkdirSync(join(root, "many"), { recursive: true });
    const written = Array.from({ length: 60 }, (_, at) => `const rare_word_${at} = ${at};\n`);
    writeFileSync(join(root, "many/rare.ts"), written.join(""));
    const { structured, text } = await call("search_text", { pattern: "rare_word", max_tokens: 500, context: 3 });
    const lines = readTable(structured["lines"]);
    const { shown, found, completeness } = envelopeOf(structured);
    expect({ found, completeness }).toEqual({ found: 60, completeness: "budget" });
    expect(Number(shown)).toBeGreaterThan(3);
    expect(text).toContain(`${shown} of 60 shown`);
    expect(lines.filter((line) => line["is_context"] !== true)).toHaveLength(Number(shown));
  });

  it("survives expressions without end, two at once, and answers others meanwhile", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "endless.txt"), `${"a".repeat(500)}!\n`);
    const endless = { pattern: "(a+)+$", regex: true, paths: ["*.txt", "*.md"] };
    const [one, other, plain] = await Promise.all([
      call("search_text", endless),
      call("search_text", endless),
      call("search_text", { pattern: "parseAmount" }),
    ]);
    for (const { structured, text } of [one, other]) {
      expect(structured).toMatchObject({
        given_up: ["endless.txt"],
        envelope: { completeness: "time", files_left: 1 },
      });
      expect(text).toContain("the pattern takes too long in endless.txt");
    }
    expect(plain.structured["outcome"]).toBe("found");
  });

  it("finds all in a project that was never indexed, without waiting for the index", async () => {
    const { playground } = tools();
    const cwd = await playground.largeProject("never-indexed", 600);
    const server = await startServer(playground, { cwd, args: ["--vectors", "off", "--toolsets", "all"] });
    try {
      const { structured } = await callTool(server, "search_text", { pattern: "handler599(" });
      expect(structured).toMatchObject({
        files_matched: 1,
      });
    } finally {
      await server.close();
    }
  });
});
