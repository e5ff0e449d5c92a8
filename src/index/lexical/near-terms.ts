// The terms of a dictionary that lie within a few typing errors of one. Walks the sorted dictionary and leaps over every
// beginning that no near term can have, as in Schulz and Mihov, "Fast String Correction with Levenshtein Automata" (2002),
// with rows of the distance table instead of the automaton.
import type { Nearness, NearTerm } from "../snapshot.ts";

/** The first term that is `from` or after it by code points; undefined at the end. */
export type SeekTerm = (from: string) => string | undefined;

/**
 * Bounds the work: beyond it the walk ends with what it has. In a dictionary of two million, a term of 10 to 19 letters
 * took 8,400 seeks and 24 ms at most for two errors behind the first letter, 3,000 and 5 ms for one error anywhere.
 */
const SEEKS_MAX = 30_000;

const LAST_CODE_POINT = 0x10_ffff;
const SURROGATES = { first: 0xd800, last: 0xdfff } as const;

/** The first string that is after all that begin with these letters; null for none. */
function after(letters: readonly string[]): string | null {
  const rest = [...letters];
  for (let letter = rest.pop(); letter !== undefined; letter = rest.pop()) {
    const next = (letter.codePointAt(0) ?? 0) + 1;
    if (next <= LAST_CODE_POINT) {
      const code = next >= SURROGATES.first && next <= SURROGATES.last ? SURROGATES.last + 1 : next;
      return rest.join("") + String.fromCodePoint(code);
    }
  }
  return null;
}

/** Of a candidate: how many of its leading letters are already too far (0 for none), otherwise its distance. */
interface Measured {
  readonly deadLength: number;
  readonly distance: number;
}

/** The distance table of one target and a moving candidate: rows of a beginning that two candidates share are kept. */
function openDistances(target: readonly string[], distanceMax: number) {
  const rows: (readonly number[])[] = [[0, ...target.map((_, at) => at + 1)]];
  let before: readonly string[] = [];

  /** The distances of the candidate's first `length` letters to every beginning of the target. */
  function rowOf(candidate: readonly string[], length: number): number[] {
    const above = rows[length - 1] ?? [];
    const twoAbove = rows[length - 2] ?? [];
    const letter = candidate[length - 1];
    const row = [length];
    for (let j = 1; j <= target.length; j++) {
      const changed = (above[j - 1] ?? 0) + (target[j - 1] === letter ? 0 : 1);
      let least = Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (length > 1 && j > 1 && target[j - 1] === candidate[length - 2] && target[j - 2] === letter) {
        least = Math.min(least, (twoAbove[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    return row;
  }

  return (candidate: readonly string[]): Measured => {
    let shared = 0;
    while (shared < before.length && shared < candidate.length && before[shared] === candidate[shared]) {
      shared++;
    }
    before = candidate;
    rows.length = Math.min(rows.length, shared + 1);
    while (rows.length <= candidate.length) {
      const row = rowOf(candidate, rows.length);
      rows.push(row);
      if (Math.min(...row) > distanceMax) {
        return { deadLength: rows.length - 1, distance: Number.POSITIVE_INFINITY };
      }
    }
    return { deadLength: 0, distance: rows[candidate.length]?.[target.length] ?? Number.POSITIVE_INFINITY };
  };
}

const NEXT = "\0";

/** Nearest first, then in order of the dictionary; never the term itself. */
export function nearTerms(term: string, seek: SeekTerm, { distanceMax, prefixLength }: Nearness): NearTerm[] {
  const target = [...term];
  const prefix = target.slice(0, prefixLength).join("");
  const measure = openDistances(target, distanceMax);
  const found: NearTerm[] = [];
  let from: string | null = prefix;
  for (let seeks = 0; from !== null && seeks < SEEKS_MAX; seeks++) {
    const candidate = seek(from);
    if (candidate === undefined || !candidate.startsWith(prefix)) {
      break;
    }
    const letters = [...candidate];
    const { deadLength, distance } = measure(letters);
    if (distance > 0 && distance <= distanceMax) {
      found.push({ term: candidate, distance });
    }
    from = deadLength > 0 ? after(letters.slice(0, deadLength)) : candidate + NEXT;
  }
  return found.sort((a, b) => a.distance - b.distance);
}
