// Decodes bytes to text: UTF-8, UTF-16 with a byte-order mark, and a guess for the rest, which is reported as a problem.
import { isUtf8 } from "node:buffer";

export interface DecodedText {
  /** Without byte-order mark; line ends as in the bytes. */
  readonly text: string;
  /** What could not be read as written; null for a clean file. */
  readonly problem: {
    readonly code: "FILE_ENCODING_GUESSED" | "FILE_ENCODING_BROKEN";
    readonly message: string;
  } | null;
}

export type ByteOrderMark = "utf-8" | "utf-16le" | "utf-16be" | null;

/** The byte-order mark at the start. The little-endian mark of UTF-32 is not recognised: such a file is binary. */
export function byteOrderMark(bytes: Buffer): ByteOrderMark {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const isUtf32 = bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0;
  return bytes[0] === 0xff && bytes[1] === 0xfe && !isUtf32 ? "utf-16le" : null;
}

/**
 * The characters of windows-1252 where Latin-1 has control characters (encoding.spec.whatwg.org, index windows-1252). Node 20's
 * TextDecoder keeps the control characters.
 */
export const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

export function decodeText(bytes: Buffer): DecodedText {
  const mark = byteOrderMark(bytes);
  if (mark === "utf-16le" || mark === "utf-16be") return decodeUtf16(bytes, mark);
  const body = mark === "utf-8" ? bytes.subarray(3) : bytes;
  if (isUtf8(body)) return { text: body.toString("utf8"), problem: null };
  const broken = body.toString("utf8");
  const { valid, invalid } = countSequences(body);
  // Latin-1 text hardly ever forms valid UTF-8 sequences, so a file with more valid sequences than errors is damaged UTF-8.
  if (mark === "utf-8" || valid > invalid) {
    const message = `${invalid} invalid UTF-8 sequences were replaced by U+FFFD`;
    return { text: broken, problem: { code: "FILE_ENCODING_BROKEN", message } };
  }
  const text = body
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (unit) => WINDOWS_1252[unit.charCodeAt(0) - 0x80] ?? unit);
  return { text, problem: { code: "FILE_ENCODING_GUESSED", message: "not UTF-8; read as Latin-1 (windows-1252)" } };
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): DecodedText {
  const body = bytes.subarray(2);
  const text = new TextDecoder(encoding).decode(body);
  const clean = body.length % 2 === 0 && isWellFormed(body, encoding);
  const message = "invalid UTF-16 units were replaced by U+FFFD";
  return { text, problem: clean ? null : { code: "FILE_ENCODING_BROKEN", message } };
}

function isWellFormed(body: Buffer, encoding: "utf-16le" | "utf-16be"): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

/** Counts valid multi-byte sequences, and bytes that are part of no valid sequence. */
function countSequences(bytes: Buffer): { readonly valid: number; readonly invalid: number } {
  let valid = 0;
  let invalid = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index);
    if (length === 0) invalid++;
    else if (length > 1) valid++;
    index += Math.max(length, 1);
  }
  return { valid, invalid };
}

/**
 * Length in bytes of the well-formed sequence at `index` (Unicode 15, table 3-7, without its rarest ranges); 0 if there is
 * none.
 */
function sequenceLength(bytes: Buffer, index: number): number {
  const lead = bytes[index] ?? 0;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let offset = 1; offset < length; offset++) {
    if (((bytes[index + offset] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
