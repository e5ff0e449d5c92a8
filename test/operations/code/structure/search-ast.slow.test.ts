import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();

const envelopeOf = (structured: Record<string, unknown>) => structured["envelope"] as Record<string, unknown>;

describe("search_ast", () => {
  beforeAll(async () => {
    // It waits for the index no longer than a second itself.
    await tools().call("analyze_file", { path: "src/orders.ts" });
  });

  answersAre(
    "search_ast",
    [
      { pattern: "if ($A === $B) { throw $ERROR; }", language: "typescript" },
      { pattern: "function $NAME($$$PARAMETERS): $RESULT { $$$ }", language: "typescript" },
      { pattern: "$X.get($KEY)", language: "typescript", paths: ["src/**"] },
      { pattern: "def $F(line: $T) -> dict: $$$", paths: ["tools/**"] },
      { pattern: "if $I; $ERR != nil { $$$ }", language: "go", limit: 1 },
      { pattern: "orders.save($$$)", language: "typescript" },
      { pattern: '"no order $ID"', language: "typescript" },
      { pattern: "return $X", language: "typescript", limit: 2 },
      { pattern: "parse($X" },
      { pattern: "parse($X", language: "typescript" },
      { pattern: "$X", language: "go" },
      { pattern: "// orders", language: "typescript" },
      { pattern: "# Orders", language: "markdown" },
      { pattern: "f($X)", language: "klingon" },
      { pattern: "f($X)", language: "constructor" },
      { pattern: "f($X)", paths: ["docs/**"] },
    ],
    tools,
  );

  it("reads the pattern in each language of the project that can, where none is named", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/plain.js"), "module.exports = bothRead(1);\n");
    writeFileSync(join(root, "src/typed.ts"), "export const typed = bothRead(2);\n");
    const { structured } = await call("search_ast", { pattern: "bothRead($X)" });
    expect(structured["language"]).toContain("javascript");
    expect(structured["language"]).toContain("typescript");
    expect(readTable(structured["matches"]).map(({ path }) => path)).toEqual(["src/plain.js", "src/typed.ts"]);
    const typed = await call("search_ast", { pattern: "function $F($A: $T) { $$$ }" });
    expect(typed.structured["language"]).toBe("typescript");
  });

  it.each([
    ["func $F($$$) error", "go", "func $F($$$) error { $$$ }"],
    ["function $F($$$): void", "typescript", "function $F($$$): void { $$$ }"],
  ])("says of %s that a body is needed", async (pattern, language, longer) => {
    const { text, structured } = await tools().call("search_ast", { pattern, language });
    expect(structured["outcome"]).not.toBe("found");
    expect(text).toContain(JSON.stringify(longer));
  });

  it("finds what is on the disk now, and tells no symbol of what is not indexed so", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/fresh.ts"), "export const answer = () => {\n  return quiteNew(1, 2);\n};\n");
    const { structured } = await call("search_ast", { pattern: "quiteNew($A, $$$)", language: "typescript" });
    expect(readTable(structured["matches"])).toMatchObject([{ path: "src/fresh.ts", line: 2, captures: { A: "1" } }]);
  });

  it("finds the script of a page by the language that it is written in", async () => {
    const { root, call } = tools();
    const page = '<template><p/></template>\n<script setup lang="ts">\nconst n = inPage(1 as number);\n</script>\n';
    writeFileSync(join(root, "src/page.vue"), page);
    const { structured } = await call("search_ast", { pattern: "inPage($X as $T)", language: "typescript" });
    expect(readTable(structured["matches"])).toMatchObject([
      { path: "src/page.vue", line: 3, captures: { T: "number" } },
    ]);
  });

  it("is cut to its budget in both forms, and says what is not shown", async () => {
    const { root, call } = tools();
    const calls = Array.from(
      { length: 80 },
      (_, at) => `rareCall(${at}, "a text of some length, so that it is cut", ${at});\n`,
    );
    writeFileSync(join(root, "src/rare.ts"), calls.join(""));
    const input = { pattern: "rareCall($A, $B, $A)", language: "typescript", max_tokens: 600, limit: 200 };
    const { structured, text } = await call("search_ast", input);
    const { shown, found, completeness } = envelopeOf(structured);
    expect({ found, completeness }).toEqual({ found: 80, completeness: "budget" });
    expect(readTable(structured["matches"])).toHaveLength(Number(shown));
    expect(Number(shown)).toBeGreaterThan(5);
    expect(text).toContain(`${shown} of 80 shown`);
  });

  it("says which files hold code that no grammar reads", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/half.ts"), "halfRead(1);\nfunction ( {\nhalfRead(2;\n");
    const { structured, text } = await call("search_ast", { pattern: "halfRead($X)", language: "typescript" });
    expect(structured["partial"]).toBe(1);
    expect(readTable(structured["matches"])).toMatchObject([{ path: "src/half.ts", line: 1 }]);
    expect(text).toContain("1 file with code that the grammar does not read");
  });
});
