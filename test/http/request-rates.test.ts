import { expect, it } from "vitest";
import { limitRate } from "../../src/http/request-rates.ts";

it("allows a minute's requests at once, then as many as the minute refills, each key for itself", () => {
  let now = 0;
  const rates = limitRate(60, () => now);
  const taken = Array.from({ length: 61 }, () => rates.take("a"));
  expect(taken).toEqual([...Array.from({ length: 60 }, () => 0), 1]);
  expect(rates.take("b")).toBe(0);
  now = 1_000;
  expect([rates.take("a"), rates.take("a")]).toEqual([0, 1]);
  now = 3_600_000;
  expect(Array.from({ length: 61 }, () => rates.take("a")).filter((wait) => wait === 0).length).toBe(60);
});

it("gives a clock that was set back no requests, and takes none away for good", () => {
  let now = 100_000;
  const rates = limitRate(1, () => now);
  expect(rates.take("a")).toBe(0);
  now = 0;
  expect(rates.take("a")).toBe(60);
  now = 60_000;
  expect(rates.take("a")).toBe(0);
});
