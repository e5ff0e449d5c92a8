import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinHits } from "../../../src/search/answer/join-hits.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import type { Hit } from "../../../src/vocabulary/search.ts";

/** `a:1-10`, best first. */
function hitsOf(places: string): Hit[] {
  return places.split(" ").map((place, at) => {
    const [path = "", lines = ""] = place.split(":");
    const [startLine = 0, endLine = 0] = lines.split("-").map(Number);
    return {
      rank: at + 1,
      chunk: at as ChunkId,
      path,
      startLine,
      endLine,
      symbol: null,
      kind: "block",
      language: null,
      score: 100 - at,
      explanation: [],
      placeScore: 100 - at,
    };
  });
}

const rankingOf = (places: string) => ({ hits: hitsOf(places), further: [] });

/** Places as they are written above, each with the first line of its own chunk where that differs. */
const join = (places: string, topK: number): string =>
  joinHits(rankingOf(places), { topK, detail: "locations" }, () => undefined)
    .map(({ hit, coreStart }) => {
      const core = coreStart === hit.startLine ? "" : `@${coreStart}`;
      return `${hit.path}:${hit.startLine}-${hit.endLine}${core}`;
    })
    .join(" ");

describe("joined hits", () => {
  it.each([
    ["stand alone where nothing touches", "a:1-9 b:10-19 a:11-19", 10, "a:1-9 b:10-19 a:11-19"],
    ["join what touches, in the better one's place", "a:11-20 b:1-5 a:1-10", 10, "a:1-20@11 b:1-5"],
    ["join what overlaps", "a:5-20 a:1-8", 10, "a:1-20@5"],
    ["join three where one closes the gap", "a:1-9 b:1-5 a:20-29 a:10-19", 10, "a:1-29 b:1-5"],
    ["fill up to the number asked for", "a:1-9 a:10-19 b:1-5 c:1-5", 2, "a:1-19 b:1-5"],
    ["stop at the first that would be one too many", "a:1-9 b:1-5 c:1-5 a:10-19", 2, "a:1-9 b:1-5"],
    ["do not grow past what still points at something", "a:1-60 a:61-120 a:121-180", 10, "a:1-120 a:121-180"],
  ])("%s", (_, places, topK, expected) => {
    expect(join(places, topK)).toBe(expected);
  });

  it.each([
    ["are followed by further places of their files", "a:1-9 b:1-5", "a:30-39", 2, "a:1-9 b:1-5 +a:30-39"],
    ["keep what touches them apart", "a:1-9 a:10-19 b:1-5", "", 2, "a:1-9 b:1-5 +a:10-19"],
    ["are of the files that few were asked for", "a:1-9 b:1-5", "a:30-39 c:1-9", 1, "a:1-9 +a:30-39"],
    ["leave room for any file where ten are asked for", "a:1-9", "a:30-39 c:1-9", 10, "a:1-9 +a:30-39 +c:1-9"],
  ])("of source %s", (_, hits, further, topK, expected) => {
    const ranking = { hits: hitsOf(hits), further: further === "" ? [] : hitsOf(further) };
    const joined = joinHits(ranking, { topK, detail: "snippets" }, () => undefined);
    expect(
      joined.map((one) => `${one.further ? "+" : ""}${one.hit.path}:${one.hit.startLine}-${one.hit.endLine}`).join(" "),
    ).toBe(expected);
  });

  it("are as many files as asked for where files are", () => {
    const files = joinHits(rankingOf("a:3-9 a:10-19 b:1-5 c:1-5"), { topK: 2, detail: "files" }, () => undefined);
    expect(files.map(({ hit, coreStart, whole }) => [hit.path, hit.startLine, coreStart, whole])).toEqual([
      ["a", 1, 3, true],
      ["b", 1, 1, true],
    ]);
  });

  it("lose no ranked line before the place where the answer is full", () => {
    const place = fc
      .tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 30 }))
      .map(([path, start, length]) => `${path}:${start}-${start + length}`);
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 10 }), (places, topK) => {
        const ranked = hitsOf(places.join(" "));
        const joined = joinHits({ hits: ranked, further: [] }, { topK, detail: "locations" }, () => undefined);
        const isShown = (hit: Hit): boolean =>
          joined.some(
            (one) => one.hit.path === hit.path && one.hit.startLine <= hit.startLine && hit.endLine <= one.hit.endLine,
          );
        expect(joined.length).toBeLessThanOrEqual(topK);
        if (joined.length < topK) {
          expect(ranked.every(isShown)).toBe(true);
        }
        expect(joined.every(({ hit, coreStart }) => hit.startLine <= coreStart && coreStart <= hit.endLine)).toBe(true);
      }),
    );
  });
});

describe("places to show", () => {
  const { hits, further } = { hits: hitsOf("a:1-9 b:1-9 c:1-9"), further: hitsOf("a:50-59 a:10-19 b:30-39 c:70-79") };
  const placed = (topK: number) =>
    joinHits(
      { hits, further: further.map((hit, at) => ({ ...hit, placeScore: 99.5 - at })) },
      { topK, detail: "snippets" },
      () => undefined,
    )
      .map(({ hit, further: isFurther }) => `${isFurther ? "+" : ""}${hit.path}:${hit.startLine}`)
      .join(" ");

  it.each([
    ["are the hits, then their files' other places, the best answers first", 3, "a:1 b:1 c:1 +a:50 +a:10 +b:30 +c:70"],
    ["are of no other files than the hits", 1, "a:1 +a:50 +a:10"],
  ])("%s", (_, topK, expected) => {
    expect(placed(topK)).toBe(expected);
  });

  it("are chunks: what touches a hit is a place of its own, and takes no hit's place", () => {
    const touching = joinHits(rankingOf("a:1-9 a:10-19 b:1-9"), { topK: 2, detail: "snippets" }, () => undefined);
    expect(touching.map(({ hit, further: isFurther }) => [hit.path, hit.startLine, hit.endLine, isFurther])).toEqual([
      ["a", 1, 9, false],
      ["b", 1, 9, false],
      ["a", 10, 19, true],
    ]);
  });

  it("are bounded", () => {
    const many = hitsOf(Array.from({ length: 80 }, (_, at) => `a:${at * 20 + 1}-${at * 20 + 9}`).join(" "));
    const places = joinHits(
      { hits: many.slice(0, 1), further: many.slice(1) },
      { topK: 1, detail: "snippets" },
      () => undefined,
    );
    expect(places).toHaveLength(16);
  });
});
