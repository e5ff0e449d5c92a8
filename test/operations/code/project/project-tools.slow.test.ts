// The tools about whole projects, each by its golden over one small project.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";

const tools = codeTools();

describe("a tool about the whole project", () => {
  answersAre("get_repo_overview", [{}], tools);
  answersAre("list_modules", [{}], tools);
  answersAre(
    "get_module",
    [{ module: "src" }, { module: "tools/report.py" }, { module: "./cmd/" }, { module: "nowhere" }],
    tools,
  );
  answersAre("analyze_directory", [{}, { path: "./src/" }, { path: "src/orders.ts" }, { path: "../outside" }], tools);

  it("finds a module by what its manifest calls it", async () => {
    const { root, call } = tools();
    mkdirSync(join(root, "packages/box"), { recursive: true });
    writeFileSync(join(root, "packages/box/package.json"), '{ "name": "@depot/carton" }');
    writeFileSync(join(root, "packages/box/index.ts"), "export const fold = (): void => {};\n");
    const { structured } = await call("get_module", { module: "@depot/carton" });
    expect(structured).toMatchObject({ module: "packages/box", files: 2, test_files: 0 });
  });
});
