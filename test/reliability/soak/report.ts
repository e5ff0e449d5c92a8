// What a soak's samples say: medians by sixth of the time, and whether anything grew. A pure function of them.
import { quantile } from "../../benchmarks/support.ts";
import { HOLDINGS, type Holdings } from "./processes.ts";
import type { Sample } from "./soak.ts";

/** The first sixth is warm-up: models load, caches fill. */
const PARTS = 6;
const FIRST = 1;
/** Share by which memory may rise from the second sixth to the last. */
export const GROWTH_MAX = 0.1;

const median = (values: readonly number[]): number => quantile(values, 0.5);
const lowest = (values: readonly number[]): number => Math.min(...values);

interface Measure {
  readonly of: (values: readonly number[]) => number;
  readonly which: "all" | "at rest";
  readonly growthMax: number;
}

/**
 * Workers come and go with the work: what a server holds with them is compared in the halts, when the work has ended; what
 * is counted by its lowest, since a leak raises that and a worker that stays a little longer does not.
 */
const MEASURES: Readonly<Record<keyof Holdings, Measure>> = {
  serverRss: { of: median, which: "all", growthMax: GROWTH_MAX },
  rss: { of: median, which: "at rest", growthMax: GROWTH_MAX },
  pss: { of: median, which: "at rest", growthMax: GROWTH_MAX },
  handles: { of: lowest, which: "at rest", growthMax: 0 },
  threads: { of: lowest, which: "at rest", growthMax: 0 },
  processes: { of: lowest, which: "at rest", growthMax: 0 },
};

export interface Growth {
  /** 1-based. */
  readonly server: number;
  readonly what: keyof Holdings;
  /** Of each sixth of the time, bytes or a count; null where there is nothing to compare. */
  readonly sixths: readonly (number | null)[];
  /** From the second sixth to the last; null where one of them is. */
  readonly grew: boolean | null;
}

/** One a server and thing held. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const end = samples.at(-1)?.seconds ?? 0;
  const servers = samples[0]?.servers.length ?? 0;
  const parts = Array.from({ length: PARTS }, (_part, part) =>
    samples.filter(({ seconds }) => Math.min(PARTS - 1, Math.floor((seconds * PARTS) / end)) === part),
  );
  return Array.from({ length: servers }, (_, at) => at).flatMap((at) => {
    return HOLDINGS.map((what) => {
      const measure = MEASURES[what];
      const counts = ({ atRest }: Sample): boolean => measure.which === "all" || atRest;
      const sixths = parts.map((part) => {
        const values = part.filter(counts).flatMap(({ servers: held }) => held[at]?.[what] ?? []);
        return values.length === 0 ? null : measure.of(values);
      });
      const [first, last] = [sixths[FIRST] ?? null, sixths[PARTS - 1] ?? null];
      const grew = first === null || last === null ? null : last > first * (1 + measure.growthMax);
      return { server: at + 1, what, sixths, grew };
    });
  });
}
