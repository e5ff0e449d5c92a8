// What a system tells of a process, read from files of Linux as they are, hidden, cut short or strange; and a system that tells nothing.
import { describe, expect, it } from "vitest";
import { linuxProcessFacts, type ProcFiles, unknownProcessFacts } from "../../../src/system/platform/process-facts.ts";
import { forSystem } from "../../../src/system/platform/this-system.ts";

const STAT = "41 (a) b) (c) S 1 41 41 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 1 2 3";

const procWith = (files: Readonly<Record<string, string>>): ProcFiles => {
  const read = (path: string): string => {
    const text = files[path];
    if (text === undefined) {
      throw Object.assign(new Error("gone"), { code: "ENOENT" });
    }
    return text;
  };
  return { read, readLink: read };
};

const HIDDEN: ProcFiles = procWith({});

describe("on Linux", () => {
  it("the kernel's files are read, whatever the command is called", () => {
    const facts = linuxProcessFacts(
      procWith({
        "/proc/41/stat": STAT,
        "/proc/41/status": "Name:\tx\nVmRSS:\t  2048 kB\n",
        "/proc/self/smaps_rollup": "00400000-7ff [rollup]\nRss: 9 kB\nPss:      3 kB\nPss_Dirty: 1 kB\n",
        "/proc/self/ns/pid": "pid:[4026531836]",
        "/proc/sys/kernel/random/boot_id": "0f1e-2d\n",
        "/proc/self/maps": "7f00 r-xp /lib/ld-musl-x86_64.so.1\n",
      }),
    );
    expect({
      state: facts.stateOf(41),
      resident: facts.residentBytes(41),
      shared: facts.proportionalBytes("self"),
      namespace: facts.pidNamespace(),
      boot: facts.bootId(),
      musl: facts.isMusl(),
    }).toEqual({
      state: { state: "S", started: "987654" },
      resident: 2_097_152,
      shared: 3_072,
      namespace: "pid:[4026531836]",
      boot: "0f1e-2d",
      musl: true,
    });
  });

  it.each([
    ["hidden", HIDDEN],
    ["empty", procWith({ "/proc/41/stat": "", "/proc/41/status": "", "/proc/self/maps": "" })],
  ])("nothing is claimed where /proc is %s", (_, files) => {
    expect(claimsOf(linuxProcessFacts(files))).toEqual(claimsOf(unknownProcessFacts));
  });

  it("a line that is cut short gives no start time that could equal another's", () => {
    const { stateOf } = linuxProcessFacts(procWith({ "/proc/41/stat": STAT.slice(0, 30) }));
    expect(stateOf(41)?.started).toBe("");
  });
});

describe("elsewhere", () => {
  it.each(["darwin", "win32", "freebsd"])("%s tells nothing, and nothing is claimed", (system) => {
    const facts = forSystem({ linux: linuxProcessFacts(), other: unknownProcessFacts }, system);
    expect(claimsOf(facts)).toEqual([null, null, null, "", "", false]);
  });
});

const claimsOf = (facts: ReturnType<typeof linuxProcessFacts>) => [
  facts.stateOf(41),
  facts.residentBytes(41),
  facts.proportionalBytes("self"),
  facts.pidNamespace(),
  facts.bootId(),
  facts.isMusl(),
];
