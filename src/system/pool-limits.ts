// All worker pools of this process: who bounds its memory must reach every one, whoever opened it. State of the process,
// as the log is. Decides nothing.

export interface BoundedPool {
  /** Ends idle processes. */
  trim(): void;
  /** From now on no more processes than this; null takes the limit away. */
  limit(most: number | null): void;
  /** True while it has processes. */
  readonly busy: boolean;
}

const pools = new Set<BoundedPool>();

export function enterPool(pool: BoundedPool): void {
  pools.add(pool);
}

export function leavePool(pool: BoundedPool): void {
  pools.delete(pool);
}

export const poolsWithProcesses = (): number => [...pools].filter(({ busy }) => busy).length;

export function trimPools(): void {
  for (const pool of pools) {
    pool.trim();
  }
}

export function limitPools(most: number | null): void {
  for (const pool of pools) {
    pool.limit(most);
  }
}
