// What stands in tests beside the code that they test is of tests, for every tool that says so.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const COLOR = `pub fn hue(of: u32) -> u32 { of }

pub fn pale() -> u32 { hue(1) }

pub fn tests(of: u32) -> u32 { of }

#[cfg(test)]
mod tests {
    use super::*;

    fn shared() -> u32 { hue(2) }

    #[test]
    fn hues() { assert_eq!(hue(3), shared()); }
}
`;

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({
    "Cargo.toml": '[package]\nname = "color"\nversion = "0.1.0"\n',
    "src/lib.rs": `pub mod color;\n${COLOR.replaceAll("hue", "shade")}`,
    "src/color.rs": COLOR,
    "src/draw.zig":
      'pub fn line() u8 {\n    return 1;\n}\npub fn box() u8 {\n    return line();\n}\ntest "a line" {\n    _ = line();\n}\n',
  });
});
afterAll(() => tools.close());

const symbolsIn = (table: unknown): string[] =>
  [...new Set(JSON.stringify(table).match(/(?<=[#"])(?:tests\.)?(?:shared|hues|pale)(?=")/g))].sort();

it("counts them as tests of what they use, its own file being one with tests", async () => {
  const { structured, text } = await tools.ask("get_symbol", { symbol: "hue" });
  expect(structured["tests"]).toEqual(["src/color.rs"]);
  expect(text).not.toContain("no test refers to it");
  const { structured: none } = await tools.ask("get_symbol", { symbol: "src/color.rs#tests" });
  expect(none["tests"] ?? []).toEqual([]);
});

it.each([
  ["include", ["pale", "tests.hues", "tests.shared"]],
  ["exclude", ["pale"]],
  ["only", ["tests.hues", "tests.shared"]],
])("leaves out or shows them alone where that is asked: %s", async (tests, wanted) => {
  const references = await tools.ask("find_references", { symbol: "src/color.rs#hue", tests });
  expect(symbolsIn(references.structured["references"])).toEqual(wanted);
  const impact = await tools.ask("analyze_impact", { symbol: "src/color.rs#hue", tests, depth: 1 });
  expect(symbolsIn(impact.structured["dependents"])).toEqual(wanted);
  const graph = await tools.ask("get_call_graph", { symbol: "src/color.rs#hue", tests, depth: 1 });
  expect(symbolsIn(graph.structured["edges"])).toEqual(wanted);
});

it("counts its file among those with tests", async () => {
  const { structured, text } = await tools.ask("analyze_impact", { symbol: "src/color.rs#hue" });
  expect(structured["tests"]).toEqual(["src/color.rs"]);
  expect(text).toContain("1 file with tests");
  const overview = await tools.ask("get_repo_overview", {});
  expect(overview.text).toContain("tests: 0 files, 3 more with tests of their own, in or of 1 of 1 module with code");
});
