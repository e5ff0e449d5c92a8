// Fingerprints are of the symbols that the index has, of every language, sound or mangled; and a text differs from itself in
// nothing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePrints } from "../../src/change/read/compare-prints.ts";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { samples } from "../languages/check.ts";

const analyzer = await openAnalyzer();

async function expectSame(path: string, text: string): Promise<void> {
  const analysis = await analyzer.analyze({ path, text });
  const print = await analyzer.fingerprint({ path, text });
  const drafts = print.symbols.map(({ name, path: own, kind, nameLine, startLine, endLine }) => {
    return { name, path: own, kind, nameLine, startLine, endLine };
  });
  expect({ language: print.language, parse: print.parse, symbols: drafts }).toEqual({
    language: analysis.language,
    parse: analysis.parse,
    symbols: analysis.symbols,
  });
  expect(comparePrints(print, print)).toEqual({
    changed: [],
    added: [],
    removed: [],
    reordered: [],
    importsChanged: false,
    restChanged: false,
  });
}

describe.each(samples())("$language", ({ path, text }) => {
  test("has fingerprints of the symbols of its analysis", () => expectSame(path, text));

  test("has them mangled too", async () => {
    const mangling = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 120 }),
      insert: fc.constantFrom("", "{", "}", "(", '"', "/*", "\r", "\0", "😀", "end", "\ud800"),
    });
    await fc.assert(
      fc.asyncProperty(mangling, async ({ at, length, insert }) => {
        const start = Math.floor(at * text.length);
        await expectSame(path, text.slice(0, start) + insert + text.slice(start + length));
      }),
      { numRuns: 2 },
    );
  });
});

test("a text that nests without end or repeats one thing is read in little time", async () => {
  const deep = `const a = ${"[".repeat(3_000)}${"]".repeat(3_000)};\n`;
  const wide = "function f() {}\n".repeat(5_000);
  for (const text of [deep, wide, "{".repeat(20_000), `/*${"x".repeat(100_000)}`]) {
    const print = await analyzer.fingerprint({ path: "a.ts", text });
    expect(comparePrints(print, print).changed).toEqual([]);
  }
});

test.each([
  ["a.ts", "interface Builder {\n  join<\n    First,\n  >(\n    other: Builder,\n  ): void;\n}\n"],
  ["A.java", "interface Builder {\n  void join(\n    int first,\n    int other\n  );\n}\n"],
])("all of a method without a body is its signature: %s", async (path, text) => {
  const [before, after] = await Promise.all(
    [text, text.replace("other", "added")].map((one) => analyzer.fingerprint({ path, text: one })),
  );
  const { changed } = comparePrints(before ?? null, after ?? null);
  expect(changed.map(({ kind, after: { path: symbol } }) => `${kind} ${symbol}`)).toContain("signature Builder.join");
});
