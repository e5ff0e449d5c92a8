// What a soak's samples say: medians by sixth of the time, and whether anything grew. A pure function of them.
import { quantile } from "../../benchmarks/support.ts";
import { HOLDINGS, type Holdings } from "./processes.ts";
import type { Sample } from "./soak.ts";

/** The first sixth is warm-up: models load, caches fill. */
const PARTS = 6;
const FIRST = 1;
/** Share by which memory may rise from the second sixth to the last. */
export const GROWTH_MAX = 0.1;

/** The lowest of what comes and goes with the workers: a leak raises it, work does not. */
const lowest = (values: readonly number[]): number => Math.min(...values);
const median = (values: readonly number[]): number => quantile(values, 0.5);

interface Measure {
  readonly of: (values: readonly number[]) => number;
  /** Only in the halts, when the workers that are not needed have ended. */
  readonly atRest: boolean;
  readonly growthMax: number;
}

const MEMORY: Measure = { of: median, atRest: false, growthMax: GROWTH_MAX };
const COUNT: Measure = { of: lowest, atRest: false, growthMax: 0 };

const MEASURES: Readonly<Record<keyof Holdings, Measure>> = {
  serverRss: MEMORY,
  rss: { ...MEMORY, atRest: true },
  pss: { ...MEMORY, atRest: true },
  handles: COUNT,
  threads: COUNT,
  processes: COUNT,
};

export interface Growth {
  /** 1-based. */
  readonly server: number;
  readonly what: keyof Holdings;
  /** Of each sixth of the time: medians in bytes, or the lowest count. */
  readonly sixths: readonly number[];
  readonly grew: boolean;
}

/** One a server and thing held. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const end = samples.at(-1)?.seconds ?? 0;
  const servers = samples[0]?.servers.length ?? 0;
  const sixthOf = ({ seconds }: Sample): number => Math.min(PARTS - 1, Math.floor((seconds * PARTS) / end));
  return Array.from({ length: servers }, (_, at) => at).flatMap((at) =>
    HOLDINGS.map((what) => {
      const measure = MEASURES[what];
      const counted = samples.filter(({ atRest }) => atRest || !measure.atRest);
      const sixths = Array.from({ length: PARTS }, (_part, part) =>
        measure.of(
          counted.filter((one) => sixthOf(one) === part).map(({ servers: held }) => held[at]?.[what] ?? Number.NaN),
        ),
      );
      const [first = 0, last = 0] = [sixths[FIRST], sixths[PARTS - 1]];
      return { server: at + 1, what, sixths, grew: last > first * (1 + measure.growthMax) };
    }),
  );
}
