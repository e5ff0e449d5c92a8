// What holds for every text in every language, sound or mangled: the invariants that the index relies on.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/languages/analysis.ts";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { CHUNK_SIZES } from "../../src/syntax/chunker.ts";
import { CHUNK_KINDS } from "../../src/vocabulary/chunk.ts";
import { splitLines } from "../../src/vocabulary/text.ts";
import { anyCharacter } from "../support/any-character.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { samples } from "./check.ts";

const SMALL = { target: 200, whole: 300, standalone: 100, crumb: 30 };
const small = await openAnalyzer({ sizes: SMALL });
const usual = await openAnalyzer();

function expectSound(text: string, analysis: Analysis, sizes = SMALL): void {
  const lines = splitLines(text);
  expect(analysis.lineCount).toBe(lines.length);
  let next = 1;
  for (const chunk of analysis.chunks) {
    expect(chunk.startLine).toBe(next);
    expect(chunk.endLine).toBeGreaterThanOrEqual(chunk.startLine);
    expect(CHUNK_KINDS).toContain(chunk.kind);
    const chars = lines.slice(chunk.startLine - 1, chunk.endLine).join("\n").length;
    const fits = chars <= Math.max(sizes.whole, sizes.target) + sizes.crumb;
    const grownByFiller = analysis.chunks.length > 0 && hasFiller(lines.slice(chunk.startLine - 1, chunk.endLine));
    const longLine = lines.slice(chunk.startLine - 1, chunk.endLine).some((line) => line.length >= sizes.target);
    expect(fits || grownByFiller || longLine, `lines ${chunk.startLine}-${chunk.endLine} hold ${chars}`).toBe(true);
    next = chunk.endLine + 1;
  }
  expect(next).toBe(text === "" ? 1 : lines.length + 1);
  for (const symbol of analysis.symbols) {
    expect(symbol.startLine).toBeGreaterThanOrEqual(1);
    expect(symbol.endLine).toBeLessThanOrEqual(lines.length);
    expect(symbol.nameLine).toBeGreaterThanOrEqual(symbol.startLine);
    expect(symbol.nameLine).toBeLessThanOrEqual(symbol.endLine);
    expect(symbol.name).not.toBe("");
  }
  const defined = new Set(analysis.chunks.flatMap((chunk) => chunk.defines));
  expect(defined).toEqual(new Set(analysis.symbols.map((symbol) => symbol.name)));
}

/** Lines of nothing but space or closing brackets may grow a chunk past its target. */
function hasFiller(lines: readonly string[]): boolean {
  return lines.some((line) => !/[\p{L}\p{N}]/u.test(line) || /^\s*end\b/.test(line));
}

/** A sample with some stretch cut out, doubled or replaced. */
const mangling = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 120 }),
  insert: fc.oneof(
    fc.constant(""),
    fc.constantFrom(
      "{",
      "}",
      "(",
      '"',
      "'",
      "`",
      "/*",
      "*/",
      "\r",
      "\r\n",
      "\u2028",
      "\f",
      "\0",
      "😀",
      "end",
      "$$",
      "\ud800",
    ),
    fc.string({ unit: anyCharacter, maxLength: 30 }),
  ),
});

function mangle(text: string, { at, length, insert }: { at: number; length: number; insert: string }): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + insert + text.slice(start + length);
}

describe.each(samples())("$language", ({ path, text }) => {
  test("is covered line by line", async () => {
    expectSound(text, await small.analyze({ path, text }));
    expectSound(text, await usual.analyze({ path, text }), CHUNK_SIZES);
  });

  test("is covered when mangled, and read the same twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mangling, { minLength: 1, maxLength: 4 }), async (manglings) => {
        const mangled = manglings.reduce(mangle, text);
        const analysis = await small.analyze({ path, text: mangled });
        expectSound(mangled, analysis);
        expect(analysis.problems.map((problem) => problem.code)).not.toContain("PARSE_FAILED");
        expect(await small.analyze({ path, text: mangled })).toEqual(analysis);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  test("is covered when cut short", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: text.length }), async (end) => {
        const cut = text.slice(0, end);
        expectSound(cut, await small.analyze({ path, text: cut }));
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  test.each([
    ["CR LF", "\r\n"],
    ["CR", "\r"],
  ])("is cut alike with %s", async (_name, lineEnd) => {
    const expected = await usual.analyze({ path, text });
    const analysis = await usual.analyze({ path, text: text.replaceAll("\n", lineEnd) });
    expect(analysis.symbols).toEqual(expected.symbols);
    expect(analysis.parse).toBe(expected.parse);
    expect(analysis.lineCount).toBe(expected.lineCount);
  });
});

describe.each(LANGUAGES.map((language) => ({ id: language.id, path: `file${language.extensions[0]}` })))(
  "$id",
  ({ path }) => {
    test("takes any bytes", async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (bytes) => {
          const text = new TextDecoder().decode(bytes);
          expectSound(text, await small.analyze({ path, text }));
        }),
        { numRuns: propertyRuns(15) },
      );
    });

    test.each(["", "\n", "\r\n\r\n", " \t\n ", "\f", "x", "\u2028", "\ufeff", "\0\0\n\0"])("takes %j", async (text) => {
      expectSound(text, await small.analyze({ path, text }));
    });
  },
);
