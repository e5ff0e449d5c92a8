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
const highest = (values: readonly number[]): number => Math.max(...values);

interface Measure {
  readonly of: (values: readonly number[]) => number;
  readonly which: "all" | "at rest" | "with as many processes";
  readonly growthMax: number;
}

/**
 * Workers come and go with the work: what a server holds with them is compared in the halts, and what is counted where as
 * many of them live, by its lowest, since a leak raises that and work does not.
 */
const MEASURES: Readonly<Record<keyof Holdings, Measure>> = {
  serverRss: { of: median, which: "all", growthMax: GROWTH_MAX },
  rss: { of: median, which: "at rest", growthMax: GROWTH_MAX },
  pss: { of: median, which: "at rest", growthMax: GROWTH_MAX },
  handles: { of: lowest, which: "with as many processes", growthMax: 0 },
  threads: { of: lowest, which: "with as many processes", growthMax: 0 },
  processes: { of: highest, which: "all", growthMax: 0 },
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
    const common = commonProcesses(parts, at);
    return HOLDINGS.map((what) => {
      const measure = MEASURES[what];
      const counts = ({ atRest, servers: held }: Sample): boolean =>
        measure.which === "all" || (measure.which === "at rest" ? atRest : held[at]?.processes === common);
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

/** The number of processes that a server had most often in both sixths that are compared. */
function commonProcesses(parts: readonly (readonly Sample[])[], server: number): number {
  const times = (part: number, count: number): number =>
    (parts[part] ?? []).filter(({ servers }) => servers[server]?.processes === count).length;
  const inBoth = (count: number): number => Math.min(times(FIRST, count), times(PARTS - 1, count));
  const counts = [...new Set(parts.flat().flatMap(({ servers }) => servers[server]?.processes ?? []))];
  return counts.sort((a, b) => inBoth(b) - inBoth(a) || a - b)[0] ?? 0;
}
