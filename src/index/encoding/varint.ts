// Unsigned LEB128 numbers in byte arrays: seven bits a byte, low bits first, the high bit set on all but the last.
// Numbers are below 2^53.

/** Packed bytes that cannot be what was written. */
export class DamagedBytes extends RangeError {}

/** Bytes that grow as numbers are put. */
export interface ByteWriter {
  byte(value: number): void;
  number(value: number): void;
  bytes(values: Uint8Array): void;
  readonly length: number;
  /** A copy of what was put. */
  take(): Uint8Array;
}

export function openByteWriter(capacity = 256): ByteWriter {
  let buffer = new Uint8Array(capacity);
  let length = 0;

  function reserve(count: number): void {
    if (length + count > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, length + count));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
  }

  function byte(value: number): void {
    reserve(1);
    buffer[length++] = value;
  }

  function number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    byte(rest);
  }

  return {
    byte,
    number,
    bytes(values) {
      reserve(values.length);
      buffer.set(values, length);
      length += values.length;
    },
    get length() {
      return length;
    },
    take: () => buffer.slice(0, length),
  };
}

/** Reads what a ByteWriter wrote, from any place. Its methods throw DamagedBytes if the bytes end too early. */
export interface ByteReader {
  /** Offset of the next byte to read; may be set. */
  at: number;
  readonly ended: boolean;
  byte(): number;
  number(): number;
  /** UTF-8, after its length in bytes. */
  text(): string;
}

export function openByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  let buffer: Buffer | null = null;

  function byte(): number {
    const value = bytes[at++];
    if (value === undefined) {
      throw new DamagedBytes("packed numbers end too early");
    }
    return value;
  }

  function number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const part = bytes[at++];
      if (part === undefined || scale > Number.MAX_SAFE_INTEGER) {
        throw new DamagedBytes("packed numbers end too early");
      }
      value += (part & 0x7f) * scale;
      if (part < 0x80) {
        return value;
      }
    }
  }

  return {
    get at() {
      return at;
    },
    set at(place: number) {
      at = place;
    },
    get ended() {
      return at >= bytes.length;
    },
    byte,
    number,
    text() {
      const length = number();
      const start = at;
      at += length;
      if (at > bytes.length) {
        throw new DamagedBytes("a packed text ends too early");
      }
      buffer ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return buffer.toString("utf8", start, at);
    },
  };
}

/** Ascending numbers as gaps. */
export function packAscending(numbers: readonly number[]): Uint8Array {
  const writer = openByteWriter(numbers.length * 2 + 8);
  let previous = 0;
  for (const value of numbers) {
    writer.number(value - previous);
    previous = value;
  }
  return writer.take();
}

export function unpackAscending(bytes: Uint8Array): number[] {
  const reader = openByteReader(bytes);
  const numbers: number[] = [];
  let previous = 0;
  while (!reader.ended) {
    previous += reader.number();
    numbers.push(previous);
  }
  return numbers;
}
