// Files of code that no index has, since they are generated, too large or left out by a rule: what they hold breaks like any other file.

import type { Exclusion } from "../vocabulary/exclusion.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { CorpusSource } from "./corpus.ts";

/** Milliseconds for all of them, where a change rests on it. */
const TIME_MS = 500;

export interface LeftOutText {
  readonly path: string;
  readonly text: string;
  readonly exclusion: Exclusion;
}

export interface LeftOutTexts {
  /** Those that have one of the words. Sorted by path. */
  readonly texts: readonly LeftOutText[];
  /** Those that could not be read, or not in time. */
  readonly unread: readonly string[];
}

/** Those of the corpus's `leftOut` that contain one of `words` as a text, as far as the time goes. Throws CANCELLED. */
export async function leftOutFilesWith(
  source: CorpusSource,
  words: readonly string[],
  signal: AbortSignal,
  timeMs = TIME_MS,
): Promise<LeftOutTexts> {
  const texts: LeftOutText[] = [];
  const unread: string[] = [];
  const until = performance.now() + timeMs;
  for (const [path, exclusion] of words.length === 0 ? [] : source.current().leftOut) {
    throwIfCancelled(signal);
    const text = performance.now() < until ? await source.readLeftOut(path) : null;
    if (text === null) {
      unread.push(path);
    } else if (words.some((word) => text.includes(word))) {
      texts.push({ path, text, exclusion });
    }
  }
  return { texts: texts.sort((a, b) => (a.path < b.path ? -1 : 1)), unread: unread.sort() };
}
