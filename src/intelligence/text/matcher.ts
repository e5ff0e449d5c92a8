// Runs a pattern on texts: literal text in this process, a caller's expression in a process of its own that ends with the
// search.
import { setTimeout as pause } from "node:timers/promises";
import { packagePath } from "../../system/package-root.ts";
import { openSemaphore } from "../../system/semaphore.ts";
import { openWorkerPool } from "../../system/worker-pool.ts";
import { type LineMatches, literalLines } from "./match-lines.ts";
import type { TextPattern } from "./pattern.ts";

/** Time limit for one text; the largest take a tenth of it with any expression that is not hostile. */
export const TEXT_MS_MAX = 500;

/** Calls of `match` that are worked on together. */
export const MATCHES_AT_ONCE = 2;

/** Searches by expressions at once; the others wait, or a caller could fill the machine with processes. */
const searches = openSemaphore(2);

export interface MatchSetup {
  readonly source: string;
  readonly flags: string;
}

export interface MatchTask {
  readonly kind: "lines";
  readonly texts: readonly string[];
  readonly most: number;
}

/** Replaces each match in a whole text, also over several lines; `replacement` as JavaScript's: `$&`, `$1`, `$<name>`, `$$`. */
export interface ReplaceTask {
  readonly kind: "replace";
  readonly text: string;
  readonly replacement: string;
}

/** A match and what takes its place; 0-based offsets in UTF-16 units, end exclusive. */
export interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Matcher {
  /** By text; null where it took longer than `timeMs`. CANCELLED. */
  match(texts: readonly string[], timeMs: number): Promise<readonly LineMatches[] | null>;
  close(): Promise<void>;
}

/** `most`: matches returned for a text; further ones are counted. Resolves when it is ready; throws CANCELLED. */
export const openMatcher = async (pattern: TextPattern, most: number, signal: AbortSignal): Promise<Matcher> =>
  pattern.isRegex ? await openElsewhere(pattern, most, signal) : literalMatcher(pattern, most);

const literalMatcher = (pattern: TextPattern, most: number): Matcher => ({
  match: async (texts) => texts.map((text) => literalLines(text, pattern, most)),
  close: async () => undefined,
});

async function openElsewhere({ source, flags }: TextPattern, most: number, signal: AbortSignal): Promise<Matcher> {
  const release = await searches.acquire(signal);
  const initial: MatchSetup = { source, flags };
  const pool = openWorkerPool<MatchTask, readonly LineMatches[]>({
    entry: packagePath("dist", "workers", "match-text.js"),
    size: MATCHES_AT_ONCE,
    initial,
  });
  const close = async (): Promise<void> => {
    try {
      await pool.close();
    } finally {
      release();
    }
  };
  try {
    await pool.run({ kind: "lines", texts: [], most }, { signal });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async match(texts, timeMs) {
      const matching = pool.run({ kind: "lines", texts, most }, { signal });
      const decided = new AbortController();
      const over = pause(Math.max(1, timeMs), null, { signal: decided.signal });
      // The promise that settles second is ignored; a text that is still being tried ends with its process.
      for (const late of [matching, over]) {
        late.catch(() => undefined);
      }
      try {
        return await Promise.race([matching, over]);
      } finally {
        decided.abort();
      }
    },
    close,
  };
}

/** In order; null where matching took longer than TEXT_MS_MAX. `flags` without `g`. Throws CANCELLED. */
export async function replaceMatches(
  { source, flags }: MatchSetup,
  text: string,
  replacement: string,
  signal: AbortSignal,
): Promise<readonly Replaced[] | null> {
  const release = await searches.acquire(signal);
  const pool = openWorkerPool<ReplaceTask, readonly Replaced[] | null>({
    entry: packagePath("dist", "workers", "match-text.js"),
    size: 1,
    initial: { source, flags: `g${flags}` } satisfies MatchSetup,
  });
  try {
    return await pool.run({ kind: "replace", text, replacement }, { signal });
  } finally {
    try {
      await pool.close();
    } finally {
      release();
    }
  }
}
