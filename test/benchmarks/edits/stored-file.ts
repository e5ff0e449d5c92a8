// A real file, as it is or stored in another way that files are stored: other line endings, encodings, a mark, a damaged byte.
import { decodeText } from "../../../src/project/decode.ts";
import type { Random } from "../../support/random.ts";

export interface StoredText {
  /** "as it is", or how it was changed. */
  readonly form: string;
  readonly text: string;
  readonly bytes: Buffer;
  /** Length of the byte-order mark. */
  readonly mark: number;
  /** The bytes of a part of the text. */
  readonly encode: (part: string) => Buffer;
  /** The bytes of text that an edit puts in: the sign for a byte that does not decode is a letter like any other there. */
  readonly encodeNew: (part: string) => Buffer;
}

interface Encoding {
  readonly mark: Buffer;
  readonly encode: (part: string) => Buffer;
  /** Default: as `encode`. */
  readonly encodeNew?: (part: string) => Buffer;
}

const NO_MARK = Buffer.alloc(0);
const utf16be = (part: string): Buffer => Buffer.from(part, "utf16le").swap16();
const ENCODINGS = {
  "UTF-8": { mark: NO_MARK, encode: (part) => Buffer.from(part) },
  "UTF-8 with mark": { mark: Buffer.from([0xef, 0xbb, 0xbf]), encode: (part) => Buffer.from(part) },
  "UTF-16 LE": { mark: Buffer.from([0xff, 0xfe]), encode: (part) => Buffer.from(part, "utf16le") },
  "UTF-16 BE": { mark: Buffer.from([0xfe, 0xff]), encode: utf16be },
  // Where Latin-1 has no control characters, the two are the same.
  "windows-1252": { mark: NO_MARK, encode: (part) => Buffer.from(part, "latin1") },
} as const satisfies Readonly<Record<string, Encoding>>;

const UTF_8 = ENCODINGS["UTF-8"];
const DAMAGED: Encoding = {
  mark: NO_MARK,
  encode: (part) =>
    Buffer.concat(part.split(/(\ufffd)/).map((one) => (one === "\ufffd" ? Buffer.from([0xff]) : Buffer.from(one)))),
  encodeNew: (part) => Buffer.from(part),
};

type Form = (text: string, random: Random) => { readonly text: string; readonly encoding: Encoding };

/** A letter within a comment: replacing it changes nothing that a parser reads. */
const inComment = (text: string, by: string): string => text.replace(/^(\s*(?:\/\/|#|--|\*) [^\n]*?)[a-z]/m, `$1${by}`);

const FORMS: Readonly<Record<string, Form>> = {
  "CR LF": (text) => ({ text: text.replace(/\r?\n/g, "\r\n"), encoding: UTF_8 }),
  LF: (text) => ({ text: text.replace(/\r\n/g, "\n"), encoding: UTF_8 }),
  "both line endings": (text, random) => ({
    text: text.replace(/\r?\n/g, () => (random() < 0.3 ? "\r\n" : "\n")),
    encoding: UTF_8,
  }),
  "no final newline": (text) => ({ text: text.replace(/\s+$/, ""), encoding: UTF_8 }),
  "byte-order mark": (text) => ({ text, encoding: ENCODINGS["UTF-8 with mark"] }),
  "UTF-16 LE": (text) => ({ text, encoding: ENCODINGS["UTF-16 LE"] }),
  "UTF-16 BE": (text) => ({ text, encoding: ENCODINGS["UTF-16 BE"] }),
  "windows-1252": (text) => ({ text: inComment(text, "é"), encoding: ENCODINGS["windows-1252"] }),
  "a byte that does not decode": (text) => ({ text: inComment(text, "éé\ufffd"), encoding: DAMAGED }),
};

const AS_IT_IS = 0.4;

/** Null where the file is binary, or damaged already. */
export function storedText(bytes: Buffer, random: Random): StoredText | null {
  const { text } = decodeText(bytes);
  const asItIs = Object.values(ENCODINGS).flatMap((encoding) => storedIn(encoding, "as it is", text) ?? []);
  const [original] = asItIs.filter((one) => one.bytes.equals(bytes));
  if (original === undefined || text.includes("\0") || text.includes("\ufffd")) {
    return null;
  }
  const drawn = Object.entries(FORMS)[Math.floor(random() * Object.keys(FORMS).length)];
  if (random() < AS_IT_IS || drawn === undefined) {
    return original;
  }
  const [name, form] = drawn;
  const made = form(text, random);
  const stored = storedIn(made.encoding, name, made.text);
  return stored === null || stored.bytes.equals(bytes) ? original : stored;
}

/** Null where the bytes would be read as another text: the form does not suit the file. */
function storedIn({ mark, encode, encodeNew = encode }: Encoding, form: string, text: string): StoredText | null {
  const bytes = Buffer.concat([mark, encode(text)]);
  return decodeText(bytes).text === text ? { form, text, bytes, mark: mark.length, encode, encodeNew } : null;
}
