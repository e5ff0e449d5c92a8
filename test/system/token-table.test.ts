import fc from "fast-check";
import tokens from "gpt-tokenizer/bpeRanks/o200k_base";
import { describe, expect, it } from "vitest";
import { makeTokenTable, TokenTable } from "../../src/system/token-table.ts";
import { anyCharacter } from "../support/any-character.ts";

const table = new TokenTable(new Uint8Array(makeTokenTable(tokens)));
const ranks = new Map(tokens.map((token, rank) => [token, rank]));

describe("the table of tokens", () => {
  it("has the rank of each token that is a text", () => {
    const wrong = [...ranks].filter(([token, rank]) => typeof token === "string" && table.rankOf(token) !== rank);
    expect(wrong).toEqual([]);
  });

  it("has the bytes of each other one, in order", () => {
    const bytes = tokens.flatMap((token, rank) => (typeof token === "string" ? [] : [[Buffer.from(token), rank]]));
    expect(bytes.length).toBeGreaterThan(1_000);
    const sorted = bytes.toSorted(([one], [other]) => Buffer.compare(one as Buffer, other as Buffer));
    expect(table.noTexts().map(([one, rank]) => [Buffer.from(one), rank])).toEqual(sorted);
  });

  it("knows no other text, also not one with half a character", () => {
    const texts = fc.oneof(
      fc.constantFrom("", "\ud83c", "\ufffd", "a\udf89", "\u0000", "x".repeat(1_000), " ".repeat(129)),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc
        .array(fc.constantFrom("ret", "urn", " ", "\u00e9", "\ud83c", "\udf89", "()"), { maxLength: 4 })
        .map((parts) => parts.join("")),
    );
    fc.assert(fc.property(texts, (text) => table.rankOf(text) === ranks.get(text)));
  });
});
