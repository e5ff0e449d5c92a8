import { describe, expect, it } from "vitest";
import { openSemaphore } from "../../src/system/semaphore.ts";

const forever = new AbortController().signal;

describe("a semaphore", () => {
  it("lets so many callers in at once, and the others in their order", async () => {
    const semaphore = openSemaphore(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map(async (one) => {
      ends[one] = await semaphore.acquire(forever);
      begun.push(one);
    });
    await Promise.all(all.slice(0, 2));
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    ends[1]?.();
    await all[2];
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    await all[3];
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it("passes over a caller that gave up waiting", async () => {
    const semaphore = openSemaphore(1);
    const end = await semaphore.acquire(forever);
    const stop = new AbortController();
    const waits = semaphore.acquire(stop.signal);
    const next = semaphore.acquire(forever);
    stop.abort();
    await expect(waits).rejects.toMatchObject({ code: "CANCELLED" });
    end();
    (await next)();
    (await semaphore.acquire(forever))();
    await expect(semaphore.acquire(stop.signal)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
