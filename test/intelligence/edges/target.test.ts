import { expect, it } from "vitest";
import type { DocumentRecord } from "../../../src/index/snapshot.ts";
import { symbolOf } from "../../../src/intelligence/edges/target.ts";
import { miniProject } from "../../linking/mini-project.ts";

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
