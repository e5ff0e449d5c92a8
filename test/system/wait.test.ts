// Work of which one piece runs at a time.
import { expect, test } from "vitest";
import { singleFlight } from "../../src/system/wait.ts";

test("who asks while one runs gets that one, and whether one runs can be asked", async () => {
  const ends: (() => void)[] = [];
  let begun = 0;
  const flight = singleFlight(() => {
    begun += 1;
    return new Promise<number>((resolve) => ends.push(() => resolve(begun)));
  });
  expect(flight.running()).toBe(false);
  const both = [flight.run(), flight.run()];
  expect([begun, flight.running()]).toEqual([1, true]);
  ends[0]?.();
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(flight.running()).toBe(false);
  const later = flight.run();
  ends[1]?.();
  expect(await later).toBe(2);
});
