// How much garbage this process lets lie before it collects. Knows nothing of what is in memory.
import { setFlagsFromString } from "node:v8";

/**
 * From now on the heap is collected when it has grown by a quarter since the last time; V8 would let it double. With
 * 60,000 files and half a million chunks that is 130 MB less, for a twentieth more processor time a query.
 */
export function growHeapSlowly(): void {
  setFlagsFromString("--heap-growing-percent=25");
}
