// How a definition that an authority names is asked for through the tool, with a stand-in for the server.
import { describe, expect, it } from "vitest";
import { askReferences, type CallTool, isAt, type OurRow } from "./ask.ts";

const GET = { name: "get", path: "Store.get", kind: "method", places: [["store.ts", 2] as const], supers: [] };

const referencesIn = (path: string, rows: readonly unknown[]) => ({
  columns: ["path", "line", "role", "certainty", "symbol"],
  rows: { [path]: rows },
});
const NOTHING = { outcome: "empty", references: { columns: [], rows: {} } };
const symbol = (first: number, last: number, kind: string, name: string) => ({
  path: "store.ts",
  start_line: first,
  end_line: last,
  kind,
  symbol: name,
});
const FOUND = {
  outcome: "found",
  symbol: symbol(2, 4, "method", "Store.get"),
  references: referencesIn("use.ts", [
    [4, "call", "exact", "main"],
    [9, "read", "heuristic"],
  ]),
};
const ROWS: readonly OurRow[] = [
  { path: "use.ts", line: 4, role: "call", certainty: "exact" },
  { path: "use.ts", line: 9, role: "read", certainty: "heuristic" },
];

/** Answers by address; keeps what it was asked. */
function standIn(answers: Readonly<Record<string, unknown>>): { call: CallTool; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    call: async (_, { symbol }) => {
      asked.push(String(symbol));
      return answers[String(symbol)] ?? NOTHING;
    },
  };
}

describe("our references of a definition", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ["by the line of its name", { "store.ts:2": FOUND }, ["store.ts:2"]],
    [
      "by its path where the line is another symbol's",
      { "store.ts:2": { ...FOUND, symbol: symbol(1, 9, "class", "Store") }, "store.ts#Store.get": FOUND },
      ["store.ts:2", "store.ts#Store.get"],
    ],
    [
      "by its name where the path is another here",
      { "store.ts#get": FOUND },
      ["store.ts:2", "store.ts#Store.get", "store.ts#get"],
    ],
    [
      "by the path that it has here where several have the name",
      {
        "store.ts#get": {
          outcome: "ambiguous",
          candidates: {
            columns: ["path", "start_line", "end_line", "symbol"],
            same: { kind: "method" },
            rows: {
              "store.ts": [
                [12, 14, "Cache.get"],
                [2, 4, "ns.Store.get"],
              ],
            },
          },
        },
        "store.ts#ns.Store.get": FOUND,
      },
      ["store.ts:2", "store.ts#Store.get", "store.ts#get", "store.ts#ns.Store.get"],
    ],
  ])("are asked for %s", async (_, answers, addresses) => {
    const { call, asked } = standIn(answers);
    expect(await askReferences(GET, call)).toEqual({ state: "whole", said: "", rows: ROWS });
    expect(asked).toEqual(addresses);
  });

  it("are none where no symbol of ours stands there, said to be cut where they are, and failed where the tool fails", async () => {
    const state = async (call: CallTool) => (await askReferences(GET, call)).state;
    expect(await state(standIn({}).call)).toBe("none");
    expect(await state(standIn({ "store.ts:2": { ...FOUND, envelope: { completeness: "budget" } } }).call)).toBe("cut");
    expect(await askReferences(GET, () => Promise.reject(new Error("no such tool")))).toEqual({
      state: "failed",
      said: "no such tool",
      rows: [],
    });
  });

  it("are asked for role by role where there are more than one answer shows", async () => {
    const cut = { ...FOUND, envelope: { completeness: "limited" } };
    const call: CallTool = async (_, { roles }) =>
      roles === undefined
        ? cut
        : { ...FOUND, references: referencesIn("more.ts", String(roles) === "type" ? [[3, "type", "exact"]] : []) };
    const { state, rows } = await askReferences(GET, call);
    expect(state).toBe("whole");
    expect(rows).toEqual([...ROWS, { path: "more.ts", line: 3, role: "type", certainty: "exact" }]);
  });

  it("are joined over the files that declare it", async () => {
    const places = [["store.ts", 2] as const, ["more.ts", 1] as const];
    const more = {
      ...FOUND,
      symbol: { ...symbol(1, 1, "interface", "Store.get"), path: "more.ts" },
      references: referencesIn("z.ts", [[1, "type", "exact"]]),
    };
    const { rows } = await askReferences({ ...GET, places }, standIn({ "store.ts:2": FOUND, "more.ts:1": more }).call);
    expect(rows).toEqual([...ROWS, { path: "z.ts", line: 1, role: "type", certainty: "exact" }]);
  });

  it.each([
    ["a.ts", 2, "Store.get", true],
    ["a.ts", 2, "get", true],
    ["a.ts", 3, "Store.get", false],
    ["b.ts", 2, "Store.get", false],
    ["a.ts", 2, "Store.forget", false],
  ] as const)("are of the symbol meant: %s from line %i, %s", (path, first, name, expected) => {
    expect(isAt({ ...symbol(first, 4, "method", name), path }, "get", ["a.ts", 2])).toBe(expected);
    expect(isAt(null, "get", ["a.ts", 2])).toBe(false);
  });
});
