// Any code point but half a surrogate pair, as fast-check's own unit "binary" draws it from the same seeds. That one first makes a
// table of all million of them, which takes a second and a hundred megabytes.
import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** A unit of `fc.string`. */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (at) => String.fromCodePoint(at < SURROGATES_FROM ? at : at + SURROGATES),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) {
      throw new Error("not one character");
    }
    return code < SURROGATES_FROM ? code : code - SURROGATES;
  },
);
