// The places that an edit leaves, once it is written.

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edits/apply-edits.ts";
import type { FileChange, TextEdit } from "../../../src/edits/change-set.ts";
import { leftAfter } from "../../../src/edits/store/left-after.ts";
import type { FileContent, PlannedFile } from "../../../src/edits/store/plan-changes.ts";

const content = (text: string): FileContent => ({ bytes: Buffer.from(text), text, sha256: "", mode: null });

const TEXT = "a\nb\r\n  c\nd\n";

describe("leftAfter", () => {
  it.each<[string, TextEdit[], number, number]>([
    ["stays above an edit", [{ start: 5, end: 9, text: "" }], 1, 1],
    ["moves up below lines that went", [{ start: 0, end: 5, text: "" }], 4, 2],
    ["moves up where the edit ends in its own indentation", [{ start: 2, end: 7, text: "" }], 3, 2],
    ["moves down below lines that came", [{ start: 0, end: 0, text: "x\ny\n" }], 3, 5],
    ["is at the start of text that takes its place", [{ start: 5, end: 9, text: "x\ny\n" }], 3, 3],
    [
      "counts all edits above",
      [
        { start: 0, end: 2, text: "" },
        { start: 2, end: 2, text: "x\ny\n" },
      ],
      4,
      5,
    ],
  ])("%s", (_name, edits, line, expected) => {
    const change: FileChange = { kind: "edit", path: "a.ts", contentHash: "", edits };
    const after = content(applyEdits(TEXT, edits));
    const file: PlannedFile = { kind: "edit", path: "a.ts", to: null, before: content(TEXT), after };
    const left = ["a.ts", "other.ts"].map((path) => ({ path, line, why: "stays" }));
    expect(leftAfter(left, { changes: [change] }, [file])).toEqual([
      { path: "a.ts", line: expected, why: "stays" },
      { path: "other.ts", line, why: "stays" },
    ]);
  });

  it("follows a file that moves", () => {
    const edits = [{ start: 0, end: 2, text: "" }];
    const change: FileChange = { kind: "move", path: "a.ts", to: "b.ts", contentHash: "", edits };
    const after = content(applyEdits(TEXT, edits));
    const file: PlannedFile = { kind: "move", path: "a.ts", to: "b.ts", before: content(TEXT), after };
    const left = [{ path: "a.ts", line: 4, why: "stays" }];
    expect(leftAfter(left, { changes: [change] }, [file])).toEqual([{ path: "b.ts", line: 3, why: "stays" }]);
  });
});
