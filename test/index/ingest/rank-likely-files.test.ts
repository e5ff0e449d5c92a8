// How much a file promises, and the orders made of it: pure functions, as tables.
import { describe, expect, it } from "vitest";
import { indexingOrder } from "../../../src/index/ingest/indexing-order.ts";
import {
  COUNT_MAX,
  countNeedles,
  type MatchCounts,
  rankLikelyFiles,
} from "../../../src/index/ingest/rank-likely-files.ts";
import type { FileHints } from "../../../src/index/project-index.ts";

const hints = (changes: Partial<FileHints> = {}): FileHints => ({
  names: [],
  needles: ["flush", "queue"],
  places: [],
  admits: () => true,
  sideDistance: (path) => (path.includes("test/") ? 0.7 : 0),
  ...changes,
});

const seen = (path: string, flush: number, queue: number, size = 1000): MatchCounts => ({
  path,
  size,
  counts: Uint8Array.of(flush, queue),
});
const unseen = (path: string): MatchCounts => ({ path, size: 1000, counts: null });

const CASES: readonly (readonly [string, FileHints, readonly MatchCounts[], readonly string[]])[] = [
  ["nothing where nothing is found", hints(), [seen("a.ts", 0, 0), unseen("b.ts")], []],
  [
    "both words before one of them often",
    hints(),
    [seen("a.ts", 9, 0), seen("b.ts", 2, 2), seen("c.ts", 0, 0)],
    ["b.ts", "a.ts"],
  ],
  [
    "the rare word before the common one",
    hints(),
    [seen("a.ts", 0, 3), seen("b.ts", 0, 2), seen("c.ts", 0, 1), seen("d.ts", 1, 0)],
    ["d.ts", "a.ts", "b.ts", "c.ts"],
  ],
  [
    "a short text before a long one with as many",
    hints(),
    [seen("long.ts", 2, 2, 90_000), seen("short.ts", 2, 2, 500)],
    ["short.ts", "long.ts"],
  ],
  [
    "a word in the path before a word in the text",
    hints(),
    [seen("a.ts", 1, 0), seen("src/Flush.ts", 0, 0), seen("z.ts", 0, 0)],
    ["src/Flush.ts", "a.ts"],
  ],
  ["a path alone, where no text was read", hints(), [unseen("a.ts"), unseen("job-queue.ts")], ["job-queue.ts"]],
  [
    "source before its test",
    hints(),
    [seen("test/a.ts", 3, 3), seen("src/a.ts", 3, 3), seen("b.ts", 0, 0)],
    ["src/a.ts", "test/a.ts"],
  ],
  [
    "a path that is named before all words",
    hints({ places: ["lib/b.ts"] }),
    [seen("a.ts", 9, 9), seen("x/lib/b.ts", 0, 0), seen("x/glib/b.ts", 0, 0)],
    ["x/lib/b.ts", "a.ts"],
  ],
  [
    "the files of a folder that is named",
    hints({ places: ["lib"] }),
    [unseen("lib/b.ts"), unseen("glib/b.ts")],
    ["lib/b.ts"],
  ],
  [
    "only what the filter lets in",
    hints({ admits: (path) => path.endsWith(".py") }),
    [seen("a.ts", 5, 5), seen("b.py", 1, 0)],
    ["b.py"],
  ],
];

describe("the most promising files", () => {
  it.each(CASES)("%s", (_name, wanted, sightings, expected) => {
    expect(rankLikelyFiles(wanted, sightings)).toEqual(expected);
    // Of one query, whatever order the files were seen in.
    expect(rankLikelyFiles(wanted, [...sightings].reverse())).toEqual(expected);
  });

  it.each([
    ["flushes the queue, flush", [2, 1]],
    ["", [0, 0]],
    ["queuequeue", [0, 2]],
    ["flush ".repeat(100), [COUNT_MAX, 0]],
  ] as const)("counts beginnings of words in %j", (text, expected) => {
    expect([...countNeedles(text, ["flush", "queue"])]).toEqual(expected);
  });
});

describe("the order of indexing", () => {
  const DAY_MS = 24 * 3_600_000;
  const NOW_MS = 1_800_000_000_000;
  const file = (path: string, days: number) => ({ path, size: 1, mtimeMs: NOW_MS - days * DAY_MS, ctimeMs: NOW_MS });
  const sideDistance = (path: string) => (path.startsWith("test/") ? 0.7 : 0);

  it("takes what was changed lately first, then source, then side files", () => {
    const files = [file("a.ts", 90), file("b.ts", 1), file("c.ts", 90), file("test/a.ts", 90), file("test/b.ts", 1)];
    expect(indexingOrder(files, { nowMs: NOW_MS, sideDistance }).map(({ path }) => path)).toEqual([
      "b.ts",
      "test/b.ts",
      "a.ts",
      "c.ts",
      "test/a.ts",
    ]);
  });

  it("keeps the folders of a fresh clone together, and a clock that jumped back does no harm", () => {
    const files = [file("a/x.ts", -400), file("a/y.ts", -400), file("b/x.ts", -400)];
    expect(indexingOrder(files, { nowMs: NOW_MS, sideDistance })).toEqual(files);
  });
});
