// The size and CRC-32 of a graph file, read in steps that leave the event loop free. Told apart are torn and damaged files,
// not forged ones, which nobody else can write; it takes a third of the time of a hash that would tell those too.
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";

export interface GraphSum {
  readonly bytes: number;
  readonly crc32: number;
}

const STEP_BYTES = 1 << 20;

/** Rejects with the file system's error. `visit` sees each part in order with its place in the file, and must not keep it. */
export async function sumGraphFile(path: string, visit?: (part: Buffer, at: number) => void): Promise<GraphSum> {
  const buffer = Buffer.allocUnsafe(STEP_BYTES);
  const handle = await open(path, "r");
  try {
    let bytes = 0;
    let sum = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0) {
        return { bytes, crc32: sum };
      }
      const part = buffer.subarray(0, bytesRead);
      sum = crc32(part, sum);
      visit?.(part, bytes);
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
