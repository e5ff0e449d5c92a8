import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../../../src/system/token-counter.ts";
import { answersAre, codeTools } from "../../../support/code-tools.ts";

/** What names the columns of a table in JSON. */
const COLUMNS_TOKENS = 30;

const tools = codeTools();

describe("list_symbols", () => {
  answersAre(
    "list_symbols",
    [
      {},
      { paths: ["src"], kinds: ["class", "function"] },
      { paths: ["src/*.ts", "!**/broken.ts"], limit: 3 },
      { paths: ["tools/"] },
      { paths: ["nowhere"] },
      { paths: ["docs"], kinds: ["class"] },
      { paths: ["src/../.."] },
      { limit: 201 },
      { kinds: ["klass"] },
    ],
    tools,
  );

  it.each([50, 200])("takes 800 tokens for 50 symbols beside the envelope, asked for %i", async (limit) => {
    const { root, call } = tools();
    mkdirSync(join(root, "many"), { recursive: true });
    for (let at = 0; at < 250; at++) {
      const name = `some-rather-long-name-of-a-file-that-says-what-it-holds-${at}.ts`;
      writeFileSync(join(root, "many", name), `export class SomeRatherLongNameOfAnAbstractFactory${at} {}\n`);
    }
    const counter = await loadTokenCounter();
    const { structured, text } = await call("list_symbols", { paths: ["many"], limit });
    const { shown, found, completeness } = structured["envelope"] as Record<string, unknown>;
    expect({ found, completeness }).toEqual({ found: 250, completeness: "budget" });
    expect(Number(shown)).toBeGreaterThan(limit / 4);
    const most = (limit / 50) * 800;
    expect(counter.count(JSON.stringify(structured["symbols"]))).toBeLessThanOrEqual(most + COLUMNS_TOKENS);
    expect(counter.count(text.split("\n").slice(2).join("\n"))).toBeLessThanOrEqual(most);
  });

  it("counts the files that it does not look into", async () => {
    const { root, call } = tools();
    mkdirSync(join(root, "huge"), { recursive: true });
    for (let at = 0; at < 810; at++) {
      writeFileSync(join(root, "huge", `${String(at).padStart(3, "0")}.ts`), `export const value${at} = 1;\n`);
    }
    const { structured } = await call("list_symbols", { paths: ["huge"], limit: 1 });
    expect(structured).toMatchObject({
      symbols: { rows: { "huge/000.ts": [[1, 1, "variable", "value0"]] } },
      envelope: { found: 800, files_left: 10, completeness: "time" },
    });
  });
});
