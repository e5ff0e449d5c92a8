import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detached } from "../../src/system/detached.ts";
import { anyCharacter } from "../support/any-character.ts";

describe("a detached text", () => {
  it("is the same text, half characters too", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => detached(text) === text));
    expect(detached("\ud83c")).toBe("\ud83c");
  });
});
