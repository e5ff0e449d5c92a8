import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FoundHit } from "../../../src/search/answer/read-source.ts";
import { asLocation, costOf, giveSource, priced, within } from "../../../src/search/answer/show-hit.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { linesOf, sourceText } from "../../../src/vocabulary/text.ts";

const counter = await loadTokenCounter();

function foundHit(lines: readonly string[], coreStart: number): FoundHit {
  const endLine = lines.length;
  return {
    hit: {
      rank: 1,
      chunk: 1 as ChunkId,
      path: "src/file.ts",
      startLine: 1,
      endLine,
      symbol: "work",
      kind: "function",
      language: "typescript",
      score: 1,
      explanation: [],
      placeScore: 1,
    },
    coreStart,
    whole: false,
    further: false,
    reach: { startLine: 1, endLine },
    enclosing: [],
    run: { startLine: 1, endLine },
    context: "",
    nameLine: null,
    source: sourceText(`${lines.join("\n")}\n`, 1),
    signature: [],
    imports: [],
    contentHash: "",
    wholeTokens: null,
  };
}

describe("what a form of a hit costs", () => {
  it("is what its text and its JSON cost, written out", () => {
    const lines = ["import x", "", "```", '  call("a\\n", 1);', "// naïve", "}"];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...lines), { minLength: 2, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (text, from, to, withSignals) => {
          const found = foundHit(text, 1);
          const startLine = 1 + (from % text.length);
          const endLine = startLine + (to % (text.length - startLine + 1));
          const source = {
            startLine,
            endLine,
            text: linesOf(found.source, startLine, endLine),
            lineEnd: "\n",
            context: withSignals ? [{ line: 99, text: "class A {" }] : [],
            tokens: 1,
          };
          const shown = { ...asLocation(found, 1), source };
          const writing = { detail: "snippets", withSignals, counter } as const;
          expect(priced(found, shown, writing)).toEqual({ shown, cost: costOf(shown, writing) });
        },
      ),
    );
  });
});

describe("a hit with less room than lines", () => {
  it("has its best chunk's first lines, as many as fit and not one fewer", () => {
    // Lines of very unlike length, so that no guess from an average is right.
    const line = fc.constantFrom(
      "",
      "}",
      "  return value;",
      `  call("${"many words in a row ".repeat(6)}");`,
      "x".repeat(400),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 30, maxLength: 120 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 60, max: 900 }),
        (lines, coreStart, tokens) => {
          const found = foundHit(lines, coreStart);
          const writing = { detail: "snippets", withSignals: false, counter } as const;
          const room = { text: tokens, json: tokens };
          const given = giveSource(
            found,
            asLocation(found, 1),
            { ...writing, room, isShown: () => false },
            room,
          )?.shown;
          if (given?.source == null || !given.trimmed) {
            return;
          }
          const { source } = given;
          expect(source.startLine).toBe(coreStart);
          expect(within(costOf(given, writing), room)).toBe(true);
          if (source.endLine < found.hit.endLine) {
            const endLine = source.endLine + 1;
            const longer = { ...source, endLine, text: linesOf(found.source, coreStart, endLine) };
            expect(within(costOf({ ...given, source: longer }, writing), room)).toBe(false);
          }
        },
      ),
    );
  });

  it("has none where they would be too few to say more than its place", () => {
    const found = foundHit(
      Array.from({ length: 60 }, () => "  return value;"),
      1,
    );
    const room = { text: 60, json: 60 };
    const writing = { detail: "snippets", withSignals: false, counter } as const;
    expect(giveSource(found, asLocation(found, 1), { ...writing, room, isShown: () => false }, room)).toBeNull();
  });
});
