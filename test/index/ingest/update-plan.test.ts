import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentStamp } from "../../../src/index/documents.ts";
import { analysisName, isEmptyPlan, planUpdate, RACY_WITHIN_MS } from "../../../src/index/ingest/update-plan.ts";
import type { CorpusFile } from "../../../src/project/corpus.ts";
import type { DocumentId } from "../../../src/vocabulary/chunk.ts";

const ANALYSIS = { version: 3, settings: "abc" };
const NOW = 1_700_000_000_000;
const OLD = NOW - 60_000;

const file = (changes: Partial<CorpusFile> = {}): CorpusFile => ({
  path: "a.ts",
  size: 10,
  mtimeMs: OLD,
  ctimeMs: OLD,
  ...changes,
});
const stamp = (changes: Partial<DocumentStamp> = {}): DocumentStamp => ({
  ...file(),
  document: 0 as DocumentId,
  verifiedAtMs: NOW,
  analysis: analysisName(ANALYSIS),
  contentHash: "00",
  ...changes,
});

function check(files: readonly CorpusFile[], stamps: readonly DocumentStamp[], verifiedSinceMs = Infinity): string {
  const plan = planUpdate(new Map(files.map((one) => [one.path, one])), new Map(stamps.map((one) => [one.path, one])), {
    analysis: ANALYSIS,
    verifiedSinceMs,
  });
  return [...plan.changed.map(({ path }) => `read ${path}`), ...plan.removed.map(({ path }) => `remove ${path}`)].join(
    ", ",
  );
}

describe("the plan of an update", () => {
  it.each<[string, readonly CorpusFile[], readonly DocumentStamp[], string]>([
    ["leaves what is as it was", [file()], [stamp()], ""],
    ["reads a new file", [file()], [], "read a.ts"],
    ["removes what is admitted no longer", [], [stamp()], "remove a.ts"],
    ["reads a file of another size", [file({ size: 11 })], [stamp()], "read a.ts"],
    ["reads a file of another mtime, an older one too", [file({ mtimeMs: OLD - 5 })], [stamp()], "read a.ts"],
    ["reads a file whose tool restored the mtime", [file({ ctimeMs: OLD + 9 })], [stamp()], "read a.ts"],
    ["reads again what was read too soon after its mtime", [file()], [stamp({ verifiedAtMs: OLD + 900 })], "read a.ts"],
    ["and at the very edge", [file()], [stamp({ verifiedAtMs: OLD + RACY_WITHIN_MS })], "read a.ts"],
    ["trusts it from there on", [file()], [stamp({ verifiedAtMs: OLD + RACY_WITHIN_MS + 1 })], ""],
    [
      "reads a file of the future each time",
      [file({ mtimeMs: NOW + 9e9 })],
      [stamp({ mtimeMs: NOW + 9e9 })],
      "read a.ts",
    ],
    ["reads what an older analysis made", [file()], [stamp({ analysis: "2:abc" })], "read a.ts"],
    ["leaves what a newer analysis made", [file()], [stamp({ analysis: "4:abc" })], ""],
    ["reads what other settings made", [file()], [stamp({ analysis: "4:abd" })], "read a.ts"],
    [
      "is in order of path",
      [file({ path: "b" }), file({ path: "Z" }), file({ path: "a/c" })],
      [stamp({ path: "y" }), stamp({ path: "x" })],
      "read Z, read a/c, read b, remove x, remove y",
    ],
  ])("%s", (_name, files, stamps, expected) => {
    expect(check(files, stamps)).toBe(expected);
  });

  it("does not read twice in one request what is too young to be trusted in the next", () => {
    const young = stamp({ verifiedAtMs: OLD + 100 });
    expect(check([file()], [young], OLD + 100)).toBe("");
    expect(check([file()], [young], OLD + 101)).toBe("read a.ts");
  });

  it("carried out, leaves nothing to do", () => {
    const files = fc.uniqueArray(
      fc.record({ path: fc.stringMatching(/^[a-e]{1,3}$/), size: fc.nat(3), mtimeMs: fc.nat(9), ctimeMs: fc.nat(9) }),
      { selector: ({ path }) => path },
    );
    fc.assert(
      fc.property(files, files, (before, now) => {
        const stamps = new Map(before.map((one) => [one.path, stamp({ ...one, verifiedAtMs: NOW })]));
        const basis = { analysis: ANALYSIS, verifiedSinceMs: Infinity };
        const byPath = new Map(now.map((one) => [one.path, one]));
        const plan = planUpdate(byPath, stamps, basis);
        for (const one of plan.changed) {
          stamps.set(one.path, stamp({ ...one, verifiedAtMs: NOW }));
        }
        for (const { path } of plan.removed) {
          stamps.delete(path);
        }
        expect(planUpdate(byPath, stamps, basis)).toEqual({ changed: [], removed: [] });
      }),
    );
  });
});

it("is empty only where nothing is to be read and nothing to be removed", () => {
  const planned = (files: readonly CorpusFile[], stamps: readonly DocumentStamp[]): boolean =>
    isEmptyPlan(
      planUpdate(new Map(files.map((one) => [one.path, one])), new Map(stamps.map((one) => [one.path, one])), {
        analysis: ANALYSIS,
        verifiedSinceMs: Infinity,
      }),
    );
  expect([planned([file()], [stamp()]), planned([file()], []), planned([], [stamp()])]).toEqual([true, false, false]);
});
