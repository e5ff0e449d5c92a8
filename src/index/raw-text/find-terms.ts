// Where the terms of a query occur in raw bytes, exactly as the index would count them, without splitting the whole text into terms:
// one pass over the bytes looks for how words with the terms begin, then each distinct name that is found so is analysed once.
import { CASE_CHANGE, termsOf } from "../lexical/terms.ts";

/** The occurrences of one term in a text, in order. */
export interface Occurrences {
  /** Byte offsets of the names that have the term, and of what follows each. */
  readonly offsets: readonly number[];
  readonly ends: readonly number[];
  /** How often each of these names has it. */
  readonly counts: readonly number[];
}

export interface TermFinder {
  readonly terms: readonly string[];
  /** By the place of the term; null for one that is not in the text. */
  find(bytes: Buffer): readonly (Occurrences | null)[];
}

/** 1 for bytes of names: letters, digits and underscores of ASCII, and all of other characters. */
const IS_NAME = new Uint8Array(256).map((_, code) =>
  code >= 0x80 ||
  code === 0x5f ||
  isBetween(code, 0x30, 0x39) ||
  isBetween(code, 0x41, 0x5a) ||
  isBetween(code, 0x61, 0x7a)
    ? 1
    : 0,
);

/** Whether names have such a byte; not for what is beyond an end of the text. */
export const isNameByte = (byte: number | undefined): boolean => byte !== undefined && IS_NAME[byte] === 1;

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

/** Longer ones are data, as for the index. */
const RUN_BYTES_MAX = 200;
const LAST_ASCII = 0x7f;

/** Characters beyond ASCII match in their own case only. */
const LOWER = new Uint8Array(256).map((_, code) => (isBetween(code, 0x41, 0x5a) ? code + 0x20 : code));

/** One character a byte. */
const lowerBytes = (text: string): string => Buffer.from(text.toLowerCase()).toString("latin1");

/** How words with this stem begin: `queri` of query and queries, `cach` of cache and caching. */
function beginningOf(term: string): string {
  const cut = term.endsWith("i") ? 2 : 3;
  return term.length > cut && /[ie]$/.test(term) ? term.slice(0, -1) : term;
}

/** A name of several words is one term, however its words are joined: `get_by_id` beside `getById`. */
function joinedForms(name: string): string[] {
  const parts = name
    .split("_")
    .flatMap((word) => word.split(CASE_CHANGE))
    .filter((part) => part !== "");
  return parts.length > 1 ? [parts.join("").toLowerCase(), parts.join("_").toLowerCase()] : [];
}

/** Two bytes as one number. */
const pairOf = (first: number, second: number): number => (first << 8) | second;

/** What a needle may begin with: its two bytes in either case. */
function pairsOf(first: number, second: number): Set<number> {
  const cases = (byte: number): number[] => (isBetween(byte, 0x61, 0x7a) ? [byte, byte - 0x20] : [byte]);
  return new Set(cases(first).flatMap((one) => cases(second).map((other) => pairOf(one, other))));
}

/** `names`: names as the query has them; of several words each, they occur in other forms too. */
export function openTermFinder(terms: readonly string[], names: readonly string[]): TermFinder {
  const forms = new Map(names.map((name) => [joinedForms(name)[0] ?? "", joinedForms(name)]));
  const needles = new Set(terms.flatMap((term) => forms.get(term) ?? [beginningOf(term)]).map(lowerBytes));
  const isBegin = new Uint8Array(1 << 16);
  const byBegin = new Map<number, Buffer[]>();
  for (const needle of needles) {
    const bytes = Buffer.from(needle, "latin1");
    for (const begin of pairsOf(bytes[0] ?? 0, bytes[1] ?? 0)) {
      isBegin[begin] = 1;
      byBegin.set(begin, [...(byBegin.get(begin) ?? []), bytes]);
    }
  }
  const place = new Map(terms.map((term, at) => [term, at]));
  /** What each distinct run of name characters has, by a hash of it; several of one hash in a list. */
  const runs = new Map<number, Run>();

  const countsOf = (bytes: Buffer, start: number, end: number): Uint8Array => {
    const hash = hashOf(bytes, start, end);
    const first = runs.get(hash);
    for (let run = first; run !== undefined; run = run.next) {
      if (isRun(run.bytes, bytes, start, end)) {
        return run.counts;
      }
    }
    const counts = new Uint8Array(terms.length);
    for (const term of termsOf(bytes.toString("utf8", start, end))) {
      const at = place.get(term);
      if (at !== undefined) {
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
    runs.set(hash, { bytes: Uint8Array.from(bytes.subarray(start, end)), counts, next: first });
    return counts;
  };

  const isNeedleAt = (bytes: Buffer, at: number, begin: number): boolean =>
    byBegin.get(begin)?.some((needle) => isAt(bytes, at, needle)) === true;

  return {
    terms,
    find(bytes) {
      if (terms.length === 0) {
        return [];
      }
      const found = new Array<{ offsets: number[]; ends: number[]; counts: number[] } | null>(terms.length).fill(null);
      let before = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0;
        const begin = pairOf(before, byte);
        before = byte;
        if (isBegin[begin] !== 1 || !isNeedleAt(bytes, at - 1, begin)) {
          continue;
        }
        const [start, end] = runAround(bytes, at - 1);
        if (!isData(bytes, start, end)) {
          const counts = countsOf(bytes, start, end);
          for (let term = 0; term < counts.length; term++) {
            const count = counts[term] ?? 0;
            if (count > 0) {
              found[term] ??= { offsets: [], ends: [], counts: [] };
              found[term]?.offsets.push(start);
              found[term]?.ends.push(end);
              found[term]?.counts.push(count);
            }
          }
        }
        // All terms of the run are counted.
        at = end;
        before = 0;
      }
      return found;
    },
  };
}

/** One distinct run of name characters. */
interface Run {
  readonly bytes: Uint8Array;
  /** How often it has each of the terms. */
  readonly counts: Uint8Array;
  readonly next: Run | undefined;
}

/** FNV-1a, in 32 bits: in a text most names are repeated, and a string of each would cost more than all else. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  }
  return hash;
}

function isRun(run: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
  if (run.length !== end - start) {
    return false;
  }
  for (let at = 0; at < run.length; at++) {
    if (run[at] !== bytes[start + at]) {
      return false;
    }
  }
  return true;
}

function isAt(bytes: Buffer, at: number, needle: Buffer): boolean {
  for (let i = 2; i < needle.length; i++) {
    if (LOWER[bytes[at + i] ?? 0] !== needle[i]) {
      return false;
    }
  }
  return true;
}

function runAround(bytes: Buffer, at: number): [start: number, end: number] {
  let start = at;
  while (start > 0 && IS_NAME[bytes[start - 1] ?? 0] === 1) {
    start--;
  }
  let end = at;
  while (end < bytes.length && IS_NAME[bytes[end] ?? 0] === 1) {
    end++;
  }
  return [start, end];
}

/** Prose without spaces may be one run of any length; in ASCII a run of that length is data. */
function isData(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= RUN_BYTES_MAX) {
    return false;
  }
  for (let at = start; at < end; at++) {
    if ((bytes[at] ?? 0) > LAST_ASCII) {
      return false;
    }
  }
  return true;
}
