// Disks for the store of edits that do what a test says at each of their steps, without waiting for the device.
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { localStoreDisk, type NewFile, type StoreDisk } from "../../src/edits/store/store-disk.ts";

/** The local disk without waiting for the device, which takes most of the time and has no part in these tests. */
export const unsyncedDisk: StoreDisk = {
  ...localStoreDisk,
  syncFolder: async () => undefined,
  writeNew: async (path, { bytes, mode }) => {
    writeFileSync(path, bytes, { flag: "wx" });
    if (mode !== null) chmodSync(path, mode);
  },
  writeDocument: async (path, content) => {
    writeFileSync(`${path}.tmp`, content);
    renameSync(`${path}.tmp`, path);
  },
};

export interface DiskStep {
  /** 0-based, over all functions of the disk. */
  readonly number: number;
  readonly name: keyof StoreDisk;
  /** What the disk would do. */
  readonly run: () => unknown;
  /** Of `writeNew`: the first half of the file, and nothing else. */
  readonly runHalf: () => unknown;
}

/** Each step is what `instead` makes of it. */
export function watchedDisk(instead: (step: DiskStep) => unknown): StoreDisk {
  let number = 0;
  const watched = Object.entries(unsyncedDisk).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const [path, file] = args as [string, NewFile];
      return instead({
        number: number++,
        name: name as keyof StoreDisk,
        run: () => (run as (...all: unknown[]) => unknown)(...args),
        runHalf: () =>
          name === "writeNew"
            ? unsyncedDisk.writeNew(path, { ...file, bytes: file.bytes.subarray(0, file.bytes.length >> 1) })
            : undefined,
      });
    },
  ]);
  return Object.fromEntries(watched) as StoreDisk;
}

/** An error as the system throws it. */
export const systemError = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });
