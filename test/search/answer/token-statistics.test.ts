import { describe, expect, it } from "vitest";
import type { DocumentRecord, Snapshot } from "../../../src/index/snapshot.ts";
import type { Corpus } from "../../../src/project/corpus.ts";
import {
  BYTES_PER_TOKEN,
  countFiles,
  countProject,
  tokenStatistics,
} from "../../../src/search/answer/token-statistics.ts";
import { memoryProject } from "../../support/memory-project.ts";

const { snapshot, corpus } = await memoryProject({ "a.ts": "a".repeat(400), "b.ts": "b".repeat(800) });

/** The same index with other token counts, as a later generation. */
function recount(tokens: Readonly<Record<string, number | null>>, generation: number): Snapshot {
  const documentAt = (path: string) => {
    const document = snapshot.documentAt(path);
    return document === undefined ? undefined : { ...document, tokens: tokens[path] ?? null };
  };
  return { ...snapshot, generation: generation as Snapshot["generation"], documentAt };
}

function corpusOf(sizes: Readonly<Record<string, number>>): Corpus {
  const files = Object.entries(sizes).map(([path, size]) => [path, { path, size, mtimeMs: 0, ctimeMs: 0 }] as const);
  return { ...corpus.current(), files: new Map(files) };
}

describe("the project's tokens", () => {
  it("are exact once every file is counted", () => {
    expect(
      countProject(recount({ "a.ts": 90, "b.ts": 210 }, 2), corpusOf({ "a.ts": 400, "b.ts": 800 }), false),
    ).toEqual({
      total: 300,
      exact: true,
      bytesPerToken: 4,
    });
  });

  it("estimate what is not counted by the ratio of what is", () => {
    const files = corpusOf({ "a.ts": 400, "b.ts": 800 });
    expect(countProject(recount({ "a.ts": 200 }, 2), files, false)).toEqual({
      total: 600,
      exact: false,
      bytesPerToken: 2,
    });
    expect(countProject(recount({}, 3), files, false)).toEqual({
      total: Math.round(1_200 / BYTES_PER_TOKEN),
      exact: false,
      bytesPerToken: BYTES_PER_TOKEN,
    });
  });

  it("estimate a file that is not indexed, or not in its present size", () => {
    const all = recount({ "a.ts": 100, "b.ts": 200 }, 2);
    expect(countProject(all, corpusOf({ "a.ts": 400, "b.ts": 1_600 }), false)).toMatchObject({
      total: 500,
      exact: false,
    });
    expect(countProject(all, corpusOf({ "a.ts": 400, "new.ts": 40 }), false)).toMatchObject({
      total: 110,
      exact: false,
    });
  });

  it("are those of now: a later generation and another corpus are counted anew", () => {
    const files = corpusOf({ "a.ts": 400 });
    expect(countProject(recount({ "a.ts": 100 }, 2), files, false).total).toBe(100);
    expect(countProject(recount({ "a.ts": 150 }, 3), files, false).total).toBe(150);
    expect(countProject(recount({ "a.ts": 150 }, 3), corpusOf({}), false).total).toBe(0);
  });
});

describe("the statistics of an answer", () => {
  const project = { total: 1_000, exact: true, bytesPerToken: 4 };

  it("say what was saved against the whole project, never below nothing", () => {
    const hitFiles = [
      { path: "a", tokens: 100 },
      { path: "b", tokens: 200 },
    ];
    expect(tokenStatistics(project, hitFiles, 125, "o200k_base")).toEqual({
      totalTokens: 1_000,
      totalTokensExact: true,
      contextTokens: 125,
      savedTokens: 875,
      savedPercent: 87.5,
      hitFilesTokens: 300,
      encoding: "o200k_base",
    });
    expect(tokenStatistics(project, hitFiles, 1_200, "o200k_base")).toMatchObject({ savedTokens: 0, savedPercent: 0 });
    expect(tokenStatistics({ ...project, total: 0 }, [], 0, "o200k_base")).toMatchObject({
      savedTokens: 0,
      savedPercent: 0,
    });
  });

  it("count each file hit once, estimated where it is not counted", () => {
    const document = (path: string, tokens: number | null) => ({ path, tokens, size: 80 }) as DocumentRecord;
    expect(countFiles([document("a", 7), document("b", null), document("a", 7)], project)).toEqual([
      { path: "a", tokens: 7 },
      { path: "b", tokens: 20 },
    ]);
  });
});
