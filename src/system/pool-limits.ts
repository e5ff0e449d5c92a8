// All worker pools of this process, so that a memory limit reaches every one of them. State of the process, like the log.

export interface BoundedPool {
  /** Ends idle processes. */
  trim(): void;
  /** Limits the number of processes from now on; null removes the limit. */
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
