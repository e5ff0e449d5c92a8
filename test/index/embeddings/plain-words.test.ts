import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainAscii, plainLine, plainWords } from "../../../src/index/embeddings/plain-words.ts";
import { anyCharacter } from "../../support/any-character.ts";

describe("plain words", () => {
  it.each([
    ["divide names where their case changes", "getUserName(id)", "get User Name id "],
    ["and at underscores and digits", "MAX_RETRY_COUNT sha256", "MAX RETRY COUNT sha 256"],
    ["keep abbreviations together", "parseHTTPRequest", "parse HTTP Request"],
    ["leave out operators and brackets", "a[i] += b && !c;", "a i b c "],
    ["keep what is inside numbers and words", "wait 1.5 s; don't", "wait 1.5 s don't"],
    ["keep punctuation between words only", "// Where, then? there.", " Where then there "],
    ["know other scripts", "größeBerechnen(größe)", "größe Berechnen größe "],
    ["keep the lines", "a {\n\n  b();\n}", "a \n\n b \n "],
  ])("%s", (_, code, words) => {
    expect(plainWords(code)).toBe(words);
  });

  it("are those of the regular expressions, in ASCII too", () => {
    const sign = fc.constantFrom(..."aBZ09 _.,:'?!-%$#(\t\r");
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), (line) => {
        expect(plainAscii(line)).toBe(plainLine(line));
      }),
      { numRuns: 2_000 },
    );
  });

  it("have as many lines as the text, and are their own plain words", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        const words = plainWords(text);
        expect(words.split("\n")).toHaveLength(text.split("\n").length);
        expect(plainWords(words).replace(/ +/g, " ")).toBe(words.replace(/ +/g, " "));
      }),
    );
  });
});
