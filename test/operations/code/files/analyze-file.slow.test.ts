import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

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
    expect(readTable(structured["symbols"])).toHaveLength(Number(shown));
    expect(text).toContain(`${shown} of 100 shown`);
    expect(shown).toBeGreaterThan(10);
    expect(shown).toBeLessThan(100);
  });

  it("shows symbols before the imports of a file that has hundreds of both, and says what it leaves out", async () => {
    const { root, call } = tools();
    const imports = Array.from(
      { length: 300 },
      (_, at) => `import { a${at}, b${at}, c${at}, d${at}, e${at} } from "x";
`,
    );
    const names = Array.from(
      { length: 300 },
      (_, at) => `export const value${at} = a${at} + b${at} + c${at} + d${at} + e${at};
`,
    );
    writeFileSync(join(root, "src/hub.ts"), [...imports, ...names].join(""));
    const { structured } = await call("analyze_file", { path: "src/hub.ts" });
    expect(readTable(structured["imports"])).toHaveLength(8);
    expect(readTable(structured["imports"])[0]).toEqual({ line: 1, names: ["a0", "b0", "c0", "d0", "…"] });
    expect(structured["imports_found"]).toBe(300);
    expect(readTable(structured["symbols"]).length).toBeGreaterThan(50);
    writeFileSync(join(root, "src/hub.ts"), imports.join(""));
    const { structured: whole } = await call("analyze_file", { path: "src/hub.ts" });
    expect(whole["envelope"]).toBeUndefined();
    expect(readTable(whole["imports"])).toHaveLength(60);
  });
});
