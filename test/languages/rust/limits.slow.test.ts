// Rust that nobody writes by hand: what macros are given is read again within bounds, and what is left out is counted.
import { expect, test } from "vitest";
import { around, times } from "../../facts/hostile.ts";
import { stopClock } from "../../support/stop-clock.ts";
import { analyze } from "../check.ts";

test.each([
  ["macros in macros", around(5000, "m! { ", "fn a() {}", " }")],
  ["macros in closures", `fn f() { ${around(5000, "m!(|a| ", "a", ")")}; }`],
  ["parts of tuples", `fn f() -> ${around(5000, "(", "A", ",)")} {}`],
  ["trees of imports", `use a::${around(5000, "{b::", "c", "}")};`],
])("%s: what is deep is left out, and the rest is read", async (_, text) => {
  const { facts } = await analyze("a.rs", `${text}\nfn known() {}\n`, { parseTimeMsMax: 20_000 });
  expect(facts?.left).toBeGreaterThan(0);
  expect(facts?.definitions.map(({ name }) => name)).toContain("known");
});

test("of very many macros the first are read as items, the others by their names", async () => {
  stopClock();
  const text = times(3000, (at) => `m! { impl A { fn a${at}(&self) {} } }\n`);
  const { facts } = await analyze("a.rs", `struct A;\n${text}`);
  const methods = facts?.definitions.filter(({ path }) => path.startsWith("A.")) ?? [];
  expect(methods.length).toBe(2000);
  expect(facts?.definitions.length).toBe(3001);
});
