// Reads a file of any size in steps that leave the event loop free.
import { open } from "node:fs/promises";

const STEP_BYTES = 1 << 20;

/**
 * `visit` sees each part in order with its place in the file, and must not keep it. Answers the bytes there were; rejects
 * with the file system's error.
 */
export async function readInSteps(path: string, visit: (part: Buffer, at: number) => void): Promise<number> {
  const buffer = Buffer.allocUnsafe(STEP_BYTES);
  const handle = await open(path, "r");
  try {
    for (let bytes = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0) {
        return bytes;
      }
      visit(buffer.subarray(0, bytesRead), bytes);
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
