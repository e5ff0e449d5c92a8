import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";

const HIT = { path: "a.ts", start_line: 10, end_line: 20, kind: "function", score: 1 };

describe("an answer", () => {
  it("shows the lines of its source, however that is written, and those of context", () => {
    for (const source of [["one", "", "three"], "one\n\nthree"]) {
      const { outcome, hits } = readAnswer({
        outcome: "found",
        hits: [{ ...HIT, source_start_line: 12, source_end_line: 14, source, context: { 3: "class A {" } }],
      });
      expect(outcome).toBe("found");
      expect(hits).toMatchObject([{ path: "a.ts", startLine: 10, endLine: 20 }]);
      expect([...(hits[0]?.shown ?? [])]).toEqual([
        [3, "class A {"],
        [12, "one"],
        [13, ""],
        [14, "three"],
      ]);
    }
  });

  it("shows a hit as a whole where it does not say which part", () => {
    const { hits } = readAnswer({ outcome: "found", hits: [{ ...HIT, source: "x" }] });
    expect([...(hits[0]?.shown.keys() ?? [])]).toEqual([10]);
  });

  it("names further hits without their lines", () => {
    const { hits } = readAnswer({
      outcome: "found",
      hits: [HIT],
      locations: {
        columns: ["path", "line", "symbol"],
        rows: [
          ["b.ts", 7, "B.run"],
          ["c.ts", 1],
        ],
      },
    });
    expect(hits.map(({ path, startLine, shown }) => [path, startLine, shown.size])).toEqual([
      ["a.ts", 10, 0],
      ["b.ts", 7, 0],
      ["c.ts", 1, 0],
    ]);
  });

  it("may be without hits", () => {
    expect(readAnswer({ outcome: "none" }).hits).toEqual([]);
  });

  it("of another form is no answer", () => {
    expect(() => readAnswer({ outcome: "found", hits: [{ file: "a.ts" }] })).toThrow("has another form");
    expect(() => readAnswer(undefined)).toThrow("has another form");
  });
});
