import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";

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
