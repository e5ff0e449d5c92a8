import { describe, expect, it } from "vitest";
import { findIssues, healthStatusOf, type PartsState } from "../../src/intelligence/find-issues.ts";

const coverage = { files: 100, filesSearchable: 100, chunks: 900, chunksEmbedded: 900 };
const freshness = { building: false, lagging: 0, coverage, writtenElsewhere: false, problems: [] };
const git = { state: "commit", commit: "a".repeat(40), shallow: false, reason: "" } as const;
const fine: PartsState = {
  freshness,
  vectors: { state: "applied", kind: "exact", reason: "" },
  parse: { full: 100 },
  partial: [],
  git,
  watching: { state: "live", reason: "" },
  memory: { usedMb: 200, limitMb: 1_024 },
  unreadable: 0,
};

describe("the troubles of a project", () => {
  it("are none where nothing is in trouble, nor where a part is switched off", () => {
    expect(findIssues(fine)).toEqual([]);
    expect(healthStatusOf([])).toBe("healthy");
    const off = { state: "disabled", kind: null, reason: "search by meaning is turned off" } as const;
    expect(findIssues({ ...fine, vectors: off, watching: null })).toEqual([]);
    const without = { state: "none", commit: null, shallow: false, reason: "" } as const;
    expect(findIssues({ ...fine, git: without })).toEqual([]);
  });

  it.each<[string, Partial<PartsState>, string, string, RegExp]>([
    ["files behind", { freshness: { ...freshness, lagging: 3 } }, "index", "building", /3 files not indexed/],
    [
      "an index that cannot be written",
      { freshness: { ...freshness, lagging: 3, problems: [{ code: "INDEX_READ_ONLY", message: "the disk is full" }] } },
      "index",
      "degraded",
      /3 files not indexed yet, and it cannot be written/,
    ],
    [
      "chunks without a vector",
      { freshness: { ...freshness, coverage: { ...coverage, chunksEmbedded: 0 } } },
      "vectors",
      "building",
      /900 of 900/,
    ],
    [
      "no model",
      { vectors: { state: "unavailable", kind: null, reason: "no model" } },
      "vectors",
      "degraded",
      /no model/,
    ],
    [
      "a slower scan",
      { vectors: { state: "falling back", kind: "int8", reason: "no HNSW" } },
      "vectors",
      "degraded",
      /no HNSW/,
    ],
    [
      "a few broken files",
      { parse: { full: 98, partial: 2 }, partial: ["a.ts", "b.ts"] },
      "parse",
      "healthy",
      /a\.ts, b\.ts\)/,
    ],
    [
      "many broken files",
      { parse: { full: 90, partial: 10 }, partial: ["a.ts"] },
      "parse",
      "degraded",
      /10 files .*a\.ts, …/,
    ],
    ["unreadable files", { unreadable: 1 }, "files", "degraded", /1 file could/],
    ["a shallow history", { git: { ...git, shallow: true } }, "git", "healthy", /shallow/],
    [
      "a git that fails",
      { git: { ...git, state: "unavailable", commit: null, reason: "not installed" } },
      "git",
      "degraded",
      /not installed/,
    ],
    ["no watching", { watching: { state: "off", reason: "too many folders" } }, "watching", "healthy", /too many/],
    ["little memory", { memory: { usedMb: 900, limitMb: 1_024 } }, "memory", "degraded", /900 of 1,024 MB/],
  ])("%s", (_name, state, part, standing, what) => {
    const troubles = findIssues({ ...fine, ...state });
    expect(troubles.map((trouble) => trouble.part)).toEqual([part]);
    expect(troubles[0]?.what).toMatch(what);
    expect(troubles[0]?.remedy).not.toBe("");
    expect(healthStatusOf(troubles)).toBe(standing);
  });

  it("repeat no reason at length", () => {
    const reason = "x".repeat(5_000);
    const troubles = findIssues({ ...fine, vectors: { state: "unavailable", kind: null, reason } });
    expect(troubles[0]?.what.length).toBeLessThan(300);
  });
});
