// Files that another program has open, on Windows and on POSIX: what is tried again, how often, and what is not.
import { describe, expect, it } from "vitest";
import { posixBusyFiles, windowsBusyFiles } from "../../../src/system/platform/busy-files.ts";

const error = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

/** Fails so often with the code, then succeeds. */
function busyFor(times: number, code: string) {
  let calls = 0;
  const act = (): string => {
    calls += 1;
    if (calls <= times) throw error(code);
    return "done";
  };
  return { act, calls: () => calls };
}

function windows() {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { files: windowsBusyFiles({ wait, waitNow: (ms) => void waits.push(ms) }), waits };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe("Windows", () => {
  it.each(["EBUSY", "EPERM", "EACCES"])("a file that is open for a moment is tried again: %s", async (code) => {
    const { files, waits } = windows();
    const { act, calls } = busyFor(4, code);
    expect(await files.retried(act)).toBe("done");
    expect([calls(), waits]).toEqual([5, [5, 10, 20, 40]]);
  });

  it("waits for a rejection as for an exception", async () => {
    const { act } = busyFor(2, "EBUSY");
    expect(await windows().files.retried(async () => act())).toBe("done");
  });

  it("gives up after two seconds, with what the system says", async () => {
    const { files, waits } = windows();
    await expect(files.retried(busyFor(1_000, "EPERM").act)).rejects.toMatchObject({ code: "EPERM" });
    expect(sum(waits)).toBe(2_000);
  });

  it("stops the process for a tenth of a second at most", () => {
    const { files, waits } = windows();
    expect(files.retriedNow(busyFor(3, "EBUSY").act)).toBe("done");
    waits.length = 0;
    expect(() => files.retriedNow(busyFor(1_000, "EBUSY").act)).toThrow("EBUSY");
    expect(sum(waits)).toBe(100);
  });

  it.each(["ENOENT", "ENOSPC", "EEXIST", "EROFS"])("what time does not cure is not tried again: %s", async (code) => {
    const { files, waits } = windows();
    await expect(files.retried(busyFor(1, code).act)).rejects.toMatchObject({ code });
    expect(() => files.retriedNow(busyFor(1, code).act)).toThrow(code);
    expect(waits).toEqual([]);
  });
});

describe("POSIX", () => {
  it.each(["EBUSY", "EPERM", "EACCES"])("a refusal is final: %s", async (code) => {
    const { act, calls } = busyFor(1, code);
    await expect(posixBusyFiles.retried(act)).rejects.toMatchObject({ code });
    expect(calls()).toBe(1);
    expect(() => posixBusyFiles.retriedNow(busyFor(1, code).act)).toThrow(code);
  });
});
