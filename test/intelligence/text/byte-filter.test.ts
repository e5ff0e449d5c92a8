import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSieve } from "../../../src/intelligence/text/byte-filter.ts";
import { literalLines } from "../../../src/intelligence/text/match-lines.ts";
import { parsePattern } from "../../../src/intelligence/text/pattern.ts";
import { decodeText } from "../../../src/project/decode.ts";
import { propertyRuns } from "../../support/property-runs.ts";

const letters = fc.constantFrom("a", "B", "s", "ſ", "k", "K", "é", "É", "Š", "š", "😀", "\ufeff", "\ufffd", " ");
const encodings: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text, "utf8"),
  (text) => Buffer.from(`\ufeff${text}`, "utf8"),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  (text) => Buffer.from(text, "latin1"),
  (text) => Buffer.concat([Buffer.from(text, "utf8"), Buffer.from([0xe9, 0x8a, 0xc3])]),
  (text) => Buffer.concat([Buffer.from([0xc3]), Buffer.from(text, "utf8"), Buffer.from([0xf0, 0x9f])]),
];

describe("a look at the bytes", () => {
  it("never passes over a file with a match, however it is encoded", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: letters, maxLength: 12 }),
        fc.string({ unit: letters, minLength: 1, maxLength: 3 }),
        fc.constantFrom(...encodings),
        fc.boolean(),
        (text, source, encode, sensitive) => {
          const bytes = encode(text);
          const pattern = parsePattern({
            pattern: source,
            regex: false,
            case: sensitive ? "sensitive" : "insensitive",
          });
          const sieve = openSieve(pattern);
          if (sieve !== null && literalLines(decodeText(bytes).text, pattern, 1).count > 0) {
            expect(sieve(bytes)).toBe(true);
          }
        },
      ),
      { numRuns: propertyRuns(20_000) },
    );
  });

  it.each([
    ["order", false, "an order\n", "an Order\n", "a store\n"],
    ["Order", false, "an Order\n", null, "an order\n"],
    ["prix élevé", false, "Prix élevé", "PRIX x", "Pris élevé"],
    ["été", false, null, null, null],
    ["注文 12", false, "注文 12", null, "注 12"],
    ["Été", false, "Été\n", null, "Ete\n"],
    ["class \\w+Order", true, "class MyOrder", "a class of xs", "classes of Order"],
  ])("%j (regex %s) passes over what cannot match", (source, regex, holds, mayHold, lacks) => {
    const sieve = openSieve(parsePattern({ pattern: source, regex, case: "smart" }));
    for (const text of [holds, mayHold]) {
      expect(text === null || sieve?.(Buffer.from(text))).toBe(true);
    }
    expect(lacks === null ? sieve : sieve?.(Buffer.from(lacks))).toBe(lacks === null ? null : false);
  });

  it("tells nothing of half a letter", () => {
    expect(openSieve(parsePattern({ pattern: "\ud83d", regex: false, case: "smart" }))).toBeNull();
  });
});
