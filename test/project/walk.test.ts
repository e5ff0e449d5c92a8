// The order of what a walk finds, which is the same on every file system.
import { expect, test } from "vitest";
import { type Disk, localDisk } from "../../src/project/disk.ts";
import { useScratch } from "./scratch.ts";

const scratch = useScratch();

test.each([[["b.ts", "a.ts"]], [["b.ts", "a.ts", "c.ts"]], [["a.ts", "c.ts", "b.ts"]], [["c.ts", "b.ts", "a.ts"]]])(
  "files that the disk lists as %j are sorted by name",
  async (names) => {
    scratch.write(Object.fromEntries(names.map((name) => [name, "x\n"])));
    const disk: Disk = { ...localDisk, list: () => names.map((name) => ({ name, kind: "file" })) };
    const { files } = await scratch.open({}, disk).refresh();
    expect([...files.keys()]).toEqual([...names].sort());
  },
);
