// How figures are judged and written.
import { describe, expect, it } from "vitest";
import {
  excess,
  type Figure,
  isMet,
  median,
  type Target,
  written,
  writtenTarget,
  writtenWithSpread,
} from "./figure.ts";

const figure = (target: Target | null, ...values: number[]): Figure => ({
  name: "warm query p50",
  on: "60k",
  unit: "ms",
  values,
  target,
});

describe("a figure", () => {
  it.each<[Target | null, number[], boolean | null]>([
    [{ atMost: 10 }, [10], true],
    [{ atMost: 10 }, [10.01], false],
    [{ atLeast: 0.9 }, [0.9], true],
    [{ atLeast: 0.9 }, [0.89], false],
    [{ atMost: 10 }, [1, 9, 500], true],
    [{ atMost: 10 }, [], null],
    [null, [3], null],
  ])("with target %j and runs %j: met %j", (target, values, met) => {
    expect(isMet(figure(target, ...values))).toBe(met);
  });

  it("is judged by its median, and says how many times it misses", () => {
    expect(median(figure(null, 5, 1, 9))).toBe(5);
    expect(excess(figure({ atMost: 10 }, 15))).toBe(1.5);
    expect(excess(figure({ atLeast: 0.9 }, 0.45))).toBe(2);
  });

  it("is written with its unit, and with its range where it ran more than once", () => {
    expect(writtenWithSpread(figure(null, 12.345))).toBe("12.3 ms");
    expect(writtenWithSpread(figure(null, 1.234, 0.5, 2))).toBe("1.23 ms (0.50 ms – 2.00 ms)");
    expect(writtenTarget(figure({ atMost: 150 }, 1))).toBe("≤ 150 ms");
    expect(writtenTarget({ ...figure({ atLeast: 0.9 }, 1), unit: "share" })).toBe("≥ 90 %");
    expect(written(2_499.6, "bytes")).toBe("2,500 bytes");
    expect(written(506_724, "count")).toBe("506,724");
    expect(written(Number.NaN, "s")).toBe("–");
  });
});
