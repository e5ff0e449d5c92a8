import { describe, expect, test } from "vitest";
import { atOnce, inSlices, type Steps } from "../../src/system/slices.ts";

/** Counts what it does; each step takes some milliseconds. */
function* work(steps: number, done: number[]): Steps<number> {
  for (let at = 0; at < steps; at++) {
    const until = performance.now() + 3;
    while (performance.now() < until);
    done.push(at);
    yield;
  }
  return steps;
}

describe("work in steps", () => {
  test("comes to the same at once and in slices", async () => {
    expect(atOnce(work(5, []))).toBe(5);
    expect(await inSlices(work(5, []), new AbortController().signal)).toBe(5);
  });

  test("lets others in between, and ends when it is cancelled", async () => {
    const controller = new AbortController();
    const done: number[] = [];
    const others: number[] = [];
    const tick = (): void => {
      others.push(done.length);
      if (others.length === 3) {
        controller.abort();
      } else {
        setImmediate(tick);
      }
    };
    setImmediate(tick);
    await expect(inSlices(work(1_000, done), controller.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(done.length).toBeLessThan(100);
    expect(new Set(others).size).toBe(3);
  });
});
