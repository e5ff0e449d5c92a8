import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/index/lexical/terms.ts";
import { isEnglishStem, isEnglishWord } from "../../../src/search/query/english-words.ts";

const areEnglish = (words: string): boolean[] => words.split(" ").map((word) => isEnglishStem(termsOf(word)[0] ?? ""));

describe("English words", () => {
  it("are known in any form", () => {
    expect(new Set(areEnglish("attachment attachments attached integrates authentication batch transforms"))).toEqual(
      new Set([true]),
    );
  });

  it("are told from their stems", () => {
    expect(["connections", "connect", "conect"].map(isEnglishWord)).toEqual([true, true, false]);
  });

  it("are not what is mistyped or a name", () => {
    expect(new Set(areEnglish("autentication retreive hadle reqest midleware conection getUserById usr"))).toEqual(
      new Set([false]),
    );
  });
});
