// Property: whatever changed between two questions, the paths that may be open give the plan that a look at all of them gives.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentStamp } from "../../../src/index/documents.ts";
import { differing, UnverifiedPaths } from "../../../src/index/ingest/unverified-paths.ts";
import { analysisName, countPendingFiles, planUpdate } from "../../../src/index/ingest/update-plan.ts";
import type { CorpusFile } from "../../../src/project/corpus.ts";
import type { DocumentId } from "../../../src/vocabulary/chunk.ts";

const ANALYSIS = { version: 3, settings: "abc" };

/** A table of stamps alone, which tells what changed as the real one does. */
function openTable() {
  const stamps = new Map<string, DocumentStamp>();
  let restamped: Set<string> | null = null;
  return {
    stamps,
    takeRestamped() {
      const taken = restamped;
      restamped = new Set();
      return taken;
    },
    set(path: string, changes: Partial<DocumentStamp>) {
      const fresh = { path, document: 0 as DocumentId, size: 1, mtimeMs: 0, ctimeMs: 0, contentHash: "00" };
      stamps.set(path, { ...fresh, verifiedAtMs: 9_000, analysis: analysisName(ANALYSIS), ...changes });
      restamped?.add(path);
    },
    remove(path: string) {
      stamps.delete(path);
      restamped?.add(path);
    },
  };
}

const anyPath = fc.stringMatching(/^[a-d]{1,2}$/);
/** Times about as far apart as a file is young, so that trust in a read depends on when it was. */
const anyFile = fc.record({ size: fc.nat(1), mtimeMs: fc.nat(3_000), ctimeMs: fc.nat(3_000) });
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant("file" as const), path: anyPath, file: anyFile }),
  fc.record({ kind: fc.constant("unfile" as const), path: anyPath }),
  fc.record({ kind: fc.constant("reorder" as const) }),
  fc.record({
    kind: fc.constant("stamp" as const),
    path: anyPath,
    verifiedAtMs: fc.nat(6_000),
    analysis: fc.constantFrom("3:abc", "2:abc"),
  }),
  fc.record({ kind: fc.constant("unstamp" as const), path: anyPath }),
  fc.record({ kind: fc.constant("replace" as const) }),
  fc.record({ kind: fc.constant("ask" as const), sinceMs: fc.constantFrom(0, 1_500, 4_000, Number.POSITIVE_INFINITY) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

function follow(steps: readonly Step[]): void {
  let table = openTable();
  let files: ReadonlyMap<string, CorpusFile> = new Map();
  const openFiles = new UnverifiedPaths(ANALYSIS);
  const sorted = (entries: Iterable<[string, CorpusFile]>) =>
    new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const step of steps) {
    if (step.kind === "file") {
      files = sorted([...files, [step.path, { path: step.path, ...step.file }]]);
    } else if (step.kind === "unfile") {
      files = new Map([...files].filter(([path]) => path !== step.path));
    } else if (step.kind === "reorder") {
      files = new Map([...files].reverse());
    } else if (step.kind === "stamp") {
      const { size = 1, mtimeMs = 0, ctimeMs = 0 } = files.get(step.path) ?? {};
      const { verifiedAtMs, analysis } = step;
      table.set(step.path, { size, mtimeMs, ctimeMs, verifiedAtMs, analysis });
    } else if (step.kind === "unstamp") {
      table.remove(step.path);
    } else if (step.kind === "replace") {
      table = openTable();
    } else {
      const basis = { analysis: ANALYSIS, verifiedSinceMs: step.sinceMs };
      const whole = planUpdate(files, table.stamps, basis);
      const counts = { changed: whole.changed.length, removed: whole.removed.length };
      expect(planUpdate(files, table.stamps, basis, openFiles.among(files, table))).toEqual(whole);
      expect(countPendingFiles(files, table.stamps, basis, openFiles.among(files, table))).toEqual({
        ...counts,
        total: counts.changed + counts.removed,
      });
    }
  }
}

describe("the paths that may be open", () => {
  it("hold all that is open, after any changes and on any basis", () => {
    fc.assert(fc.property(fc.array(anyStep, { maxLength: 40 }), follow), { numRuns: 500 });
  });

  it("are none where all is proved", () => {
    const table = openTable();
    table.set("a", {});
    const files = new Map([["a", { path: "a", size: 1, mtimeMs: 0, ctimeMs: 0 }]]);
    const openFiles = new UnverifiedPaths(ANALYSIS);
    expect([...openFiles.among(files, table)]).toEqual([]);
    table.set("a", { size: 2 });
    expect([...openFiles.among(files, table)]).toEqual(["a"]);
    table.set("a", {});
    expect([...openFiles.among(files, table)]).toEqual([]);
  });
});

describe("the difference of two lists of files", () => {
  const list = (...names: string[]) => {
    const files = names.map((name) => shared.get(name) ?? { path: name.slice(0, 1), size: 0, mtimeMs: 0, ctimeMs: 0 });
    return new Map(files.map((file) => [file.path, file]));
  };
  const shared = new Map([..."abcd"].map((path) => [path, { path, size: 0, mtimeMs: 0, ctimeMs: 0 }]));

  it.each<[string, string[], string[], string[] | null]>([
    ["nothing where both are alike", ["a", "b"], ["a", "b"], []],
    ["what changed", ["a", "b", "c"], ["a", "b2", "c"], ["b"]],
    ["what came and what went", ["a", "c", "d"], ["a", "b", "d"], ["b", "c"]],
    ["all that came where there was nothing", [], ["a", "b"], ["a", "b"]],
    ["what went at the end", ["a", "b", "c"], ["a"], ["b", "c"]],
    ["no answer where they are in another order", ["a", "b"], ["b", "a"], null],
  ])("is %s", (_what, before, after, expected) => {
    const found = differing(list(...before), list(...after));
    expect(found === null ? null : [...found].sort()).toEqual(expected);
  });
});
