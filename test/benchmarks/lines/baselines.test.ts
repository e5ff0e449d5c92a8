import { describe, expect, it } from "vitest";
import { answerOf, readExploration, wholeFiles } from "./baselines.ts";

const count = (text: string): number => text.length;

describe("another way's answer", () => {
  const lines = [
    { path: "a.ts", line: null, source: "", text: "a.ts" },
    { path: "a.ts", line: 3, source: "x", text: "3:x" },
    { path: "a.ts", line: 9, source: "y", text: "9:y" },
    { path: "b.ts", line: 1, source: "z", text: "1:z" },
  ];

  it("is what fits, one hit a file", () => {
    const { answer, tokens } = answerOf(lines, 1_000, count);
    expect(tokens).toBe(17);
    expect(answer.outcome).toBe("found");
    expect(answer.hits).toMatchObject([
      { path: "a.ts", startLine: 3, endLine: 9 },
      { path: "b.ts", startLine: 1, endLine: 1 },
    ]);
    expect(answer.hits[0]?.shown.get(9)).toBe("y");
  });

  it("is cut after the last whole line", () => {
    const { answer, tokens } = answerOf(lines, 12, count);
    expect(tokens).toBe(9);
    expect(answer.hits).toMatchObject([{ path: "a.ts", startLine: 3, endLine: 3 }]);
    expect(answerOf([], 12, count).answer).toEqual({ outcome: "none", hits: [] });
  });

  it("may be whole files, each once", () => {
    const files = (path: string) => [`${path} 1`, `${path} 2`];
    expect(wholeFiles(["a", "b", "a"], files).map(({ text }) => text)).toEqual(["a", "a 1", "a 2", "b", "b 1", "b 2"]);
  });
});

it("what codegraph prints is read", () => {
  const text =
    "**Source Code**\n\n**`src/a.go`** — run(method)\n\n```go\n30\t\tx int\n31\t\n32\t}\n```\n\n**`b.go`** — y\n7\tz";
  const read = readExploration(text).filter(({ line }) => line !== null);
  expect(read.map(({ path, line, source }) => [path, line, source])).toEqual([
    ["src/a.go", 30, "\tx int"],
    ["src/a.go", 31, ""],
    ["src/a.go", 32, "}"],
    ["b.go", 7, "z"],
  ]);
});
