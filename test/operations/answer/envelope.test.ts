import { describe, expect, it } from "vitest";
import type { Freshness } from "../../../src/index/project-index.ts";
import {
  type Authority,
  envelopeOf,
  type Filtered,
  renderEnvelope,
  wireEnvelope,
} from "../../../src/operations/answer/envelope.ts";
import type { Corpus } from "../../../src/project/corpus.ts";

const corpus: Corpus = {
  root: "/p",
  files: new Map(),
  excluded: { binary: { count: 1_200, examples: [] } },
  leftOut: new Map(),
  problems: [],
};

interface Case {
  readonly authority?: Authority;
  readonly lagging?: number;
  readonly filesLeft?: number;
  readonly shown?: number;
  readonly wanted?: number;
  readonly found?: number;
  readonly filtered?: Filtered | null;
}

function envelope({ authority = "index", lagging = 0, filesLeft = 0, found = 3, filtered = null, ...cut }: Case) {
  const { shown = found, wanted = found } = cut;
  const finding = { authority, documents: [], found, filesLeft, files: 9, filtered };
  const freshness: Freshness = {
    building: false,
    lagging,
    coverage: { files: 9, filesSearchable: 9, chunks: 0, chunksEmbedded: 0 },
    writtenElsewhere: false,
    problems: [],
  };
  return envelopeOf(finding, { shown, wanted }, freshness, corpus);
}

const HIDDEN: Filtered = { hidden: 14, by: ["roles", "certainty_min"], files: null };

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
    [{ found: 0 }, "full"],
    [{ found: 3, filtered: HIDDEN }, "limited"],
  ] as const)("of %j is: %s", (told, completeness) => {
    expect(envelope(told).completeness).toBe(completeness);
  });

  it("says nothing of what is as usual", () => {
    expect(renderEnvelope(envelope({}), "found")).toBe("");
    expect(wireEnvelope(envelope({}), "found")).toBeNull();
  });

  it("says what lacks, in text and in fields", () => {
    const cut = envelope({ authority: "disk", lagging: 2, filesLeft: 4, shown: 2 });
    expect(renderEnvelope(cut, "found")).toBe(
      "2 of 3 shown; 2 files not indexed yet, read from disk; 4 files not looked through",
    );
    expect(wireEnvelope(cut, "found")).toEqual({
      completeness: "time",
      found: 3,
      shown: 2,
      authority: "disk",
      files_left: 4,
      lagging: 2,
    });
    expect(renderEnvelope(envelope({ filtered: HIDDEN }), "found")).toBe(
      "14 more left out by the filters roles and certainty_min",
    );
    expect(renderEnvelope(envelope({ shown: 2 }), "found")).toBe("2 of 3 shown (max_tokens)");
  });

  it("tells an absence from what a filter hides, and says what was looked at", () => {
    const absent = envelope({ found: 0 });
    expect(renderEnvelope(absent, "empty")).toBe("searched 9 files; never searched: 1,200 binary");
    expect(wireEnvelope(absent, "empty")).toMatchObject({ absence: "absent", files: 9, excluded: { binary: 1_200 } });
    const hidden = envelope({ found: 0, filtered: HIDDEN });
    expect(renderEnvelope(hidden, "empty")).toBe("searched 9 files; never searched: 1,200 binary");
    expect(wireEnvelope(hidden, "empty")).toMatchObject({ absence: "filtered", hidden: 14, hidden_by: HIDDEN.by });
  });
});
