import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../support/code-tools.ts";

const tools = codeTools();

describe("analyze_file", () => {
  answersAre(
    "analyze_file",
    [
      { path: "src/order-store.ts" },
      { path: "./src/orders.ts", depth: 1 },
      { path: "tools/report.py" },
      { path: "cmd/main.go" },
      { path: "docs/guide.md" },
      { path: "config/app.json" },
      { path: "src/broken.ts" },
      { path: "main.go" },
      { path: "../outside.ts" },
    ],
    tools,
  );

  it("is cut to its budget, and says what is not shown", async () => {
    const { root, call } = tools();
    const names = Array.from({ length: 100 }, (_, at) => `export const value${at} = ${at};\n`);
    writeFileSync(join(root, "src/many.ts"), names.join(""));
    const { structured, text } = await call("analyze_file", { path: "src/many.ts", max_tokens: 500 });
    const { shown, found, completeness } = structured["envelope"] as Record<string, unknown>;
    expect({ found, completeness }).toEqual({ found: 100, completeness: "budget" });
    expect(structured["symbols"]).toHaveLength(Number(shown));
    expect(text).toContain(`${shown} of 100 shown`);
    expect(shown).toBeGreaterThan(10);
    expect(shown).toBeLessThan(100);
  });
});
