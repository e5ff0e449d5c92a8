// The size and CRC-32 of a graph file, read in steps that leave the event loop free. A CRC detects torn and damaged files.
// Forged ones are no concern, since only the user can write there; a cryptographic hash would take three times as long.
import { crc32 } from "node:zlib";
import { readInSteps } from "../../system/read-in-steps.ts";

export interface GraphSum {
  readonly bytes: number;
  readonly crc32: number;
}

/** Rejects with the file system's error. `visit` sees each part in order with its place in the file, and must not keep it. */
export async function sumGraphFile(path: string, visit?: (part: Buffer, at: number) => void): Promise<GraphSum> {
  let sum = 0;
  const bytes = await readInSteps(path, (part, at) => {
    sum = crc32(part, sum);
    visit?.(part, at);
  });
  return { bytes, crc32: sum };
}
