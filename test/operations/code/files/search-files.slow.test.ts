import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();

describe("search_files", () => {
  beforeAll(async () => {
    // It waits for the index no longer than a second itself.
    await tools().call("analyze_file", { path: "src/orders.ts" });
  });

  answersAre(
    "search_files",
    [
      { query: "order" },
      { query: "src/**" },
      { query: "*.{py,go}" },
      { query: "ordst", limit: 1 },
      { query: "order", languages: ["typescript"], paths: ["!test/**"] },
      { query: "nowhere" },
      { query: "[order" },
      { query: " " },
    ],
    tools,
  );

  it("is within its budget by default, however many files there are", async () => {
    const { root, call } = tools();
    mkdirSync(join(root, "many/folders/with/a/long/way"), { recursive: true });
    for (let at = 0; at < 80; at++) {
      writeFileSync(
        join(root, `many/folders/with/a/long/way/handler-of-something-${at}.ts`),
        `export const a${at} = 1;\n`,
      );
    }
    // On a busy machine indexing takes longer than it waits.
    await call("generate_index", {});
    const { structured, text } = await call("search_files", { query: "many handler" });
    const { shown, found, completeness } = structured["envelope"] as Record<string, unknown>;
    expect({ found, completeness }).toEqual({ found: 80, completeness: "budget" });
    expect(readTable(structured["files"])).toHaveLength(Number(shown));
    expect(text).toContain(`${shown} of 80 shown`);
    expect(shown).toBeGreaterThan(8);
  });
});
