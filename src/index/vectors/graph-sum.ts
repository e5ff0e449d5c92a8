// The size and CRC-32 of a graph file, read in steps that leave the event loop free. Told apart are torn and damaged files,
// not forged ones, which nobody else can write; it takes a third of the time of a hash that would tell those too.
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
