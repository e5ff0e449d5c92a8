import { describe, expect, it } from "vitest";
import type { Freshness } from "../../src/index/project-index.ts";
import { type Authority, envelopeOf, renderEnvelope } from "../../src/intelligence/envelope.ts";
import type { Corpus } from "../../src/project/corpus.ts";

const corpus: Corpus = {
  root: "/p",
  files: new Map(),
  excluded: { binary: { count: 1_200, examples: [] } },
  problems: [],
};

interface Case {
  readonly authority?: Authority;
  readonly lagging?: number;
  readonly filesLeft?: number;
  readonly shown?: number;
  readonly wanted?: number;
}

function envelope({ authority = "index", lagging = 0, filesLeft = 0, shown = 3, wanted = 3 }: Case) {
  const finding = { match: "exact", authority, generation: 7, documents: [], found: 3, filesLeft, files: 9 };
  const freshness: Freshness = {
    building: false,
    lagging,
    coverage: { files: 9, filesSearchable: 9, chunks: 0, chunksEmbedded: 0 },
    writtenElsewhere: false,
    problems: [],
  };
  return envelopeOf(finding, { shown, wanted, tokens: 180, budget: 1_500 }, freshness, corpus);
}

describe("the completeness of an answer", () => {
  it.each([
    [{}, "full"],
    [{ shown: 2 }, "budget"],
    [{ shown: 2, wanted: 2 }, "limited"],
    [{ filesLeft: 1, shown: 2 }, "time"],
    [{ lagging: 1, filesLeft: 1 }, "building"],
    // Files that were read themselves do not wait for the index.
    [{ authority: "disk", lagging: 1 }, "full"],
    [{ authority: "disk", lagging: 1, filesLeft: 1 }, "time"],
  ] as const)("of %j is: %s", (told, completeness) => {
    expect(envelope(told).completeness).toBe(completeness);
  });

  it("is one line of text", () => {
    expect(renderEnvelope(envelope({ authority: "disk", lagging: 2, filesLeft: 4, shown: 2 }))).toBe(
      "disk generation 7, lagging by 2 files; exact; 2 of 3 shown; 4 files not looked through; ~180 of 1,500 tokens; 9 files; left out: 1,200 binary",
    );
  });
});
