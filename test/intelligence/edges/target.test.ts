import { expect, it } from "vitest";
import type { DocumentRecord } from "../../../src/index/snapshot.ts";
import { lookupOf } from "../../../src/intelligence/edges/edge-scene.ts";
import { resolveTarget, symbolOf } from "../../../src/intelligence/edges/target.ts";
import { miniProject } from "../../linking/mini-project.ts";
import { openFactsDatabase } from "../../support/facts-database.ts";

it.each<[file: string, text: string, line: number, lines: readonly number[]]>([
  ["a.rs", "pub struct Arg { long: u8 }\nimpl Arg {\n  pub fn long(self) -> Self { self }\n}\n", 3, [3]],
  ["a.ts", "export function shop() {}\nexport namespace shop { export const open = 1; }\n", 1, [1, 2]],
  [
    "A.java",
    "class A {\n  int size;\n  int size() { return size; }\n  int size(int by) { return by; }\n}\n",
    4,
    [3, 4],
  ],
])("means by a symbol of %s all that one use of it can mean", async (path, text, line, lines) => {
  const { lookup } = await miniProject({ [path]: text });
  const facts = lookup.facts(path);
  const at = facts?.definitions.findIndex(({ nameLine }) => nameLine === line) ?? -1;
  const symbol =
    facts === null ? null : symbolOf({ path, language: lookup.language(path) } as DocumentRecord, facts, [at]);
  expect(symbol?.places.map((place) => facts?.definitions[place.at]?.nameLine)).toEqual(lines);
});

it("means by a line the overload on it, and by a name all of them", async () => {
  const text =
    "class A {\n  int size() { return 0; }\n  int size(int by) { return by; }\n  int size(String of) { return 0; }\n}\n";
  const { facts } = await miniProject({ "A.java": text });
  const database = await openFactsDatabase();
  try {
    database.put("A.java", facts.get("A.java") ?? null, "java");
    const meant = (asked: string) =>
      database.ask((snapshot) => {
        const targeted = resolveTarget(snapshot, lookupOf(snapshot), asked);
        const { definition, places } = targeted.kind === "found" ? targeted.symbol : { definition: null, places: [] };
        return [definition?.nameLine, places.map(({ at }) => facts.get("A.java")?.definitions[at]?.nameLine)];
      });
    expect(meant("A.java:3")).toEqual([3, [3]]);
    expect(meant("A.java#A.size")).toEqual([2, [2, 3, 4]]);
  } finally {
    database.dispose();
  }
});
