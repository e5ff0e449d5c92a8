// Where the terms of a query occur in raw bytes, exactly as the index would count them, without splitting the whole text into terms:
// a cheap look for how words with the term begin, then the analysis of the names found, each distinct one once.
import { CASE_CHANGE, termsOf } from "../lexical/terms.ts";

/** The occurrences of one term in a text, in order. */
export interface Occurrences {
  /** Byte offsets of the names that have the term. */
  readonly offsets: readonly number[];
  /** How often each of these names has it. */
  readonly counts: readonly number[];
}

export interface TermFinder {
  readonly terms: readonly string[];
  /** By the place of the term; null for one that is not in the text. */
  find(bytes: Buffer): readonly (Occurrences | null)[];
}

const ASCII_NAME = new Uint8Array(256).map((_, code) =>
  code >= 0x80 || code === 0x5f || isBetween(code, 0x30, 0x39) || isBetween(code, 0x41, 0x5a) || isBetween(code, 0x61, 0x7a)
    ? 1
    : 0,
);

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

/** Longer ones are data, as for the index. */
const RUN_BYTES_MAX = 200;
const LAST_ASCII = 0x7f;

/** One character a byte, in lower case: characters beyond ASCII match in their own case only. */
const lowerBytes = (text: string): string => Buffer.from(text).toString("latin1").toLowerCase();

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

/** `names`: names as the query has them; of several words each, they occur in other forms too. */
export function openTermFinder(terms: readonly string[], names: readonly string[]): TermFinder {
  const forms = new Map(names.map((name) => [joinedForms(name)[0] ?? "", joinedForms(name)]));
  const needles = terms.map((term) => [...new Set((forms.get(term) ?? [beginningOf(term)]).map(lowerBytes))]);
  /** How often each distinct run of name characters has each of the terms. */
  const countsOfRun = new Map<string, Uint8Array>();
  const place = new Map(terms.map((term, at) => [term, at]));

  const countsOf = (bytes: Buffer, start: number, end: number): Uint8Array => {
    const run = bytes.toString("latin1", start, end);
    let counts = countsOfRun.get(run);
    if (counts === undefined) {
      counts = new Uint8Array(terms.length);
      for (const term of termsOf(bytes.toString("utf8", start, end))) {
        const at = place.get(term);
        if (at !== undefined) {
          counts[at] = (counts[at] ?? 0) + 1;
        }
      }
      countsOfRun.set(run, counts);
    }
    return counts;
  };

  const findOne = (bytes: Buffer, lower: string, at: number): Occurrences | null => {
    const offsets: number[] = [];
    const counts: number[] = [];
    for (const needle of needles[at] ?? []) {
      for (let from = lower.indexOf(needle); from >= 0; ) {
        const [start, end] = runAround(bytes, from, needle.length);
        const count = isData(bytes, start, end) ? 0 : (countsOf(bytes, start, end)[at] ?? 0);
        if (count > 0) {
          offsets.push(start);
          counts.push(count);
        }
        from = lower.indexOf(needle, end);
      }
    }
    return offsets.length === 0 ? null : { offsets, counts };
  };

  return {
    terms,
    find(bytes) {
      const lower = bytes.toString("latin1").toLowerCase();
      return terms.map((_, at) => findOne(bytes, lower, at));
    },
  };
}

function runAround(bytes: Buffer, at: number, length: number): [start: number, end: number] {
  let start = at;
  while (start > 0 && ASCII_NAME[bytes[start - 1] ?? 0] === 1) {
    start--;
  }
  let end = at + length;
  while (end < bytes.length && ASCII_NAME[bytes[end] ?? 0] === 1) {
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
