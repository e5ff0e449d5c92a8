// Applies edits of a decoded text to the file's bytes: every byte outside of the edits stays, whatever it is.
import { decodeText } from "../../project/decode.ts";
import type { TextEdit } from "../change-set.ts";
import { dominantLineEnding, withLineEnding } from "../line-ending.ts";
import { byteAt, encode, layoutOf, type TextLayout } from "./text-layout.ts";

/** Why the edits cannot be made, and what to do instead. */
export interface NotText {
  /** 1-based line of the decoded text; null where it is the whole file. */
  readonly line: number | null;
  readonly message: string;
  readonly remedy: string;
}

export type Spliced = { readonly bytes: Buffer } | { readonly refused: NotText };

const TO_UTF_8 = "convert the file to UTF-8 first, or edit it by hand";

/**
 * The bytes with the edits made; `edits` as in `FileChange`, with offsets in `decodeText(bytes).text`. Refused: text that the
 * file's encoding does not have, an edit of or beside bytes that do not decode, and one after which the file would be read in another
 * encoding. Throws RangeError for edits that overlap, are out of order or out of the text.
 */
export function spliceBytes(bytes: Buffer, edits: readonly TextEdit[]): Spliced {
  const layout = layoutOf(bytes);
  if (layout === null) return refuse(null, "its damaged text cannot be assigned to its bytes", TO_UTF_8);
  const parts: Buffer[] = [];
  let expected = "";
  let [doneText, doneBytes] = [0, 0];
  for (const edit of edits) {
    if (edit.start < doneText || edit.end < edit.start || edit.end > layout.text.length) {
      throw new RangeError(`edit ${edit.start}-${edit.end} is out of order or out of the text (${layout.text.length})`);
    }
    const refused = whyNot(layout, edit);
    if (refused !== null) return { refused };
    const inserted = encode(edit.text, layout.encoding);
    if (inserted === null) {
      const message = `the file is windows-1252, which lacks ${missingFrom(edit.text)}`;
      return refuse(
        lineAt(layout, edit.start),
        message,
        "convert the file to UTF-8 first, or leave these characters out",
      );
    }
    const [from, to] = [byteAt(layout, edit.start), byteAt(layout, edit.end)];
    parts.push(bytes.subarray(doneBytes, from), inserted);
    expected += layout.text.slice(doneText, edit.start) + edit.text;
    [doneText, doneBytes] = [edit.end, to];
  }
  const spliced = Buffer.concat([...parts, bytes.subarray(doneBytes)]);
  expected += layout.text.slice(doneText);
  if (edits.length > 0 && decodeText(spliced).text !== expected) {
    return refuse(null, `after the edit the file would no longer be read as ${layout.encoding}`, TO_UTF_8);
  }
  return { bytes: spliced };
}

/** The bytes of a new file: in the encoding of `like`, with its byte-order mark and line endings; otherwise as given, in UTF-8. */
export function encodeNewFile(text: string, like: Buffer | null): Spliced {
  if (/\p{Cs}/u.test(text)) return refuse(null, LONE_SURROGATE, NO_SURROGATES);
  const layout = like === null ? null : layoutOf(like);
  if (like === null || layout === null) return { bytes: Buffer.from(text, "utf8") };
  const ended = withLineEnding(text, dominantLineEnding(layout.text));
  const encoded = encode(ended, layout.encoding);
  // A guessed encoding is not worth keeping where it cannot hold the text, or would not be guessed again.
  if (encoded === null) return { bytes: Buffer.from(ended, "utf8") };
  const bytes = Buffer.concat([like.subarray(0, layout.markBytes), encoded]);
  return { bytes: decodeText(bytes).text === ended ? bytes : Buffer.from(ended, "utf8") };
}

const LONE_SURROGATE = "the new text contains half a character (a lone surrogate)";
const NO_SURROGATES = "send the text without it";

function whyNot(layout: TextLayout, { start, end, text }: TextEdit): NotText | null {
  const at = (message: string, remedy: string): NotText => ({ line: lineAt(layout, start), message, remedy });
  if (/\p{Cs}/u.test(text)) return at(LONE_SURROGATE, NO_SURROGATES);
  if (isInsidePair(layout.text, start) || isInsidePair(layout.text, end)) {
    return at("the edit begins or ends within a character", "move it to the character's edge");
  }
  // Beside it, too: removing what parts two damaged sequences could make a character of them.
  if (layout.broken.some((one) => one.at >= start - 1 && one.at <= end)) {
    const message = `the edit touches bytes that are not valid ${layout.encoding}`;
    return at(message, "repair the file's encoding first, or edit it by hand");
  }
  return null;
}

const isInsidePair = (text: string, offset: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(offset - 1, 0), offset + 1));

const lineAt = ({ text }: TextLayout, offset: number): number =>
  1 + (text.slice(0, offset).match(/\r\n|\n|\r(?!\n)/g)?.length ?? 0);

const missingFrom = (text: string): string =>
  JSON.stringify(
    [...text]
      .filter((character) => encode(character, "windows-1252") === null)
      .slice(0, 5)
      .join(""),
  );

const refuse = (line: number | null, message: string, remedy: string): Spliced => ({
  refused: { line, message, remedy },
});
