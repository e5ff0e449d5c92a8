// Lines that have a lost operator's sign beside a variable of its type.
import { expect, test } from "vitest";
import { signUses } from "../../../src/change/breaks/sign-uses.ts";

const usesIn = async (type: string, language: string, text: string): Promise<readonly number[]> => {
  const survey = { sign: /\+/, type, paths: ["a"], language, changed: new Set<string>() };
  const found = await signUses(survey, async () => text);
  return found.flatMap(({ lines }) => lines);
};

test("are found beside what is declared to be of the type", async () => {
  const text = "Cell cell;\nint n = 1;\nint m = n + n;\nauto sum = cell + cell;\n// cell + 1\nsuper_cell + 1;\n";
  expect(await usesIn("Cell", "cpp", text)).toEqual([4]);
});

test("are found for a type whose name is signs, as Scala has them", async () => {
  expect(await usesIn("*:", "scala", "val a: *: = b\nval c = a + a\n")).toEqual([2]);
});
