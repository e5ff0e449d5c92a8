// What a soak's samples say: medians by sixth of the time, and whether anything grew. A pure function of them.
import { quantile } from "../../benchmarks/support.ts";
import { HOLDINGS, type Holdings } from "./processes.ts";
import type { Sample } from "./soak.ts";

/** The first sixth is warm-up: models load, caches fill. */
const PARTS = 6;
const FIRST = 1;
/** Share by which a median of memory may rise from the second sixth to the last. */
export const GROWTH_MAX = 0.1;
const MEMORY: ReadonlySet<string> = new Set(["serverRss", "rss", "pss"]);

export interface Growth {
  /** 1-based. */
  readonly server: number;
  readonly what: keyof Holdings;
  /** Medians of the sixths, bytes or counts. */
  readonly medians: readonly number[];
  readonly grew: boolean;
}

/** One a server and thing held. Memory is compared over all samples, what is counted over those at rest. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const end = samples.at(-1)?.seconds ?? 0;
  const servers = samples[0]?.servers.length ?? 0;
  return Array.from({ length: servers }, (_, at) => at).flatMap((at) =>
    HOLDINGS.map((what) => {
      const isMemory = MEMORY.has(what);
      const medians = Array.from({ length: PARTS }, (_part, part) => {
        const within = samples.filter(
          ({ seconds, atRest }) =>
            (isMemory || atRest) && Math.min(PARTS - 1, Math.floor((seconds * PARTS) / end)) === part,
        );
        return quantile(
          within.map(({ servers: held }) => held[at]?.[what] ?? Number.NaN),
          0.5,
        );
      });
      const [first = 0, last = 0] = [medians[FIRST], medians[PARTS - 1]];
      return { server: at + 1, what, medians, grew: isMemory ? last > first * (1 + GROWTH_MAX) : last > first };
    }),
  );
}
