// Where each character of a decoded file is in its bytes, so that an edit of the text leaves all other bytes as they are, also
// those that do not decode.
import { byteOrderMark, decodeText, WINDOWS_1252 } from "../../project/decode.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes that decode to no character; U+FFFD stands for them in the text. */
interface BrokenSequence {
  /** 0-based, in UTF-16 units of the text. */
  readonly at: number;
  /** Bytes. */
  readonly length: number;
}

export interface TextLayout {
  readonly encoding: Encoding;
  /** Length of the byte-order mark: 0, 2 or 3. */
  readonly markBytes: number;
  /** As `decodeText` answers it. */
  readonly text: string;
  /** Ascending. */
  readonly broken: readonly BrokenSequence[];
}

/** Null for a file whose bytes cannot be assigned to its characters one by one (some forms of damaged text). */
export function layoutOf(bytes: Buffer): TextLayout | null {
  const { text, problem } = decodeText(bytes);
  const mark = byteOrderMark(bytes);
  if (mark === "utf-16le" || mark === "utf-16be") {
    const broken = problem === null ? [] : brokenUtf16(text, bytes.length - 2);
    return broken && { encoding: mark, markBytes: 2, text, broken };
  }
  if (problem?.code === "FILE_ENCODING_GUESSED") return { encoding: "windows-1252", markBytes: 0, text, broken: [] };
  const markBytes = mark === "utf-8" ? 3 : 0;
  const broken = problem === null ? [] : brokenUtf8(bytes.subarray(markBytes), text);
  return broken && { encoding: "utf-8", markBytes, text, broken };
}

/** The position in the bytes, byte-order mark included, of an offset in the text. */
export function byteAt({ encoding, markBytes, text, broken }: TextLayout, offset: number): number {
  if (encoding === "windows-1252") return offset;
  // A last odd byte of a broken file is a character of its own.
  if (encoding !== "utf-8")
    return markBytes + 2 * offset - (broken.some((one) => one.length === 1 && one.at < offset) ? 1 : 0);
  let bytes = markBytes + Buffer.byteLength(text.slice(0, offset));
  for (const { at, length } of broken) {
    if (at >= offset) break;
    bytes += length - REPLACEMENT_BYTES;
  }
  return bytes;
}

/** Length of U+FFFD in UTF-8. */
const REPLACEMENT_BYTES = 3;

/** Null where a character does not exist in the encoding; the text must have no lone surrogates. */
export function encode(text: string, encoding: Encoding): Buffer | null {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text, "utf8");
    case "utf-16le":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16();
    case "windows-1252":
      return encodeWindows1252(text);
  }
}

function encodeWindows1252(text: string): Buffer | null {
  const bytes = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const high = WINDOWS_1252.indexOf(text.charAt(index));
    if (high >= 0) bytes[index] = 0x80 + high;
    else if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) bytes[index] = code;
    else return null;
  }
  return bytes;
}

/** Lone surrogates, which decode to U+FFFD one by one, and a last odd byte. Null where the decoder joined two of them. */
function brokenUtf16(text: string, bodyBytes: number): BrokenSequence[] | null {
  if (text.length !== Math.ceil(bodyBytes / 2)) return null;
  const broken: BrokenSequence[] = [];
  for (let at = text.indexOf("\uFFFD"); at >= 0; at = text.indexOf("\uFFFD", at + 1)) {
    const isLast = at === text.length - 1 && bodyBytes % 2 === 1;
    // A character U+FFFD that the file really contains counts as broken, too: only edits right beside it are refused.
    broken.push({ at, length: isLast ? 1 : 2 });
  }
  return broken;
}

/** Null if the sequences found here are not those that the decoder replaced. */
function brokenUtf8(body: Buffer, text: string): BrokenSequence[] | null {
  const broken: BrokenSequence[] = [];
  let units = 0;
  for (let index = 0; index < body.length; ) {
    const { length, valid } = sequenceAt(body, index);
    if (!valid) {
      if (text[units] !== "\uFFFD") return null;
      broken.push({ at: units, length });
    }
    units += valid && length === 4 ? 2 : 1;
    index += length;
  }
  return units === text.length ? broken : null;
}

/** The well-formed sequence at `index`, or the bytes there that one U+FFFD replaces (Unicode 15, table 3-7; maximal subparts). */
function sequenceAt(bytes: Buffer, index: number): { readonly length: number; readonly valid: boolean } {
  const lead = bytes[index] ?? 0;
  if (lead < 0x80) return { length: 1, valid: true };
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (length === 0) return { length: 1, valid: false };
  const [least, most] = SECOND_BYTE[lead] ?? [0x80, 0xbf];
  for (let offset = 1; offset < length; offset++) {
    const byte = bytes[index + offset] ?? 0;
    const fits = offset === 1 ? byte >= least && byte <= most : byte >= 0x80 && byte <= 0xbf;
    if (!fits) return { length: offset, valid: false };
  }
  return { length, valid: true };
}

/** Narrower ranges of the second byte: no overlong forms, no surrogates, nothing above U+10FFFF. */
const SECOND_BYTE: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};
