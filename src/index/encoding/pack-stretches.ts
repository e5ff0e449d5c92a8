// Packs the stretches of a text: their gaps, lengths and kinds as columns. docs/inside/file-format.md draws it.
import { STRETCH_KINDS, type Stretches } from "../../vocabulary/stretches.ts";
import { deflated, inflated, openColumnReader, openColumnWriter } from "./columns.ts";
import type { Unpacked } from "./unpack-facts.ts";
import { DamagedBytes } from "./varint.ts";

/** Null if they are too large to be read back. */
export function packStretches({ rest, starts, ends, kinds }: Stretches): Uint8Array | null {
  const writer = openColumnWriter();
  writer.numbers([STRETCH_KINDS.indexOf(rest), starts.length]);
  writer.numbers(starts.map((start, at) => start - (ends[at - 1] ?? 0)));
  writer.numbers(ends.map((end, at) => end - (starts[at] ?? 0)));
  writer.numbers(kinds.map((kind) => STRETCH_KINDS.indexOf(kind)));
  return deflated(writer.take());
}

/** Throws DamagedBytes for bytes that packStretches has not written. */
export function unpackStretches(packed: Uint8Array): Unpacked<Stretches> {
  const bytes = inflated(packed);
  const reader = openColumnReader(bytes);
  const kindOf = (code: number) => {
    const kind = STRETCH_KINDS[code];
    if (kind === undefined) {
      throw new DamagedBytes("packed stretches are of an unknown kind");
    }
    return kind;
  };
  const rest = kindOf(reader.number());
  const count = reader.number();
  const [gaps, lengths] = [reader.numbers(count), reader.numbers(count)];
  const kinds = reader.numbers(count).map(kindOf);
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < count; at += 1) {
    starts.push((ends[at - 1] ?? 0) + (gaps[at] ?? 0));
    ends.push((starts[at] ?? 0) + (lengths[at] ?? 0));
  }
  return { value: { rest, starts, ends, kinds }, size: bytes.length };
}
