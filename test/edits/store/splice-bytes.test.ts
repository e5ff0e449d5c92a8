// Every byte outside of an edit stays, in every encoding. The files are put together from pieces here, so that what must stay is
// known without the code under test.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeNewFile, spliceBytes } from "../../../src/edits/store/splice-bytes.ts";
import { decodeText } from "../../../src/project/decode.ts";

interface Piece {
  readonly text: string;
  readonly bytes: Buffer;
}

const ending = fc.constantFrom("\n", "\r\n", "\r", "");
const word = (alphabet: readonly string[]) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }).map((letters) => letters.join(""));
const ASCII = ["a", "Z", "0", " ", "\t", "{", "\f"];
const WIDE = [...ASCII, "é", "☃", "𝒳", "\uFFFD", "\u2028", "ﬀ", "\u00a0", "한"];
const LATIN = [...ASCII, "é", "ß", "€", "™", "\u00a0", "\u0081"];

const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const CODE_PAGE = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const latin = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => (CODE_PAGE.includes(letter) ? 0x80 + CODE_PAGE.indexOf(letter) : letter.charCodeAt(0))),
  );

const ENCODINGS = {
  "UTF-8": { mark: [], alphabet: WIDE, encode: (text: string) => Buffer.from(text) },
  "UTF-8 with a byte-order mark": {
    mark: [0xef, 0xbb, 0xbf],
    alphabet: WIDE,
    encode: (text: string) => Buffer.from(text),
  },
  "UTF-16 LE": { mark: [0xff, 0xfe], alphabet: WIDE, encode: (text: string) => Buffer.from(text, "utf16le") },
  "UTF-16 BE": { mark: [0xfe, 0xff], alphabet: WIDE, encode: utf16be },
  "windows-1252": { mark: [], alphabet: LATIN, encode: latin },
};

/** Pieces, and for some of them another text. */
function drawn(alphabet: readonly string[]) {
  const piece = fc.tuple(word(alphabet), ending).map((parts) => parts.join(""));
  return fc.array(fc.record({ text: piece, by: fc.option(piece, { nil: null }) }), { minLength: 1, maxLength: 20 });
}

function editsOf(pieces: readonly { readonly text: string; readonly by: string | null }[]) {
  let offset = 0;
  return pieces.flatMap(({ text, by }) => {
    const start = offset;
    offset += text.length;
    return by === null ? [] : [{ start, end: offset, text: by }];
  });
}

describe.each(Object.entries(ENCODINGS))("%s", (name, { mark, alphabet, encode }) => {
  test("keeps every byte outside of the edits", () => {
    let made = 0;
    fc.assert(
      fc.property(drawn(alphabet), (pieces) => {
        // What makes a file Latin-1: bytes that are no UTF-8, at both ends, out of the reach of edits.
        const [first, last] = name === "windows-1252" ? [latin("é\u00a0"), latin("ß\n")] : [encode("<"), encode(">")];
        const build = (texts: readonly string[]) =>
          Buffer.concat([Buffer.from(mark), first, ...texts.map(encode), last]);
        const bytes = build(pieces.map(({ text }) => text));
        const shift = decodeText(Buffer.concat([Buffer.from(mark), first])).text.length;
        const edits = editsOf(pieces).map(({ start, end, text }) => ({ start: start + shift, end: end + shift, text }));
        const spliced = spliceBytes(bytes, edits);
        // Pieces can join to what would be read in another encoding: that must be refused, and is rare.
        if ("refused" in spliced) expect(spliced.refused.message).toMatch(/no longer be read as|half a character/);
        else {
          made += 1;
          expect(spliced.bytes.toString("hex")).toBe(build(pieces.map(({ text, by }) => by ?? text)).toString("hex"));
        }
      }),
    );
    expect(made).toBeGreaterThan(90);
  });
});

/** Bytes that are no UTF-8, with what the WHATWG decoder makes of them. */
const damage = fc
  .constantFrom(
    [0xff],
    [0xc3],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x98],
    [0xed, 0xa0, 0x80],
    [0xc0, 0xaf],
    [0xf4, 0x90, 0x80, 0x80],
    [0x80, 0xbf],
  )
  .map((raw): Piece => ({ bytes: Buffer.from(raw), text: new TextDecoder().decode(Buffer.from(raw)) }));

test("damaged UTF-8 survives outside of the edits, and an edit that touches it is refused", () => {
  const sound = word(WIDE).map((text): Piece => ({ bytes: Buffer.from(text), text }));
  // More valid sequences than errors, or the file would be read as Latin-1.
  const filler: Piece = { bytes: Buffer.from("ééééé"), text: "ééééé" };
  const pieces = fc.array(fc.tuple(sound, damage, word(WIDE)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(pieces, fc.nat(7), (drawnPieces, chosen) => {
      const at = chosen % drawnPieces.length;
      const bytes: Buffer[] = [];
      const wanted: Buffer[] = [];
      let offset = 0;
      let edit = { start: 0, end: 0, text: "" };
      let damaged = { start: 0, end: 0, text: "x" };
      for (const [index, [piece, broken, by]] of drawnPieces.entries()) {
        // `|` parts the edit from the damage.
        const before = Buffer.concat([filler.bytes, filler.bytes, Buffer.from("|")]);
        bytes.push(before, piece.bytes, Buffer.from("|"), broken.bytes, Buffer.from("|"));
        wanted.push(
          before,
          index === at ? Buffer.from(by) : piece.bytes,
          Buffer.from("|"),
          broken.bytes,
          Buffer.from("|"),
        );
        const start = offset + 2 * filler.text.length + 1;
        if (index === at) edit = { start, end: start + piece.text.length, text: by };
        const brokenAt = start + piece.text.length + 1;
        if (index === at) damaged = { start: brokenAt, end: brokenAt + (chosen % 2), text: "x" };
        offset = brokenAt + broken.text.length + 1;
      }
      const file = Buffer.concat(bytes);
      const spliced = spliceBytes(file, [edit]);
      expect("bytes" in spliced && spliced.bytes.toString("hex")).toBe(Buffer.concat(wanted).toString("hex"));
      expect(spliceBytes(file, [damaged])).toMatchObject({
        refused: { message: "the edit touches bytes that are not valid utf-8" },
      });
    }),
  );
});

test("damaged UTF-16 survives outside of the edits", () => {
  const lone = Buffer.from([0x00, 0xd8]);
  const tail = Buffer.concat([Buffer.from("b", "utf16le"), lone, Buffer.from("cd", "utf16le"), Buffer.from([0x61])]);
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a", "utf16le"), tail]);
  const spliced = spliceBytes(bytes, [{ start: 0, end: 1, text: "☃" }]);
  expect("bytes" in spliced && spliced.bytes.subarray(4).equals(tail)).toBe(true);
  expect(spliceBytes(bytes, [{ start: 2, end: 3, text: "x" }])).toHaveProperty("refused");
  expect(spliceBytes(bytes, [{ start: 6, end: 6, text: "x" }])).toHaveProperty("refused");
});

test.each([
  [
    "a character that windows-1252 lacks",
    Buffer.from("caf\xe9\n", "latin1"),
    { start: 0, end: 1, text: "☃" },
    'windows-1252, which lacks "☃"',
  ],
  ["half a character", Buffer.from("abc"), { start: 0, end: 0, text: "\ud800" }, "lone surrogate"],
  ["an edge within a character", Buffer.from("a𝒳b"), { start: 2, end: 3, text: "" }, "within a character"],
  [
    "a first character that would be read as a byte-order mark",
    Buffer.from("abc"),
    { start: 0, end: 0, text: "\uFEFF" },
    "no longer be read",
  ],
  [
    "text that turns Latin-1 into UTF-8",
    Buffer.from("x\xc3|", "latin1"),
    { start: 2, end: 3, text: "©" },
    "no longer be read",
  ],
])("refuses %s", (_, bytes, edit, message) => {
  expect(spliceBytes(bytes, [edit])).toMatchObject({ refused: { message: expect.stringContaining(message) } });
});

test("names the line of what it refuses", () => {
  const bytes = Buffer.from("a\r\nb\rc\ncaf\xe9", "latin1");
  expect(spliceBytes(bytes, [{ start: 8, end: 9, text: "☃" }])).toMatchObject({ refused: { line: 4 } });
});

test("edits out of order or of the text are a defect of their maker", () => {
  const edits = [
    { start: 2, end: 3, text: "" },
    { start: 0, end: 1, text: "" },
  ];
  expect(() => spliceBytes(Buffer.from("abc"), edits)).toThrow(RangeError);
  expect(() => spliceBytes(Buffer.from("abc"), [{ start: 2, end: 4, text: "" }])).toThrow(RangeError);
});

test.each([
  [
    "UTF-16 with CR LF",
    Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be("x\r\n")]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be("é\r\nb")]),
  ],
  ["UTF-8 with a mark", Buffer.from("\uFEFFx\n"), Buffer.from("\uFEFFé\nb")],
  ["windows-1252", Buffer.from("\xe9\r", "latin1"), Buffer.from("\xe9\rb", "latin1")],
])("a new file is like its model: %s", (_, like, expected) => {
  const made = encodeNewFile("é\nb", like);
  expect("bytes" in made && made.bytes.toString("hex")).toBe(expected.toString("hex"));
});

test("a new file is UTF-8 where its model's encoding cannot hold it", () => {
  const made = encodeNewFile("☃\n", Buffer.from("\xe9\n", "latin1"));
  expect("bytes" in made && made.bytes.toString()).toBe("☃\n");
});
