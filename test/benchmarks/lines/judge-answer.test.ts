import { describe, expect, it } from "vitest";
import { judgeAnswer, strayLines } from "./judge-answer.ts";
import type { AnswerHit } from "./read-answer.ts";

const LINES = Array.from({ length: 40 }, (_, at) => (at % 10 === 4 ? "  " : `line ${at + 1}\r`));
const files = (path: string) => (path === "a.ts" || path === "b.ts" ? LINES : []);

/** A hit on lines of a file, of which some are shown. */
function hit(path: string, startLine: number, endLine: number, from = startLine, to = endLine): AnswerHit {
  const shown = new Map<number, string>();
  for (let line = from; line <= to; line++) {
    shown.set(line, files(path)[line - 1]?.trimEnd() ?? "");
  }
  return { path, startLine, endLine, shown };
}
const place = (path: string, startLine: number, endLine: number) => ({ path, startLine, endLine });
const judge = (hits: readonly AnswerHit[], found = [] as ReturnType<typeof place>[], outcome = "found") =>
  judgeAnswer([place("a.ts", 12, 15)], { outcome, hits }, found, files);

describe("a question", () => {
  it("is answered by the hit that shows all of its lines", () => {
    expect(judge([hit("b.ts", 1, 40), hit("a.ts", 10, 20)])).toEqual({
      answered: true,
      rank: 2,
      loss: null,
      doubtful: false,
    });
  });

  it("is answered without its blank lines, and by several hits together", () => {
    expect(judge([hit("a.ts", 10, 13)])).toMatchObject({ answered: false, loss: "part" });
    expect(judge([hit("a.ts", 10, 14)])).toMatchObject({ answered: true, rank: 1 });
    expect(judge([hit("a.ts", 10, 13), hit("b.ts", 1, 2), hit("a.ts", 14, 14)])).toMatchObject({
      answered: true,
      rank: 3,
    });
  });

  it("is not answered by lines that the file has elsewhere", () => {
    const wrong = { ...hit("a.ts", 12, 15), shown: hit("a.ts", 22, 25).shown };
    const shifted = { ...wrong, shown: new Map([...wrong.shown].map(([line, text]) => [line - 10, text])) };
    expect(judge([shifted])).toMatchObject({ answered: false, loss: "cut" });
  });

  it("says where its lines were lost", () => {
    expect(judge([hit("a.ts", 10, 20, 16, 20)]).loss).toBe("cut");
    expect(judge([hit("a.ts", 30, 30)], [place("a.ts", 10, 20)]).loss).toBe("cut");
    expect(judge([hit("a.ts", 14, 20)]).loss).toBe("part");
    expect(judge([hit("a.ts", 30, 35)]).loss).toBe("place");
    expect(judge([hit("b.ts", 12, 15)]).loss).toBe("file");
  });

  it("takes the best of several answers", () => {
    const answers = [place("b.ts", 1, 2), place("a.ts", 12, 15)];
    expect(judgeAnswer(answers, { outcome: "found", hits: [hit("a.ts", 12, 15)] }, [], files)).toMatchObject({
      rank: 1,
    });
    expect(judgeAnswer(answers, { outcome: "found", hits: [hit("a.ts", 1, 3)] }, [], files).loss).toBe("place");
  });

  it("without an answer is only doubted or not", () => {
    const none = (outcome: string) => judgeAnswer([], { outcome, hits: [] }, [], files);
    expect(none("weak")).toEqual({ answered: false, rank: null, loss: null, doubtful: true });
    expect(none("none").doubtful).toBe(true);
    expect(none("ambiguous").doubtful).toBe(false);
  });
});

it("lines of an answer that are not so in the file are counted", () => {
  const long = { ...hit("a.ts", 1, 1), shown: new Map([[1, "lin…"]]) };
  const wrong = {
    ...hit("a.ts", 1, 1),
    shown: new Map([
      [2, "line 3"],
      [99, "line 99"],
    ]),
  };
  expect(strayLines({ outcome: "found", hits: [hit("a.ts", 10, 20), long] }, files)).toBe(0);
  expect(strayLines({ outcome: "found", hits: [wrong] }, files)).toBe(2);
});
