// The layout of a graph file as hnswlib writes it, as far as this program relies on it: which dimension it has, and where a
// point's vector is. Reading a vector so takes 1.2 µs; asking the library takes 17.
import { fstatSync, readSync } from "node:fs";
import { HASHED_COMPONENTS, vectorHash } from "./background.ts";

// A header of 96 bytes: six 64-bit little-endian numbers, of which the first is 0, then settings. Then one record a
// point, in order of insertion: links, vector (float32), label (64 bits). Then the links of the upper layers.
const HEADER_BYTES = 96;
const LABEL_BYTES = 8;

export interface GraphLayout {
  readonly count: number;
  readonly dimensions: number;
  readonly recordBytes: number;
  readonly vectorOffset: number;
}

/** The layout of an open graph file, or null where it is not one that this program understands. */
export function readGraphLayout(fd: number): GraphLayout | null {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(fd, header, 0, HEADER_BYTES, 0) !== HEADER_BYTES) {
    return null;
  }
  const [start, capacity, count, recordBytes, labelOffset, vectorOffset] = [0, 8, 16, 24, 32, 40].map((at) =>
    Number(header.readBigUInt64LE(at)),
  ) as [number, number, number, number, number, number];
  const vectorBytes = labelOffset - vectorOffset;
  const sound =
    start === 0 &&
    count <= capacity &&
    vectorBytes > 0 &&
    vectorBytes % 4 === 0 &&
    recordBytes === labelOffset + LABEL_BYTES;
  return sound ? { count, dimensions: vectorBytes / 4, recordBytes, vectorOffset } : null;
}

/**
 * Whether the file ends where the links of its last point do. The library writes without looking whether the disk took
 * it: a file that was cut off anywhere fails this, at 1 µs a point and without loading it a second time.
 */
export function isWholeGraph(fd: number, layout: GraphLayout): boolean {
  const size = fstatSync(fd).size;
  const length = Buffer.alloc(4);
  let at = HEADER_BYTES + layout.count * layout.recordBytes;
  for (let point = 0; point < layout.count; point++) {
    if (readSync(fd, length, 0, length.length, at) !== length.length) {
      return false;
    }
    at += length.length + length.readUInt32LE();
  }
  return at === size;
}

/** Reads the vector of the point inserted as number `position`, or null where the file does not hold `label` there. */
export function openVectorReader(
  fd: number,
  layout: GraphLayout,
): (position: number, label: number, into: Float32Array) => boolean {
  const { dimensions, recordBytes, vectorOffset } = layout;
  const bytes = Buffer.alloc(dimensions * 4 + LABEL_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (position, label, into) => {
    const at = HEADER_BYTES + position * recordBytes + vectorOffset;
    if (readSync(fd, bytes, 0, bytes.length, at) !== bytes.length || view.getUint32(dimensions * 4, true) !== label) {
      return false;
    }
    for (let i = 0; i < dimensions; i++) {
      into[i] = view.getFloat32(i * 4, true);
    }
    return true;
  };
}

export interface HashCollector {
  /** Takes a part of the file; each byte must come once, in any order. */
  take(part: Buffer, at: number): void;
  /** vectorHash of each point's vector, once the whole file was taken. */
  hashes(): Uint32Array;
}

/** Collects what the hashes of all vectors are made of while the file is read for something else. */
export function openHashCollector({ count, recordBytes, vectorOffset }: GraphLayout): HashCollector {
  const hashedBytes = HASHED_COMPONENTS * 4;
  const first = HEADER_BYTES + vectorOffset;
  const bytes = new Uint8Array(count * hashedBytes);
  return {
    take(part, at) {
      const end = at + part.length;
      // A part may begin and end within what is hashed of a vector.
      let point = Math.max(0, Math.floor((at - first) / recordBytes));
      for (; point < count && first + point * recordBytes < end; point++) {
        const start = first + point * recordBytes;
        for (let from = Math.max(start, at); from < Math.min(start + hashedBytes, end); from++) {
          bytes[point * hashedBytes + from - start] = part[from - at] ?? 0;
        }
      }
    },
    hashes() {
      const components = new Float32Array(bytes.buffer);
      return Uint32Array.from({ length: count }, (_, point) => vectorHash(components, point * HASHED_COMPONENTS));
    },
  };
}
