// What Emacs shows of an answer: nothing of it is dropped, and no name makes a row of its own.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerRows, type Item, type Row } from "../../src/emacs/answer-rows.ts";
import { packagePath } from "../../src/system/package-root.ts";

type Fields = Readonly<Record<string, unknown>>;

const folder = packagePath("fixtures/code");
/** The answers of the goldens of each tool; N stands for what differs from run to run. */
const answers = readdirSync(folder)
  .filter((name) => name.endsWith(".txt"))
  .flatMap((name) => {
    const text = readFileSync(`${folder}/${name}`, "utf8").replace(/(": )N(,?)$/gm, "$1null$2");
    return [...text.matchAll(/^\{\n[\s\S]*?\n\}$/gm)].map(([json], at): [string, Fields] => [
      `${name.replace(".txt", "")} ${at + 1}`,
      JSON.parse(json) as Fields,
    ]);
  });

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isRow = (item: Item | undefined): item is Row => typeof item === "object" && "path" in item;
const rows = (answer: Fields, direction?: string): readonly Row[] => answerRows(answer, direction).filter(isRow);

/** What a row says in words of its own, or what is usual. */
const SAID_OTHERWISE = new Set([
  "certainty",
  "match",
  "completeness",
  "authority",
  "absence",
  "project_root",
  "outcome",
]);
const USUAL = new Set(["hidden_by", "confidence", "cut", "count", "distance", "tokens", "hash", "columns"]);

/** Texts and numbers of an answer, by the names of the fields and columns that have them. */
function leaves(value: unknown, name: string): [name: string, leaf: string][] {
  if (isFields(value) && "columns" in value && "rows" in value) {
    const { columns, rows: all, same = {}, left = {} } = value as Record<string, Fields> & { columns: string[] };
    const isGrouped = !Array.isArray(all);
    const tuples = Object.entries(all as Fields).flatMap(([key, cells]) =>
      isGrouped ? (cells as unknown[][]).map((one) => [key, ...one]) : [cells as unknown[]],
    );
    const rest = [...leaves(same, name), ...leaves(left, name)];
    return [...tuples.flatMap((cells) => cells.flatMap((cell, at) => leaves(cell, columns[at] ?? name))), ...rest];
  }
  if (isFields(value)) {
    return Object.entries(value).flatMap(([key, one]) => leaves(one, Array.isArray(value) ? name : key));
  }
  return typeof value === "string" || (typeof value === "number" && value !== 0) ? [[name, String(value)]] : [];
}

describe("what Emacs shows", () => {
  it("is tried on answers of many tools", () => {
    expect(new Set(answers.map(([name]) => name.split(" ")[0])).size).toBeGreaterThan(15);
  });

  it.each(answers)("of %s has all that the answer says", (_name, answer) => {
    const shown = JSON.stringify(answerRows(answer));
    const missing = leaves(answer, "answer").filter(
      ([name, leaf]) =>
        !SAID_OTHERWISE.has(name) &&
        !USUAL.has(name) &&
        leaf.trim() !== "" &&
        !leaf.split("\n").every((line) => shown.includes(JSON.stringify(line.trim()).slice(1, -1))),
    );
    expect(missing).toEqual([]);
  });

  it("has the modules of an overview, which are no places", () => {
    const [, overview = {}] = answers.find(([name]) => name.startsWith("get_repo_overview")) ?? [];
    expect(answerRows(overview)).toContainEqual({ heading: "Modules" });
    expect(answerRows(overview)).toContainEqual("module src, files 4, tests 0, symbols 16, uses 0, used_by 1");
  });

  it("takes each path as it is, whatever is in it", () => {
    for (const path of [
      "a b:3.ts",
      "== x",
      " 12 y.ts",
      "n\n 7 z.ts",
      "``` [changed]",
      "p#q.ts",
      "\u202egnp.ts",
      "```",
    ]) {
      const table = { columns: ["path", "line", "role", "source"], rows: { [path]: [[7, "call", "1: 2 - x:9"]] } };
      const [row, ...others] = rows({ summary: "found", references: table });
      expect(others).toEqual([]);
      expect(row).toMatchObject({ path, line: 7, label: "1: 2 - x:9", symbol: null, details: "call" });
      const named = {
        summary: `found: ${path}`,
        name: `x${path}`,
        risk: { points: { [path]: 3 } },
        document: { [path]: 1 },
      };
      const lines = answerRows(named).map(String);
      expect(lines.length).toBe(4);
      expect(lines.filter((line) => /[\n\u202e]/u.test(line))).toEqual([]);
    }
  });

  it("says of each row how certain it is, also where all are alike", () => {
    const same = { certainty: "constrained", role: "call" };
    const references = { columns: ["path", "line", "symbol", "source"], same, rows: [["a.ts", 3, "f", "g();"]] };
    const mixed = {
      columns: ["path", "line", "certainty"],
      rows: [
        ["a.ts", 3, "exact"],
        ["a.ts", 4, "heuristic"],
      ],
    };
    expect(rows({ references })).toMatchObject([{ details: "call, in f", doubt: "by the receiver's type" }]);
    expect(rows({ references: mixed })).toMatchObject([{ doubt: "" }, { doubt: "by name alone" }]);
  });

  it("has the line of a call in the file that makes it", () => {
    const columns = ["of", "path", "line", "symbol", "call_line", "source"];
    const edges = { columns, rows: { "a.ts#f": [["b.ts", 3, "g", 9, "g();"]] } };
    const answer = { summary: "found", edges };
    expect(answerRows(answer, "callees")[1]).toEqual({ heading: "callees of a.ts#f" });
    expect(rows(answer, "callees")).toMatchObject([{ path: "b.ts", line: 3, source: [[9, "g();"]], file: "a.ts" }]);
    expect(rows(answer)).toMatchObject([{ path: "b.ts", file: null }]);
  });

  it("numbers the source of a hit, of a context, and of what was saved", () => {
    const hit = {
      path: "a.ts",
      start_line: 3,
      end_line: 9,
      source_start_line: 5,
      context: { 1: "import" },
      source: ["x"],
    };
    expect(rows({ hits: [hit] })).toMatchObject([
      {
        line: 3,
        end: 9,
        source: [
          [1, "import"],
          [5, "x"],
        ],
      },
    ]);
    const items = { columns: ["symbol", "priority", "why", "tokens", "signature", "stretches"], rows: {} as Fields };
    const stretches = [
      [3, 4, "x\ny"],
      [8, 8, "z"],
    ];
    items.rows = { "a.ts": [["f", "high", "used by g", 5, null, stretches]] };
    expect(rows({ items, imports: { "a.ts": ["1: import"] } })).toMatchObject([
      {
        line: 3,
        end: 8,
        details: "high, used by g",
        doubt: "",
        source: [
          [1, "import"],
          [3, "x"],
          [4, "y"],
          [8, "z"],
        ],
      },
    ]);
    const place = {
      path: "a.ts",
      start_line: 3,
      end_line: 3,
      state: "moved",
      now: { start_line: 5, end_line: 5 },
      lines: ["x"],
    };
    expect(rows({ places: [place, { path: "b.ts" }] })).toMatchObject([
      { line: 5, end: 5, doubt: "moved since", details: "", source: [[3, "x"]] },
      { path: "b.ts", line: null, source: [] },
    ]);
    const lines = ["a", "b", "… lines 3-7 left out …", "c", "d"];
    const hits = [
      [8, 9, "g"],
      [1, 1, "f"],
    ];
    const file = {
      path: "a.ts",
      state: "changed",
      hits,
      lines,
      ranges: [
        [1, 2],
        [8, 9],
      ],
    };
    expect(rows({ document: {}, files: [file, { path: "b.ts", lines: ["x"] }] })).toMatchObject([
      { line: 1, end: 1, label: "f", doubt: "changed since", source: [[1, "a"]] },
      {
        line: 8,
        end: 9,
        label: "g",
        source: [
          [2, "b"],
          [8, "c"],
          [9, "d"],
        ],
      },
      { path: "b.ts", line: null, source: [[null, "x"]] },
    ]);
  });
});
