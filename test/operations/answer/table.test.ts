import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTable } from "../../../src/operations/answer/table.ts";
import { readTable } from "../../support/read-table.ts";

const columns = {
  path: z.string(),
  line: z.number(),
  certainty: z.enum(["exact", "heuristic"]),
  symbol: z.string().nullable(),
  source: z.string().nullable(),
};
const line = (row: Record<string, unknown>): string => Object.values(row).join(" ");
const GROUPED = defineTable({
  columns,
  grouped: true,
  shared: ["certainty"],
  usual: { certainty: "exact" },
  verbatim: ["source"],
  line,
});
const FLAT = defineTable({ columns, line });

const row = (
  path: string,
  at: number,
  more: Partial<{ certainty: "heuristic"; symbol: string; source: string }> = {},
) => ({
  path,
  line: at,
  certainty: "exact" as const,
  symbol: null,
  source: null,
  ...more,
});

describe("a table", () => {
  it("says what is usual or shared once, groups, and drops what no row has", () => {
    const { lines, field, shared } = GROUPED.write([row("b.ts", 3), row("a.ts", 1, { symbol: "f" }), row("b.ts", 4)]);
    expect(lines).toEqual(["b.ts", " 3", " 4", "a.ts", " 1 f"]);
    expect(field).toEqual({
      columns: ["path", "line", "symbol"],
      same: { certainty: "exact" },
      rows: { "b.ts": [[3], [4]], "a.ts": [[1, "f"]] },
    });
    expect(shared).toBe("");
  });

  it("names the column of a number that is shared", () => {
    const scores = defineTable({
      columns: { path: z.string(), score: z.number() },
      shared: ["score"],
      line: ({ path = "" }) => path,
    });
    const { shared } = scores.write([
      { path: "a.ts", score: 20 },
      { path: "b.ts", score: 20 },
    ]);
    expect(shared).toBe("score 20");
  });

  it("says once what is shared and not usual", () => {
    const { lines, shared } = GROUPED.write([1, 2].map((at) => row("a.ts", at, { certainty: "heuristic" })));
    expect({ lines, shared }).toEqual({ lines: ["a.ts", " 1", " 2"], shared: "heuristic" });
  });

  it("escapes names and leaves source as it is", () => {
    const { lines } = GROUPED.write([row("a\u202e.ts", 1, { symbol: "a\\b", source: "x\\n" })]);
    expect(lines).toEqual(["a\\u{202e}.ts", " 1 a\\\\b x\\n"]);
  });

  it.each([
    ["grouped", GROUPED],
    ["flat", FLAT],
  ])("%s is read back as the rows that were written", (_, table) => {
    const rows = [
      row("__proto__", 1),
      row("a.ts", 2, { symbol: "f", source: "f()" }),
      row("a.ts", 3, { certainty: "heuristic" }),
    ];
    expect(readTable(JSON.parse(JSON.stringify(table.write(rows).field)))).toEqual(rows);
    expect(table.field.safeParse(table.write(rows).field).success).toBe(true);
    expect(table.write([]).lines).toEqual([]);
  });
});
