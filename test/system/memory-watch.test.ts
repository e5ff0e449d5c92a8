// What is shed at which share of the limit.
import { describe, expect, it, vi } from "vitest";
import { MemoryWatch, type Shedding, sheddingAt } from "../../src/system/memory-watch.ts";
import { ownMemoryBytes, ownMemoryBytesAtMost } from "../../src/system/own-processes.ts";
import { type BoundedPool, enterPool, leavePool } from "../../src/system/pool-limits.ts";

const MB = 1024 * 1024;

describe("what is shed", () => {
  it.each<[string, readonly number[], readonly Shedding[]]>([
    ["nothing with room", [0, 500, 840], [0, 0, 0]],
    ["more and more toward the limit", [850, 920, 1_000, 1_500], [1, 2, 3, 3]],
    ["at once what the limit demands", [1_200], [3]],
    ["no less before there is room", [1_000, 900, 760, 740], [3, 3, 3, 0]],
    ["idle processes alone, as long as that is enough", [870, 800, 870, 740, 800], [1, 1, 1, 0, 0]],
  ])("%s", (_name, used, steps) => {
    let shedding: Shedding = 0;
    expect(
      used.map((mb) => {
        shedding = sheddingAt(mb, 1_000, shedding);
        return shedding;
      }),
    ).toEqual(steps);
  });

  it("reaches every pool and the pace, and is taken back", () => {
    vi.useFakeTimers();
    const done: string[] = [];
    const pool: BoundedPool = {
      trim: () => done.push("trim"),
      limit: (most) => done.push(`limit ${most}`),
      busy: true,
    };
    enterPool(pool);
    let mb = 100;
    const pace = { slowDown: (_: string, reason: string | null) => void done.push(`hold ${reason}`) };
    const read = () => mb * MB;
    const watch = new MemoryWatch({ limitMb: 200, pace, everyMs: 10, read, readAtMost: read });
    const look = (now: number) => {
      mb = now;
      done.length = 0;
      vi.advanceTimersByTime(10);
      return [...done];
    };
    expect(look(100)).toEqual([]);
    expect(look(172)).toEqual(["trim", "limit null", "hold null"]);
    expect(look(190)).toEqual(["trim", "limit 1", "hold null"]);
    expect(look(230)).toEqual(["trim", "limit 1", "hold over the memory limit of 200 MB"]);
    expect([watch.used, watch.shedding]).toEqual([230 * MB, 3]);
    expect(look(230)).toEqual(["trim"]);
    expect(look(120)).toEqual(["limit null", "hold null"]);
    watch.close();
    expect(look(230)).toEqual([]);
    leavePool(pool);
  });

  it("is decided by the exact figure, which is asked for only where the rough one leaves it open", () => {
    vi.useFakeTimers();
    const pool: BoundedPool = { trim: () => undefined, limit: () => undefined, busy: true };
    enterPool(pool);
    let [exact, atMost, reads] = [0, 0, 0];
    const watch = new MemoryWatch({
      limitMb: 100,
      pace: { slowDown: () => undefined },
      everyMs: 10,
      read: () => {
        reads += 1;
        return exact * MB;
      },
      readAtMost: () => atMost * MB,
    });
    const look = (nowExact: number, nowAtMost: number) => {
      [exact, atMost, reads] = [nowExact, nowAtMost, 0];
      vi.advanceTimersByTime(10);
      return [watch.shedding, reads];
    };
    expect(look(50, 84)).toEqual([0, 0]);
    expect(look(50, 120)).toEqual([0, 1]);
    expect(look(90, 120)).toEqual([1, 1]);
    expect(look(60, 80)).toEqual([0, 1]);
    watch.close();
    leavePool(pool);
  });
});

describe("what this program takes in memory", () => {
  it("is never more than the rough figure", () => {
    const exact = ownMemoryBytes();
    expect(exact).toBeGreaterThan(10 * MB);
    expect(ownMemoryBytesAtMost()).toBeGreaterThan(exact * 0.98);
  });
});
