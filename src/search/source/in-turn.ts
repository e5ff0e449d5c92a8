// Works on many files, a few at a time.

/** Files read at the same time: a disk is kept busy, and no more than these are in memory whole. */
const READS_MAX = 8;

/** Calls `work` for each value, READS_MAX at a time. */
export async function forEachInTurn<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const queue = values.values();
  const worker = async () => {
    for (const value of queue) {
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: READS_MAX }, worker));
}
