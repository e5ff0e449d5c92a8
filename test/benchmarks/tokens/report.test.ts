import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { renderJudged } from "./judged.ts";
import { type Figures, renderFigures, sumOf, sumsByTool } from "./report.ts";

const calls = [
  { tool: "search_text", text: 100, structured: 110 },
  { tool: "search_text", text: 300, structured: 330 },
  { tool: "get_symbol", text: 50, structured: 55 },
];
const now: Figures = { commit: "b", calls, toolList: { default: 3_000, all: 5_000 } };
const before: Figures = {
  commit: "a",
  calls: calls.map(({ tool, text, structured }) => ({ tool, text: 2 * text, structured: 3 * structured })),
  toolList: { default: 4_000, all: 5_000 },
};

it("sums the calls of each tool and of all", () => {
  expect(sumsByTool(now).get("search_text")).toEqual({ calls: 2, text: 400, structured: 440 });
  expect(sumOf(now)).toEqual({ calls: 3, text: 450, structured: 495 });
});

it("sets the figures beside earlier ones", () => {
  const report = renderFigures(now, before);
  expect(report).toContain("| `search_text` | 2 | 800 | 400 | −50 % | 1,320 | 440 | −67 % | 1.10 |");
  expect(report).toContain("| all | 3 | 900 | 450 | −50 % | 1,485 | 495 | −67 % | 1.10 |");
  expect(report).toContain("default: 3,000 tokens (4,000 before, −25 %)");
});

it("says what is handed on of the answers to judged queries, beside both forms", () => {
  const source = { plain: 100, lines: 110, string: 115 };
  const figures = [
    { repo: "gin", query: "a", text: 100, structured: 120, handedOn: 100, source },
    { repo: "gin", query: "b", text: 300, structured: 330, handedOn: 330, source },
    { repo: "ecto", query: "c", text: 200, structured: 200, handedOn: 200, source },
  ];
  const rows = renderJudged(figures)
    .split("\n")
    .map((line) => line.replace(/ +/g, " "));
  expect(rows).toContain("| gin | 2 | 200 | 225 | 1.150 | 1.050 | 1.100 | 1.150 |");
  expect(rows).toContain("| all | 3 | 200 | 217 | 1.100 | 1.033 | 1.100 | 1.150 |");
});

it("has 80 calls, each to a repository that it names", () => {
  const data = JSON.parse(readFileSync(packagePath("test/benchmarks/tokens/calls.json"), "utf8")) as {
    readonly repositories: Readonly<Record<string, unknown>>;
    readonly calls: readonly { readonly repository: string }[];
  };
  expect(data.calls).toHaveLength(80);
  expect(data.calls.filter(({ repository }) => !(repository in data.repositories))).toEqual([]);
});
