import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fitting, fitHits } from "../../../src/search/answer/fit-budget.ts";
import type { FoundHit } from "../../../src/search/answer/read-source.ts";
import { renderHit, renderLocation } from "../../../src/search/answer/render-answer.ts";
import { isBrief, locationOf, structuredHit } from "../../../src/search/answer/structured-answer.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";
import { propertyRuns } from "../../support/property-runs.ts";

const counter = await loadTokenCounter();

interface Given {
  readonly path?: string;
  readonly score: number;
  readonly lines?: readonly [number, number];
  /** Lines of the whole symbol. */
  readonly reach?: readonly [number, number];
  readonly signature?: FoundHit["signature"];
  readonly imports?: FoundHit["imports"];
}

/** A line of the imagined files costs some eleven tokens. */
const lineOf = (line: number): string => `  const value${line} = compute(input, ${line});`;

function found(given: readonly Given[]): FoundHit[] {
  return given.map(({ path, score, lines = [11, 40], reach = lines, signature = [], imports = [] }, at) => {
    const [startLine, endLine] = reach;
    const text = Array.from({ length: endLine - startLine + 1 }, (_, line) => `${lineOf(startLine + line)}\n`).join("");
    return {
      hit: {
        rank: at + 1,
        chunk: (at + 1) as ChunkId,
        path: path ?? `src/file${at}.ts`,
        startLine: lines[0],
        endLine: lines[1],
        symbol: `work${at}`,
        kind: "function",
        language: "typescript",
        score,
        explanation: [],
        placeScore: score,
      },
      coreStart: lines[0],
      whole: false,
      further: false,
      reach: { startLine, endLine },
      enclosing: [],
      run: { startLine: lines[0], endLine: lines[1] },
      context: "",
      nameLine: null,
      source: sourceText(text, startLine),
      signature,
      imports,
      contentHash: "",
      wholeTokens: null,
    };
  });
}

const fit = (given: readonly Given[], tokens: number): Fitting =>
  fitHits({
    found: found(given),
    detail: "snippets",
    room: { text: tokens, json: tokens },
    withSignals: false,
    counter,
  });

/** `11-40`, `11-17 of 11-40`, `+3 +7` for context lines, `place`. */
const shown = ({ hits }: Fitting): string[] =>
  hits.map(({ source, startLine, endLine, symbolLines }) => {
    if (source === null) {
      return "place";
    }
    const part = source.startLine === startLine && source.endLine === endLine ? "" : ` of ${startLine}-${endLine}`;
    const symbol = symbolLines === null ? "" : ` in ${symbolLines.startLine}-${symbolLines.endLine}`;
    return [
      `${source.startLine}-${source.endLine}${part}${symbol}`,
      ...source.context.map(({ line }) => `+${line}`),
    ].join(" ");
  });

/** The hits in both forms, as an answer writes them one behind the other; `none` is the second form without any. */
function written({ hits }: Fitting): { text: string; json: string; none: string } {
  const brief = hits.filter((hit) => isBrief(hit, "snippets"));
  const sources = hits.filter((hit) => !isBrief(hit, "snippets"));
  return {
    text: [...sources.map(renderHit), ...brief.map(renderLocation)].join(""),
    json: JSON.stringify({
      hits: sources.map((hit) => structuredHit(hit, false)),
      locations: brief.map(locationOf),
      cut: {},
    }),
    none: JSON.stringify({ hits: [], locations: [], cut: {} }),
  };
}

const CLOSE: readonly Given[] = [10, 9.9, 9.8, 9.7, 9.6, 9.5].map((score) => ({ score }));
const FAR: readonly Given[] = [10, 4, 3.9, 3.8, 3.7, 3.6].map((score) => ({ score }));

describe("the fitting of hits to a budget", () => {
  it("shows whole places, the best answers first, and of the first alone a part where it does not fit", () => {
    const given: readonly Given[] = [
      { score: 10, lines: [11, 20] },
      { score: 9, lines: [11, 90] },
      { score: 8, lines: [11, 25] },
    ];
    expect(shown(fit(given, 500))).toEqual(["11-20", "11-17 of 11-90", "11-25"]);
    expect(shown(fit([{ score: 10 }], 300))[0]).toMatch(/^11-\d+ of 11-40$/);
  });

  it("gives the whole symbol to a hit that stands out, before others have source", () => {
    const given: readonly Given[] = [{ score: 10, lines: [11, 20], reach: [1, 40] }, ...FAR.slice(1)];
    expect(shown(fit(given, 900))[0]).toBe("1-40");
    expect(shown(fit([{ score: 10, lines: [11, 20], reach: [1, 40] }, ...CLOSE.slice(1)], 900))[0]).toBe(
      "11-20 in 1-40",
    );
  });

  it("gives whole symbols last to the others: where room is left", () => {
    const given: readonly Given[] = [{ score: 10 }, { score: 9.9, lines: [11, 20], reach: [1, 60] }];
    expect(shown(fit(given, 5_000))).toEqual(["11-40", "1-60"]);
    expect(shown(fit(given, 900))).toEqual(["11-40", "11-20 in 1-60"]);
  });

  it("makes one hit of the pieces of a symbol where it shows all of it, and two where it does not", () => {
    const pieces: readonly Given[] = [
      { path: "a.ts", score: 10, lines: [11, 20], reach: [1, 60] },
      { path: "b.ts", score: 9.9 },
      { path: "a.ts", score: 9.8, lines: [41, 50], reach: [1, 60] },
    ];
    const whole = fit(pieces, 5_000);
    expect(shown(whole)).toEqual(["1-60", "11-40"]);
    expect(whole.hits.map(({ rank, path }) => `${rank} ${path}`)).toEqual(["1 a.ts", "2 b.ts"]);
    expect(whole.hitsAbsorbed).toBe(1);
    expect(fit(pieces, 1_000)).toMatchObject({ hitsAbsorbed: 0, hits: { length: 3 } });
  });

  it("does not grow across the border of another hit", () => {
    const crossing: readonly Given[] = [
      { path: "a.ts", score: 10, lines: [11, 20], reach: [1, 60] },
      { path: "a.ts", score: 9.9, lines: [55, 70] },
    ];
    expect(shown(fit(crossing, 5_000))).toEqual(["11-20 in 1-60", "55-70"]);
  });

  it("shows the signatures around with the source, and imports that are used where room is left", () => {
    const around: Given = {
      score: 10,
      signature: [{ line: 5, text: "class Work {" }],
      imports: [
        { lines: [{ line: 1, text: 'import { compute } from "./compute.ts";' }], names: ["compute"] },
        { lines: [{ line: 2, text: 'import { unused } from "./unused.ts";' }], names: ["unused"] },
      ],
    };
    expect(shown(fit([around], 2_000))).toEqual(["11-40 +1 +5"]);
    const tight = fit([around], 300);
    expect(shown(tight)).toEqual([expect.stringMatching(/^11-\d+ of 11-40 \+5$/)]);
    expect(tight.contextLinesCut).toBe(1);
    // A file's lines are shown once.
    const twice = fit(
      [
        { ...around, path: "a.ts" },
        { ...around, path: "a.ts", score: 9, lines: [51, 60] },
      ],
      2_000,
    );
    expect(shown(twice)).toEqual(["11-40 +1 +5", "51-60"]);
    expect(twice.contextLinesCut).toBe(0);
  });

  it("shows beside a whole symbol what was beside its piece", () => {
    const given: readonly Given[] = [
      { score: 10 },
      {
        score: 9.9,
        lines: [11, 20],
        reach: [6, 60],
        signature: [{ line: 5, text: "class Work {" }],
        imports: [{ lines: [{ line: 1, text: 'import { compute } from "./compute.ts";' }], names: ["compute"] }],
      },
    ];
    expect(shown(fit(given, 5_000))).toEqual(["11-40", "6-60 +1 +5"]);
  });

  it("shows of a long line beside the source its beginning", () => {
    const text = `import { compute, ${"x".repeat(10_000)} } from "./compute.ts";`;
    const { hits } = fit([{ score: 10, imports: [{ lines: [{ line: 1, text }], names: ["compute"] }] }], 2_000);
    expect(hits[0]?.source?.context).toEqual([{ line: 1, text: `${text.slice(0, 200)}…` }]);
  });

  it("ranks hits that score nothing or less alike", () => {
    expect(fit([{ score: 0 }, { score: -1 }, { score: -2 }], 5_000).hits).toHaveLength(3);
  });

  it("keeps within the room, knows what it takes of it, shows hits in order and loses none uncounted", () => {
    const one = fc.record({
      score: fc.double({ min: -5, max: 12, noNaN: true }),
      lines: fc.tuple(fc.integer({ min: 20, max: 40 }), fc.integer({ min: 41, max: 80 })),
      reach: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 80, max: 200 })),
    });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 60, max: 4_000 }),
        (given, tokens) => {
          const ranked = given.toSorted((a, b) => b.score - a.score);
          const fitting = fit(ranked, tokens);
          const { hits, hitsAbsorbed, hitsTrimmed, hitsAsLocations, tokensCut, cost } = fitting;
          const { text, json, none } = written(fitting);
          expect(cost.text).toBe(counter.count(text));
          expect(cost.json + counter.count(none)).toBeGreaterThanOrEqual(counter.count(json));
          expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, at) => at + 1));
          expect(hitsAbsorbed).toBe(0);
          expect(hits.reduce((sum, { source }) => sum + (source?.tokens ?? 0), 0)).toBeLessThanOrEqual(tokens);
          const whole = hits.length === given.length && hitsTrimmed + hitsAsLocations === 0;
          expect(tokensCut === 0).toBe(whole);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});
