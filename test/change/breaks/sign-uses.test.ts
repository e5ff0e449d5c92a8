// Lines that have a lost operator's sign beside a variable of its type.
import { expect, test } from "vitest";
import { signUses, surveySigns } from "../../../src/change/breaks/sign-uses.ts";
import { lostSymbol, supposedChange } from "../../../src/change/state/lost.ts";
import { miniProject, sceneOf } from "../../linking/mini-project.ts";

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

test("are looked for in all files that name the type, or it is said that they were not", async () => {
  const project = await miniProject({
    "a.hpp": "struct Cell {\n  int v;\n  Cell operator+(const Cell& o) const;\n};\n",
    "b.cpp": '#include "a.hpp"\nCell sum(Cell a, Cell b) { return a + b; }\n',
  });
  const at = project.lookup.facts("a.hpp")?.definitions.findIndex(({ name }) => name === "operator+") ?? -1;
  const target = { name: "operator+", places: [{ path: "a.hpp", at }] };
  const surveyUntil = (last: number) => {
    let asked = 0;
    const scene = sceneOf(project, () => ++asked > last);
    const stays = (path: string, line: number) => ({ path, line, isInChange: false });
    const lost = lostSymbol({ base: scene, lineNow: stays }, target, null, true);
    const change = lost === null ? null : supposedChange(scene, lost);
    const survey = change === null ? null : surveySigns(change, target, { before: null, after: null });
    return { paths: survey?.paths, isWhole: survey?.isWhole, asked };
  };
  const whole = surveyUntil(Number.POSITIVE_INFINITY);
  expect(whole).toMatchObject({ paths: ["b.cpp"], isWhole: true });
  for (let last = 0; last < whole.asked; last += 1) {
    const { paths, isWhole } = surveyUntil(last);
    expect(isWhole === false || paths?.length === 1, `time for ${last} files`).toBe(true);
  }
});
