// The soak's verdict on growth.
import { expect, it } from "vitest";
import type { Holdings } from "./processes.ts";
import { growthOf } from "./report.ts";
import type { Sample } from "./soak.ts";

const STILL: Holdings = { serverRss: 100, rss: 200, pss: 150, handles: 20, threads: 11, processes: 3 };

/** A sample a second for a minute, every fifth at rest. */
const samplesOf = (held: (second: number) => Partial<Holdings>): Sample[] =>
  Array.from({ length: 61 }, (_, second) => ({
    seconds: second,
    atRest: second % 5 === 0,
    servers: [{ ...STILL, ...held(second) }],
  }));

const grownOf = (samples: readonly Sample[]): string[] =>
  growthOf(samples)
    .filter(({ grew }) => grew === true)
    .map(({ what }) => what);

it.each<[string, (second: number) => Partial<Holdings>, readonly string[]]>([
  ["what stays", () => ({}), []],
  ["what rises while warming up", (second) => ({ serverRss: second < 10 ? second : 100 }), []],
  ["a server that goes up and down", (second) => ({ serverRss: second % 2 === 0 ? 100 : 150 }), []],
  ["memory that rises within a tenth", (second) => ({ serverRss: 100 + second / 8 }), []],
  ["memory that rises by more", (second) => ({ serverRss: 100 + second }), ["serverRss"]],
  ["workers that hold more at rest", (second) => ({ pss: 150 + second }), ["pss"]],
  ["workers at work", (second) => ({ pss: second % 5 === 0 ? 150 : 150 + second * 9 }), []],
  ["one handle more", (second) => ({ handles: second < 50 ? 20 : 21 }), ["handles"]],
  ["handles that come and go", (second) => ({ handles: second % 5 === 0 ? 20 : 20 + second }), []],
  ["handles of a worker more", (second) => (second % 2 === 0 ? {} : { processes: 4, handles: 40 + second }), []],
  [
    "handles beside workers that come and go",
    (second) => ({ processes: 3 + (second % 2), handles: 20 + second }),
    ["handles"],
  ],
  ["a process more", (second) => ({ processes: second < 45 ? 3 : 4 }), ["processes"]],
])("%s", (_name, held, grown) => {
  expect(grownOf(samplesOf(held))).toEqual(grown);
});

it("does not judge where there is nothing to compare", () => {
  const grown = growthOf(samplesOf(() => ({})).filter(({ seconds }) => seconds < 10 || seconds > 20));
  expect(grown.map(({ grew }) => grew)).toEqual(grown.map(() => null));
});
