// Associated types and constants of Rust's traits keep one name with what the implementations give for them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const TEXT = `pub trait Source {
    type Item;
    const LIMIT: usize;
    fn next(&mut self) -> Option<Self::Item>;
}
pub struct Numbers;
impl Source for Numbers {
    type Item = u32;
    const LIMIT: usize = 3;
    fn next(&mut self) -> Option<Self::Item> { None }
}
pub fn first<S: Source>(mut s: S) -> Option<S::Item> { s.next() }
pub fn all<S>(s: S) -> Vec<S::Item> where S: Source<Item = u32> { Vec::new() }
pub fn named(v: <Numbers as Source>::Item) -> u32 { v }
pub fn limit<S: Source>() -> usize { Numbers::LIMIT + S::LIMIT }
`;

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({ "src/lib.rs": TEXT });
});
afterAll(() => tools.close());

it.each([
  ["Source.Item", "Item", "Element"],
  ["Numbers.Item", "Item", "Element"],
  ["Source.LIMIT", "LIMIT", "MOST"],
])("renames %s everywhere", async (symbol, from, to) => {
  const { structured, text } = await tools.ask("rename_symbol", { symbol, new_name: to, max_tokens: 4_000 });
  expect(structured, text).toMatchObject({ state: "preview" });
  const added = text.split("\n").flatMap((line) => (/^\+[^+]/.test(line) ? [line.slice(1)] : []));
  const expected = TEXT.split("\n").filter((line) => line.includes(from));
  expect(added).toEqual(expected.map((line) => line.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to)));
});
