import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Judged, type JudgedEdit, readJudged, writeJudged } from "./judged-edits.ts";
import { reportOf } from "./report.ts";

const edit = (operation: JudgedEdit["operation"], state: string, unlisted: number, listed: number): JudgedEdit => ({
  operation,
  kind: "class",
  input: { symbol: "a.ts#A" },
  state,
  said: "",
  leftUnread: 0,
  unlisted: Array.from({ length: unlisted }, () => ({ path: "a.ts", line: 1, message: "gone", hasName: true })),
  listed,
  isUndone: true,
});

const JUDGED: Judged = {
  at: "2026-11-26 12:00 UTC",
  machine: "2 cores",
  program: "abc",
  repository: "immer",
  commit: "def",
  keptAside: true,
  compiler: "tsc",
  seed: 1,
  edits: [
    edit("rename", "applied", 0, 0),
    edit("delete", "applied", 0, 2),
    edit("delete", "applied", 1, 0),
    edit("delete", "refused", 0, 0),
  ],
};

it("counts edits by repository and kind, and those that only broke what was listed", () => {
  const rows = reportOf([JUDGED])
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(
    rows.map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    expect.any(Array),
    ["immer, tsc (kept aside)", "rename", "1", "1", "0", "1", "0", "0", "0", "0", "1"],
    ["immer, tsc (kept aside)", "delete", "3", "2", "0", "1", "1", "1", "0", "0", "3"],
    ["all", "", "4", "3", "0", "2", "1", "1", "0", "0", "4"],
  ]);
});

it("reads what it wrote, and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "judged-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "judged.json");
  writeFileSync(file, writeJudged([JUDGED]));
  expect(readJudged(file)).toEqual([JUDGED]);
  writeFileSync(file, writeJudged([JUDGED, JUDGED]));
  expect(readJudged(file)).toEqual([JUDGED, JUDGED]);
  writeFileSync(file, "{}");
  expect(() => readJudged(file)).toThrow("does not hold judged edits");
});
