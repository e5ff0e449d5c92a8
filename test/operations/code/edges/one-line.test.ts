// Callers and callees are found by position: definitions that share a line are told apart.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTable } from "../../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../../support/tools-in-process.ts";

/** By language: the text, who is called, and who calls it, in it. */
const TEXTS: Readonly<Record<string, readonly [text: string, called: string, callers: readonly string[]]>> = {
  "a.js": [
    "function aaa(){return 1} function bbb(){return aaa()} function ccc(){return aaa()} export {bbb,ccc}\n",
    "aaa",
    ["bbb", "ccc"],
  ],
  "b.ts": ["export const first = () => 1; export const second = () => first()\n", "first", ["second"]],
  "Box.tsx": [
    "export class Box { peek(): number { return 1 } set(v: number) { return this.peek() + v } }\n",
    "Box.peek",
    ["Box.set"],
  ],
  "Wide.java": [
    "class Wide { int siete() { return 1; } int ocho() { return siete(); } }\n",
    "Wide.siete",
    ["Wide.ocho"],
  ],
  "two.rs": ["pub fn one() -> i32 { 1 } pub fn two() -> i32 { one() }\n", "one", ["two"]],
  "three.go": [
    "package three; func tres() int { return 3 }; func seis() int { return 2 * tres() }\n",
    "tres",
    ["seis"],
  ],
  "four.c": ["static int four(void) { return 4; } int eight(void) { return 2 * four(); }\n", "four", ["eight"]],
  "five.cpp": [
    "struct Five { int five() { return 5; } int ten() { return 2 * five(); } };\n",
    "Five.five",
    ["Five.ten"],
  ],
  "Six.cs": ["class Six { int Sixth() { return 6; } int Twelfth() => 2 * Sixth(); }\n", "Six.Sixth", ["Six.Twelfth"]],
  "shop.kt": [
    "class Cart(private val store: Store) { fun total() = store.sum() }\nclass Store { fun sum() = 3; fun twice() = sum() }\n",
    "Store.sum",
    ["Cart.total", "Store.twice"],
  ],
  "seven.py": ["def seven(): return 7\nclass Py:\n    def one(self): return seven()\n", "seven", ["Py.one"]],
  "eight.rb": ["class Eight; def ocho; 8; end; def dieciseis; ocho * 2; end; end\n", "Eight.ocho", ["Eight.dieciseis"]],
  "nine.php": ["<?php function nine() { return 9; } function eighteen() { return nine(); }\n", "nine", ["eighteen"]],
  "ten.swift": ["func ten() -> Int { 10 }; func twenty() -> Int { ten() + ten() }\n", "ten", ["twenty"]],
  "tick.kt": [
    "class Tick {\n  fun `take one`(): Int = 1\n  fun use(): Int = `take one`() + 1\n}\nfun top(s: Tick) = s.`take one`()\n",
    "Tick.take one",
    ["Tick.use", "top"],
  ],
  "tick.swift": [
    "struct Tack {\n  func `default`() -> Int { 1 }\n  func use() -> Int { self.`default`() }\n}\n",
    "Tack.default",
    ["Tack.use"],
  ],
  "Tick.scala": [
    "object Teck {\n  def `take one`(): Int = 1\n  def use(): Int = `take one`()\n}\n",
    "Teck.take one",
    ["Teck.use"],
  ],
  "made.c": [
    "#define FNAME(x) x\nstatic void sink_one(void) { }\nstatic void FNAME(first_caller)(void)\n{\n\tsink_one();\n}\nSYSCALL_DEFINE2(my_open, const char *, name, int, flags)\n{\n\tsink_one();\n\treturn 0;\n}\n",
    "sink_one",
    ["first_caller", "my_open"],
  ],
  "Eleven.scala": [
    "object Eleven { def once(): Int = 11; def doubled(): Int = once() * 2 }\n",
    "Eleven.once",
    ["Eleven.doubled"],
  ],
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(Object.fromEntries(Object.entries(TEXTS).map(([path, [text]]) => [path, text])));
});
afterAll(() => tools.close());

describe.each(Object.entries(TEXTS))("%s", (path, [, called, callers]) => {
  it("has the callers and the dependents that it has", async () => {
    const symbol = `${path}#${called}`;
    const found = await tools.ask("find_references", { symbol, roles: ["call"] });
    expect(readTable(found.structured["references"]).map((row) => row["symbol"])).toEqual(callers);
    const impact = await tools.ask("analyze_impact", { symbol, depth: 1 });
    expect(readTable(impact.structured["dependents"]).map((row) => row["symbol"])).toEqual(callers);
  });

  it("calls nothing back: no cycle, and the caller alone has callees", async () => {
    const graph = await tools.ask("get_call_graph", { symbol: `${path}#${called}`, direction: "callees" });
    expect(graph.structured["outcome"]).toBe("empty");
    for (const caller of callers) {
      const { text } = await tools.ask("get_call_graph", { symbol: `${path}#${caller}`, direction: "callees" });
      expect(text).toContain(called);
      expect(text).not.toContain("cycle");
    }
  });
});

it("a deletion takes no type with it that shares the line", async () => {
  const { text } = await tools.ask("delete_symbol", { symbol: "shop.kt#Store.sum" });
  expect(text).toContain("refers to Store.sum, which is deleted");
  expect(text).not.toContain("refers to Store, which is deleted");
});
