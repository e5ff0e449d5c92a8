import { describe, expect, it } from "vitest";
import { type Row, rangesOf } from "./asked.ts";
import { differenceOf, figuresOf } from "./figures.ts";
import { renderReport } from "./report.ts";

const row = (question: string, more: Partial<Row> = {}): Row => ({
  arm: "this build",
  repo: "one",
  kind: "plain",
  question,
  answered: false,
  rank: null,
  loss: "file",
  outcome: "found",
  doubtful: false,
  tokens: 100,
  structured_tokens: null,
  ms: null,
  found: [],
  hits: [],
  ...more,
});
const answered = { answered: true, rank: 1, loss: null } as const;

describe("figures", () => {
  it("count what was answered, and by what the rest was lost", () => {
    const rows = [
      row("a", answered),
      row("b", { ...answered, rank: 3, tokens: 300 }),
      row("c", { loss: "cut", doubtful: true }),
      row("d", { kind: "none", loss: null, doubtful: true }),
      row("e", { kind: "none", loss: null }),
    ];
    expect(figuresOf(rows)).toEqual({
      questions: 3,
      answered: 2,
      first: 1,
      cut: 1,
      part: 0,
      place: 0,
      file: 0,
      doubted: 1,
      without: 2,
      withoutDoubted: 1,
      tokens: 140,
      p50Ms: null,
    });
  });

  it("are compared question by question, with an interval over repositories", () => {
    const before = [row("a"), row("b", answered), row("c", { repo: "two" }), row("d", { kind: "none" })];
    const after = [row("a", answered), row("b"), row("c", { repo: "two", ...answered }), row("new", answered)];
    expect(differenceOf(after, before)).toMatchObject({ questions: 3, gained: 2, lost: 1, mean: 1 / 3 });
    expect(differenceOf(after, [])).toBeNull();
  });

  it("make a report", () => {
    const rows = [row("a", answered), row("d", { kind: "none", loss: null, doubtful: true })];
    const text = renderReport(
      [
        { name: "this build", rows },
        { name: "other", rows: rows.map((one) => ({ ...one, arm: "other" })) },
      ],
      [{ name: "rg", rows: [row("a", { arm: "rg" })] }],
      [row("a")],
      ["a machine"],
    );
    expect(text).toContain("- a machine\n\n## this build\n\n| kind  | questions | answered | by the first hit |");
    const lines = text.split("\n").map((line) => line.replace(/ +/g, " "));
    expect(lines.filter((line) => line.startsWith("| all | 1 | 1 (1.00) | 1 (1.00) "))).toHaveLength(4);
    expect(lines.filter((line) => line.includes("; 1 (1.00) of 1 without an answer |")).length).toBeGreaterThan(0);
    expect(lines).toContain("| all | 1 | +.000 | +.000 to +.000 | equal | 0 / 0 |");
    expect(lines).toContain("| all | 1 | +1.000 | +1.000 to +1.000 | better | 1 / 0 |");
    expect(lines).toContain("| rg | 0 (.00) | – | – | – | – | 0 (.00) | 0 (.00) | 100 |");
  });
});

it("lines become ranges", () => {
  expect(rangesOf([3, 1, 2, 7, 9, 8, 12])).toEqual([
    [1, 3],
    [7, 9],
    [12, 12],
  ]);
});
