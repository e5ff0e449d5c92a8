// The tools about whole projects, each by its golden over one small project.
import { describe } from "vitest";
import { answersAre, codeTools } from "../../support/code-tools.ts";

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
});
