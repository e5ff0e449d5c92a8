// The time left, from the rate of the last half minute.
import { describe, expect, it } from "vitest";
import { ProgressMeter } from "../../src/system/progress-meter.ts";

/** Notes at each second; `rate(second)` is done in it. */
function run(seconds: number, total: number, rate: (second: number) => number) {
  let atMs = 0;
  const meter = new ProgressMeter(() => atMs);
  let done = 0;
  let measured = meter.note(done, total);
  for (let second = 0; second < seconds; second += 1) {
    atMs += 1_000;
    done += rate(second);
    measured = meter.note(done, total);
  }
  return { meter, measured, advance: (ms: number) => (atMs += ms) };
}

describe("the time left", () => {
  it.each([
    ["is unknown at first", 0, 100, () => 10, null, null],
    ["is unknown within two seconds", 1, 100, () => 10, null, null],
    ["is what the rate says", 4, 100, () => 10, 10, 6],
    ["is unknown where nothing got done", 20, 100, () => 0, null, null],
    ["counts no waiting before the work", 24, 100, (second: number) => (second < 20 ? 0 : 2), 2, 46],
    ["is unknown where the total is", 5, 0, () => 10, 10, null],
    ["is none at the end", 10, 100, () => 10, 10, 0],
    ["forgets how fast it went long ago", 100, 10_000, (second: number) => (second < 60 ? 100 : 5), 5, 760],
  ])("%s", (_name, seconds, total, rate, perSecond, secondsLeft) => {
    expect(run(seconds, total, rate).measured).toEqual({ perSecond, secondsLeft });
  });

  it("begins again after the work had stopped, however often it is asked for meanwhile", () => {
    const { meter, advance } = run(10, 1_000, () => 10);
    const asked = Array.from({ length: 5 }, () => {
      advance(15_000);
      return meter.note(100, 1_000).perSecond;
    });
    expect(asked).toEqual([4, null, null, null, null]);
    advance(1_000);
    expect(meter.note(110, 1_000).perSecond).toBeNull();
    advance(5_000);
    expect(meter.note(160, 1_000)).toEqual({ perSecond: 10, secondsLeft: 84 });
  });

  it("begins anew when less is done than before", () => {
    const { meter, advance } = run(10, 100, () => 10);
    advance(1_000);
    expect(meter.note(5, 50)).toEqual({ perSecond: null, secondsLeft: null });
    advance(5_000);
    expect(meter.note(10, 50)).toEqual({ perSecond: 1, secondsLeft: 40 });
  });
});
