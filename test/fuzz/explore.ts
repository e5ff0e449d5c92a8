// Explores one target for a time: mutates inputs, keeps those that reach new blocks, and stops at the first that breaks
// what must hold. Runs in a thread of its own; the input under way lies in shared memory, so that a hang can be told.

import { seededRandom } from "../support/random.ts";
import type { TakeCoverage } from "./coverage.ts";
import { mutate } from "./mutate.ts";
import type { FuzzTarget } from "./target.ts";

/** Inputs between two looks at the counters, which cost milliseconds. */
const BATCH = 64;

export interface Exploration {
  readonly runs: number;
  readonly blocks: number;
  /** Inputs that reached what no earlier one did, seeds left out. */
  readonly kept: readonly Buffer[];
  /** The input that broke what must hold; null where none did. */
  readonly broken: { readonly input: Buffer; readonly reason: string } | null;
}

export interface ExploreOptions {
  readonly seeds: readonly Buffer[];
  readonly seed: number;
  readonly until: number;
  readonly takeCoverage: TakeCoverage;
  /** Told each input before it is tried. */
  readonly begin: (input: Buffer) => void;
}

function attempt(target: FuzzTarget, input: Buffer): string | null {
  const started = process.cpuUsage();
  try {
    target.check(input);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1_000;
  return milliseconds > target.timeMaxMs ? `took ${Math.round(milliseconds)} ms of processor` : null;
}

export async function explore(target: FuzzTarget, options: ExploreOptions): Promise<Exploration> {
  const { takeCoverage, begin } = options;
  const random = seededRandom(options.seed);
  const corpus = [...options.seeds];
  const kept: Buffer[] = [];
  const seen = new Set<string>();
  let runs = 0;

  const pick = (): Buffer => corpus[Math.floor(random() * corpus.length)] ?? Buffer.alloc(0);

  function run(input: Buffer): string | null {
    begin(input);
    runs += 1;
    return attempt(target, input);
  }

  /** Tries the batch's inputs again, one by one, to tell which of them reached the new blocks. */
  async function keepNew(batch: readonly Buffer[]): Promise<void> {
    const fresh = new Set([...(await takeCoverage())].filter((block) => !seen.has(block)));
    for (const input of fresh.size === 0 ? [] : batch) {
      run(input);
      const reached = [...(await takeCoverage())].filter((block) => fresh.delete(block));
      if (reached.length > 0) {
        corpus.push(input);
        kept.push(input);
      }
      for (const block of reached) {
        seen.add(block);
      }
    }
    for (const block of fresh) {
      // Reached once and not again: it hangs on more than the input.
      seen.add(block);
    }
  }

  const ended = (broken: Exploration["broken"]): Exploration => ({ runs, blocks: seen.size, kept, broken });

  for (const seed of options.seeds) {
    const reason = run(seed);
    if (reason !== null) {
      return ended({ input: seed, reason });
    }
  }
  for (const block of await takeCoverage()) {
    seen.add(block);
  }
  while (Date.now() < options.until) {
    const batch: Buffer[] = [];
    for (let count = 0; count < BATCH; count += 1) {
      const { dictionary, bytesMax } = target;
      const input = mutate(pick(), pick(), { dictionary, bytesMax, random });
      const reason = run(input);
      if (reason !== null) {
        return ended({ input, reason });
      }
      batch.push(input);
    }
    await keepNew(batch);
  }
  return ended(null);
}
