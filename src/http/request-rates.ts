// How many requests a minute a caller or an address may send: buckets that refill steadily.

/** Callers and addresses remembered at once; the least recently seen is forgotten, which gives it a full bucket. */
const REMEMBERED_MAX = 1_000;

interface Bucket {
  left: number;
  at: number;
}

export interface RequestRates {
  /** Takes one request of `key` out of its bucket. Zero if it may go on, else the seconds to wait. */
  take(key: string): number;
}

export function limitRate(perMinute: number, now: () => number = Date.now): RequestRates {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take: (key) => {
      const time = now();
      const { left, at } = buckets.get(key) ?? { left: perMinute, at: time };
      const refilled = Math.min(perMinute, left + Math.max(0, time - at) * perMs);
      const isAllowed = refilled >= 1;
      buckets.delete(key);
      buckets.set(key, { left: isAllowed ? refilled - 1 : refilled, at: time });
      const oldest = buckets.size > REMEMBERED_MAX ? buckets.keys().next().value : undefined;
      if (oldest !== undefined) {
        buckets.delete(oldest);
      }
      return isAllowed ? 0 : Math.ceil((1 - refilled) / perMs / 1_000);
    },
  };
}
