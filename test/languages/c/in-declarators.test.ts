// Types that only a declarator names: in sizes, alignments, specialisations and pointers to members.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "a.cpp":
    "template <class T> struct Traits { static constexpr int rank = 0; };\nclass Cell { public: int v = 0; };\ntemplate <> struct Traits<Cell> { static constexpr int rank = 1; };\n",
  "b.cpp":
    "template <class T> inline constexpr bool is_unit = false;\nclass Unit { public: int v = 0; };\ntemplate <> inline constexpr bool is_unit<Unit> = true;\ntemplate <class T> void touch() {}\ntemplate <> void touch<Unit>() {}\n",
  "m.cpp":
    "struct Bell { int loud; void ring() {} };\nint Bell::*member = nullptr;\nvoid (Bell::*call)() = nullptr;\nchar room[sizeof(Bell)];\nalignas(Bell) char room2[4];\nint total(int (Bell::*p)) { return 0; }\n",
  "c.c":
    "struct cell { int value; };\nstatic _Alignas(struct cell) char raw[8];\nstatic char raw2[sizeof(struct cell)];\nstruct s { int a[sizeof(struct cell)]; };\nvoid f(char b[sizeof(struct cell)]) { }\n",
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

it.each([
  ["a.cpp#Cell", [3]],
  ["b.cpp#Unit", [3, 5]],
  ["m.cpp#Bell", [2, 3, 4, 5, 6]],
  ["c.c#cell", [2, 3, 4, 5]],
])("%s is used on lines %j", async (symbol, lines) => {
  const { structured, text } = await tools.ask("find_references", { symbol });
  expect(
    readTable(structured["references"]).map((row) => row["line"]),
    text,
  ).toEqual(lines);
});

it("a pointer to a member goes by its own name", async () => {
  const { structured } = await tools.ask("list_symbols", { paths: ["m.cpp"] });
  const names = readTable(structured["symbols"]).map((row) => row["symbol"]);
  expect(names).toEqual(expect.arrayContaining(["member", "room", "total"]));
  expect(names.filter((name) => /[*:]/.test(String(name)))).toEqual([]);
});
