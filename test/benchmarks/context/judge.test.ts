// When an answer has what a task needs.
import { expect, test } from "vitest";
import { judge, type Task } from "./judge.ts";

const task: Task = {
  repository: "a/b",
  commit: "",
  task: "",
  kind: "fix",
  necessary: [
    { path: "a.ts", start: 2, end: 4, why: "" },
    { path: "b.ts", start: 1, end: 1, why: "" },
  ],
};
const textOf = (path: string, line: number): string => (path === "a.ts" && line === 4 ? "}" : "code");

test.each([
  [
    "all of it, but for a brace",
    [
      { path: "a.ts", start: 1, end: 3 },
      { path: "b.ts", start: 1, end: 9 },
    ],
    { share: 1, isWhole: true, files: 1 },
  ],
  ["half of one range", [{ path: "a.ts", start: 3, end: 9 }], { share: 1 / 3, isWhole: false, files: 0.5 }],
  ["nothing", [], { share: 0, isWhole: false, files: 0 }],
])("counts %s", (_, shown, expected) => {
  expect(judge(task, shown, textOf)).toMatchObject(expected);
});
