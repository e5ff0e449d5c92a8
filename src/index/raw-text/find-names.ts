// Which raw texts have a name as it is written, and which of them seem to define it: a search of bytes, some hundred times as fast as looking
// for terms. For questions about one symbol, whose answer is made of the index.
import { searchedBytes } from "../../languages/searched-text.ts";
import { definitionOn } from "../../syntax/definition-lines.ts";
import { openSlicer } from "../../system/slices.ts";
import { isNameByte } from "./find-terms.ts";
import type { RawText } from "./raw-texts.ts";

export interface TextsWithNames {
  /** Those with a line that seems to define one of the names. */
  readonly definers: readonly RawText[];
  /** The others that have one of them. */
  readonly users: readonly RawText[];
}

const NEWLINE = 0x0a;
/** Occurrences in one text that are looked at for a definition. */
const LOOKED_MAX = 40;
/** A longer line is data, or minified. Bytes. */
const LINE_BYTES_MAX = 400;

/** Yields to other work. CANCELLED. */
export async function textsWithNames(
  texts: Iterable<RawText>,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<TextsWithNames> {
  const slicer = openSlicer(signal);
  const wanted = names.map((name) => ({ name, bytes: Buffer.from(name) }));
  const definers: RawText[] = [];
  const users: RawText[] = [];
  for (const text of texts) {
    const searched = searchedBytes(text.file.path, text.bytes);
    const uses = wanted.map(({ name, bytes }) => useIn(searched, name, bytes));
    if (uses.includes("defines")) {
      definers.push(text);
    } else if (uses.includes("uses")) {
      users.push(text);
    }
    await slicer.yieldIfDue();
  }
  return { definers, users };
}

function useIn(text: Buffer, name: string, bytes: Buffer): "defines" | "uses" | "none" {
  let looked = 0;
  for (let at = text.indexOf(bytes); at !== -1 && looked < LOOKED_MAX; at = text.indexOf(bytes, at + bytes.length)) {
    const end = at + bytes.length;
    if (!isNameByte(text[at - 1]) && !isNameByte(text[end])) {
      looked += 1;
      if (definitionOn(lineAround(text, at, end))?.name === name) {
        return "defines";
      }
    }
  }
  return looked > 0 ? "uses" : "none";
}

/** "" for a line that is too long. */
function lineAround(text: Buffer, at: number, end: number): string {
  const start = text.lastIndexOf(NEWLINE, at) + 1;
  const next = text.indexOf(NEWLINE, end);
  const stop = next === -1 ? text.length : next;
  return stop - start > LINE_BYTES_MAX ? "" : text.toString("utf8", start, stop).trimEnd();
}
