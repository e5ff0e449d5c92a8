// Compressed columns of numbers and texts: similar values lie together and compress well. The reader must know how many values
// a column has.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DamagedBytes, openByteReader, openByteWriter } from "./varint.ts";

/** Limit of an inflated column: bytes that inflate to more are damaged, or made to exhaust memory. */
export const INFLATED_MAX = 16 * 1024 * 1024;
/** Higher levels cost more processor time than they save disk space. */
const LEVEL = 6;

export interface ColumnWriter {
  number(value: number): void;
  /** Integers from 0. */
  numbers(values: readonly number[]): void;
  /** Integers of either sign, smallest when near 0. */
  signed(values: readonly number[]): void;
  /** Integers, smallest when each is near the one before. */
  gaps(values: readonly number[]): void;
  texts(values: readonly (string | null)[]): void;
  /** The bytes put so far, uncompressed. */
  take(): Uint8Array;
}

/**
 * Null if the result would be too large to read. `known`: bytes that the reader has too, so that they need not be stored again.
 */
export const deflated = (bytes: Uint8Array, known?: Uint8Array): Uint8Array | null =>
  bytes.length > INFLATED_MAX ? null : deflateRawSync(bytes, options(known));

/** Throws DamagedBytes if the bytes cannot be inflated. */
export function inflated(packed: Uint8Array, known?: Uint8Array): Buffer {
  try {
    return inflateRawSync(packed, options(known));
  } catch (error) {
    throw new DamagedBytes("packed columns cannot be inflated", { cause: error });
  }
}

const options = (known: Uint8Array | undefined) => ({
  level: LEVEL,
  maxOutputLength: INFLATED_MAX,
  ...(known === undefined ? {} : { dictionary: known }),
});

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

export function openColumnWriter(): ColumnWriter {
  const writer = openByteWriter(1024);
  const numbers = (values: readonly number[]): void => values.forEach(writer.number);
  const signed = (values: readonly number[]): void => numbers(values.map(zigzag));
  return {
    number: writer.number,
    numbers,
    signed,
    gaps: (values) => signed(values.map((value, at) => value - (values[at - 1] ?? 0))),
    texts(values) {
      const bytes = Buffer.from(values.join(""));
      numbers(values.map((value) => (value === null ? 0 : value.length + 1)));
      writer.number(bytes.length);
      writer.bytes(bytes);
    },
    take: writer.take,
  };
}

/** All methods throw DamagedBytes for bytes that a ColumnWriter cannot have written. */
export interface ColumnReader {
  number(): number;
  numbers(count: number): number[];
  signed(count: number): number[];
  gaps(count: number): number[];
  texts(count: number): (string | null)[];
  /** Whether nothing is left to read. */
  isAtEnd(): boolean;
}

/** Of inflated bytes. */
export function openColumnReader(bytes: Buffer): ColumnReader {
  const reader = openByteReader(bytes);
  const { number } = reader;

  function numbers(count: number): number[] {
    // Each value takes at least one byte, so no more room is reserved than can be needed.
    if (count > bytes.length - reader.at) {
      throw new DamagedBytes("a packed column is shorter than it says");
    }
    const values = new Array<number>(count);
    for (let index = 0; index < count; index++) {
      values[index] = number();
    }
    return values;
  }

  return {
    number,
    numbers,
    isAtEnd: () => reader.ended,
    signed: (count) => numbers(count).map(unzigzag),
    gaps(count) {
      let last = 0;
      return numbers(count).map((value) => {
        last += unzigzag(value);
        return last;
      });
    },
    texts(count) {
      const lengths = numbers(count);
      const text = reader.text();
      let from = 0;
      const texts = lengths.map((length) => {
        const start = from;
        from += Math.max(0, length - 1);
        return length === 0 ? null : text.slice(start, from);
      });
      if (from !== text.length) {
        throw new DamagedBytes("packed texts end too early");
      }
      return texts;
    },
  };
}
