// Where one declaration gives several names, a use of any of them leads to that name.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { leadsTo } from "./leads-to.ts";

it.each<[fixture: string, uses: readonly string[]]>([
  ["c/several.c", ["high 24: 2", "order 20: 5", "order_ref 18: 7", "two 27: 14", "next 28: 16", "chosen 26: 18"]],
  ["cpp/several.cpp", ["two 21: 6", "high 21: 12", "second 21: 15", "chosen 21: 16"]],
  ["python/several.py", ["HIGH 18: 3", "second 18: 4", "by_size 18: 5", "right 14: 9"]],
  ["kotlin/several.main.kts", ["high 12: 1", "Names 13: 4"]],
  ["ruby/several.rb", ["HIGH 7: 2", "LAST 11: 3", "SIZE 11: 4", "RIGHT 10: 7"]],
  ["svelte/Reactive.svelte", ["total 9,10,20: 8", "last 20: 9", "format 20: 14", "second 16: 2"]],
  ["csharp/Verbatim.cs", ["class 16,16,20: 4", "event 21: 6", "return 21: 9", "switch 18: 12", "switch 21: 12"]],
])("%s", async (fixture, uses) => {
  const text = readFileSync(packagePath("fixtures/today", fixture), "utf8");
  const names = [...new Set(uses.map((use) => use.split(" ")[0] ?? ""))];
  const told: string[] = [];
  for (const name of names) {
    const places = await leadsTo({ [fixture]: text }, fixture, name);
    told.push(...places.map((place) => `${name} ${place.replace(`${fixture}:`, "").replace(/ \w+$/, "")}`));
  }
  expect(told).toEqual(uses);
});
