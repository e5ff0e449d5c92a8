// When background work goes on: by what others use of the machine, always a little, and at once for who waits.
import { describe, expect, it, vi } from "vitest";
import {
  BUSY,
  type CpuTimes,
  INDEXING,
  isPausedBy,
  ON_BATTERY,
  openPace,
  type PaceOptions,
  shareOfOthers,
} from "../../src/system/pace.ts";

const times = (busyMs: number, totalMs: number, ownMs: number): CpuTimes => ({ busyMs, totalMs, ownMs });

describe("others' share", () => {
  it.each([
    ["nobody", times(0, 0, 0), times(0, 1_000, 0), 0],
    ["this program alone", times(5, 10, 5), times(905, 1_010, 905), 0],
    ["others alone", times(0, 0, 0), times(750, 1_000, 0), 0.75],
    ["both", times(100, 1_000, 50), times(1_100, 2_000, 450), 0.6],
    ["more by its own account than the system's", times(0, 0, 0), times(100, 1_000, 200), 0],
    ["no time between", times(7, 100, 1), times(7, 100, 1), 0],
  ])("of %s", (_name, before, after, share) => {
    expect(shareOfOthers(before, after)).toBeCloseTo(share, 9);
  });

  it("pauses above the upper mark and goes on below the lower one", () => {
    let paused = false;
    const states = [0.6, 0.71, 0.69, 0.51, 0.49, 0.6, 0.7, 0.9].map((share) => {
      paused = isPausedBy(share, paused);
      return paused;
    });
    expect(states).toEqual([false, true, true, true, false, false, false, true]);
  });
});

/** A machine on which others use a share of one core that is told. */
function machine(more: Pick<PaceOptions, "onBattery"> = {}) {
  vi.useFakeTimers();
  let atMs = 0;
  let busyMs = 0;
  const read = vi.fn(() => times(busyMs, atMs, 0));
  return {
    pace: openPace({ read, now: () => atMs, ...more }),
    pass(ms: number, share: number) {
      atMs += ms;
      busyMs += ms * share;
      vi.advanceTimersByTime(ms);
    },
    read,
  };
}

/** What a turn came to by now. */
async function settled(turn: Promise<void>): Promise<"its turn" | "waits" | string> {
  const outcome = turn.then(
    () => "its turn",
    (error: { code: string }) => error.code,
  );
  for (let i = 0; i < 10; i += 1) {
    await Promise.resolve();
  }
  return Promise.race([outcome, Promise.resolve("waits")]);
}

describe("background work", () => {
  it("goes on while the machine is free, and looks at it once in two seconds", async () => {
    const { pace, pass, read } = machine();
    for (let i = 0; i < 40; i += 1) {
      expect(await settled(pace.wait())).toBe("its turn");
      pass(100, 0.2);
    }
    expect(read).toHaveBeenCalledTimes(2);
    expect(pace.paused).toBeNull();
  });

  it("is done drop by drop while others keep the machine busy, and at once when they are done", async () => {
    const { pace, pass } = machine();
    await pace.wait();
    pass(2_000, 0.9);
    const turns: string[] = [];
    const next = pace.wait();
    for (let second = 0; second < 3; second += 1) {
      turns.push(await settled(next));
      pass(1_000, 0.9);
    }
    turns.push(await settled(next));
    expect(turns).toEqual(["waits", "its turn", "its turn", "its turn"]);
    expect(pace.paused).toBe(BUSY);
    pass(3_000, 0.1);
    expect(await settled(pace.wait())).toBe("its turn");
    expect(pace.paused).toBeNull();
  });

  it.each<[string, (of: ReturnType<typeof machine>) => unknown, string]>([
    ["someone begins to wait", ({ pace }) => pace.hurry(), "its turn"],
    ["its time has come", ({ pass }) => pass(3_000, 1), "its turn"],
    ["nothing happens", () => undefined, "waits"],
  ])("that waits for its turn: %s", async (_name, happen, outcome) => {
    const busy = machine();
    await busy.pace.wait();
    busy.pass(2_000, 1);
    await settled(busy.pace.wait());
    busy.pass(1_000, 1);
    await settled(busy.pace.wait());
    const turn = busy.pace.wait();
    expect(await settled(turn)).toBe("waits");
    happen(busy);
    expect(await settled(turn)).toBe(outcome);
  });

  it("is cancelled while it waits, and before", async () => {
    const { pace, pass } = machine();
    await pace.wait();
    pass(2_000, 1);
    const controller = new AbortController();
    const turn = pace.wait(controller.signal);
    expect(await settled(turn)).toBe("waits");
    controller.abort();
    expect(await settled(turn)).toBe("CANCELLED");
    expect(await settled(pace.wait(controller.signal))).toBe("CANCELLED");
  });

  it("that someone waits for does not pause, until nobody does", async () => {
    const { pace, pass } = machine();
    const ends = [pace.hurry(), pace.hurry()];
    await pace.wait();
    pass(2_000, 1);
    expect([await settled(pace.wait()), await settled(pace.wait())]).toEqual(["its turn", "its turn"]);
    ends[0]?.();
    ends[0]?.();
    expect(await settled(pace.wait())).toBe("its turn");
    ends[1]?.();
    expect(await settled(pace.wait())).toBe("waits");
  });

  it("is slowed where memory is short, also where someone waits", async () => {
    const { pace } = machine();
    pace.hurry();
    await pace.wait();
    pace.slowDown("memory", "no memory");
    expect(await settled(pace.wait())).toBe("waits");
    expect(pace.paused).toBe("no memory");
    pace.slowDown("memory", null);
    expect(pace.paused).toBeNull();
  });

  it("stops while nobody is there, and goes on as soon as somebody is", async () => {
    const { pace, pass } = machine();
    await pace.wait();
    pace.slowDown("disuse", "nobody is there");
    const turn = pace.wait();
    pass(600_000, 0);
    expect([await settled(turn), pace.paused]).toEqual(["waits", "nobody is there"]);
    pace.slowDown("disuse", null);
    expect([await settled(turn), pace.paused]).toEqual(["its turn", null]);
  });

  it("stops while files of any project are being indexed", async () => {
    const { pace } = machine();
    const ends = [pace.indexing(), pace.indexing()];
    const turn = pace.wait();
    expect([await settled(turn), pace.paused]).toEqual(["waits", INDEXING]);
    ends[0]?.();
    expect(await settled(turn)).toBe("waits");
    ends[1]?.();
    expect([await settled(turn), pace.paused]).toEqual(["its turn", null]);
  });

  it("stops on battery, unless someone waits, and goes on when the machine is plugged in", async () => {
    const power = { battery: true };
    const { pace, pass } = machine({ onBattery: async () => power.battery });
    const turns = [pace.wait()];
    expect([await settled(turns[0] as Promise<void>), pace.paused]).toEqual(["waits", ON_BATTERY]);
    const end = pace.hurry();
    expect([await settled(turns[0] as Promise<void>), pace.paused]).toEqual(["its turn", null]);
    end();
    turns.push(pace.wait());
    pass(30_000, 0);
    expect(await settled(turns[1] as Promise<void>)).toBe("waits");
    power.battery = false;
    pass(30_000, 0);
    expect([await settled(turns[1] as Promise<void>), pace.paused]).toEqual(["its turn", null]);
  });
});
