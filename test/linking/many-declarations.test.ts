// A symbol that a file declares thousands of times: what declares it is all of them, found by work that grows with their number
// and not with its square. Work is counted, not timed.
import { expect, it } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

const COUNT = 1_000;

it.each([
  ["a.ts", "export function many() {}\n".repeat(COUNT)],
  ["a.js", "var many = many;\n".repeat(COUNT)],
  ["a.py", "def many(): pass\n".repeat(COUNT)],
  ["a.go", `package a\n${"func many() {}\n".repeat(COUNT)}`],
  ["a.rs", "fn many() {}\n".repeat(COUNT)],
  ["a.c", "int many(void);\n".repeat(COUNT)],
  ["a.php", `<?php\n${"function many() {}\n".repeat(COUNT)}`],
  ["a.cs", "partial class many {}\n".repeat(COUNT)],
])("%s", async (path, text) => {
  const { lookup } = await miniProject({ [path]: text });
  let asked = 0;
  const counting = {
    ...lookup,
    facts: (of: string) => {
      asked += 1;
      return lookup.facts(of);
    },
  };
  const { value } = openLinker(counting, semanticsOf).declared(path, path.endsWith(".php") ? "many/" : "many");
  expect(value.is === "definition" ? value.places.length : value.is).toBe(COUNT);
  expect(asked).toBeLessThan(COUNT * 50);
});
