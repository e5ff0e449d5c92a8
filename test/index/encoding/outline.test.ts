// A document's outline gives back the symbols and the chunks' names that it was made of, wherever one begins to read.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openOutline } from "../../../src/index/encoding/outline.ts";
import { packOutline } from "../../../src/index/encoding/pack-outline.ts";
import { DamagedBytes } from "../../../src/index/encoding/varint.ts";
import { CHUNK_KINDS, type SymbolDraft } from "../../../src/vocabulary/chunk.ts";

const line = fc.integer({ min: 1, max: 3_000_000 });
/** Few letters, so that names, prefixes and texts come again. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "B", ".", "é", "漢", "😀"), maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);

const symbol: fc.Arbitrary<SymbolDraft> = fc
  .record({
    name: text,
    around: fc.option(text),
    foreign: fc.boolean(),
    kind: fc.constantFrom(...CHUNK_KINDS),
    startLine: line,
    endLine: line,
    nameLine: line,
  })
  .map(({ around, foreign, ...rest }) => ({
    ...rest,
    path: around === null ? rest.name : foreign ? around : `${around}.${rest.name}`,
  }));

const chunk = fc.record({
  startLine: line,
  endLine: line,
  symbol: fc.option(text),
  context: text,
  defines: fc.array(text, { maxLength: 5 }),
});

describe("an outline", () => {
  it("gives back what it was made of", () => {
    fc.assert(
      fc.property(fc.array(symbol), fc.array(chunk), (symbols, others) => {
        const chunks = [
          ...others,
          {
            startLine: 1,
            endLine: 2,
            symbol: symbols[0]?.path ?? null,
            context: "",
            defines: [...new Set(symbols.map(({ name }) => name))],
          },
        ];
        const { bytes, places } = packOutline({ symbols, chunks });
        const outline = openOutline(Buffer.from(bytes));
        expect(outline.symbols()).toEqual(symbols);
        expect(places.map(outline.symbol)).toEqual(symbols);
        const ordinals = chunks.map((_, ordinal) => ordinal);
        expect(ordinals.map(outline.chunk)).toEqual(chunks);
        expect(ordinals.reverse().map(outline.chunk)).toEqual(chunks.reverse());
        expect(() => outline.chunk(chunks.length)).toThrow(DamagedBytes);
      }),
    );
  });

  it("holds a text once, however often it stands in the document", () => {
    const context = `class ${"Long".repeat(100)} {`;
    const chunks = Array.from({ length: 50 }, () => ({
      startLine: 2,
      endLine: 9,
      symbol: "A.b",
      context,
      defines: ["b"],
    }));
    const { bytes } = packOutline({
      symbols: [{ name: "b", path: "A.b", kind: "method", startLine: 2, endLine: 90, nameLine: 2 }],
      chunks,
    });
    expect(bytes.length).toBeLessThan(context.length + 20 + chunks.length * 6);
  });

  it("that ends too early is damaged", () => {
    const { bytes, places } = packOutline({
      symbols: [{ name: "b", path: "A.b", kind: "method", startLine: 2, endLine: 9, nameLine: 2 }],
      chunks: [],
    });
    expect(() => openOutline(Buffer.from(bytes.subarray(0, -1))).symbol(places[0] ?? 0)).toThrow(DamagedBytes);
    expect(() => openOutline(Buffer.from(bytes)).symbol(bytes.length)).toThrow(DamagedBytes);
  });
});
