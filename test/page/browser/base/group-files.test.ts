import { expect, test } from "vitest";
import { groupFiles } from "../../../../src/page/browser/base/group-files.ts";

const shown = (paths: readonly string[], most: number): string[] =>
  groupFiles(paths, most).map(({ name, files }) => `${name} ${files.length}`);

test.each<[string, string[], number, string[]]>([
  ["few files are named one by one", ["b.ts", "a/c.ts"], 2, ["b.ts 1", "a/c.ts 1"]],
  [
    "more are put together in the deepest folders that are few enough, largest first",
    ["a/x/1.ts", "a/x/2.ts", "a/y/1.ts", "a/y/2.ts", "a/y/3.ts"],
    2,
    ["a/y 3", "a/x 2"],
  ],
  [
    "folders that are too many give way to those around them",
    ["a/x/1.ts", "a/y/1.ts", "b/z/1.ts", "b/z/2.ts"],
    2,
    ["a 2", "b 2"],
  ],
  ["a file that is alone in its folder keeps its name", ["a/1.ts", "a/2.ts", "b/1.ts"], 2, ["a 2", "b/1.ts 1"]],
  ["files of the root are a folder of their own", ["1.ts", "2.ts", "a/1.ts", "a/2.ts"], 2, [" 2", "a 2"]],
  [
    "outermost folders are all there, however many",
    ["a/1.ts", "b/1.ts", "c/1.ts"],
    2,
    ["a/1.ts 1", "b/1.ts 1", "c/1.ts 1"],
  ],
  ["nothing", [], 3, []],
])("%s", (_, paths, most, expected) => {
  expect(shown(paths, most)).toEqual(expected);
});
