// Whether one function repeats another, by their normalised tokens: the same shape, in which each name stands for one name of the other.
import { derivedFrom } from "../linking/derived.ts";
import type { FunctionTokens } from "../syntax/function-tokens.ts";
import { commonItems } from "../system/common-items.ts";

export interface Likeness {
  /** Share of the tokens of both that they have in common, in order. 0 to 1. */
  readonly share: number;
  /** Of the names in common: those that say the same in both. 0 to 1. */
  readonly sameNames: number;
}

/** Of the names in common: those that stand for one and the same name of the other function. */
const CONSISTENT_MIN = 0.9;
/** Code that is about the same thing has the same members and calls, whatever its variables are called. */
const SAME_NAMES_MIN = 0.4;
/** With other names throughout, only what is the same in every other respect is a copy. */
const EXACT_MIN = 0.97;
/** With fewer names it is a list of constants. */
const DISTINCT_NAMES_MIN = 6;

/** Of two very long functions; more would take too much memory. */
const EDITS_MAX = 1_000;
const BUCKETS = 64;

/** `least`: of `share`. Null: they are not alike. */
export function likenessOf(a: FunctionTokens, b: FunctionTokens, least: number): Likeness | null {
  const size = a.shape.length + b.shape.length;
  const most = Math.min(Math.floor(size * (1 - least)), EDITS_MAX);
  if (Math.abs(a.shape.length - b.shape.length) > most || editsAtLeast(a, b) > most) {
    return null;
  }
  const pairs = commonItems(a.shape, b.shape, most);
  const share = (2 * pairs.length) / size;
  const { distinct, same, consistent } = compareNames(a.names, b.names, pairs);
  const isCopy = same >= SAME_NAMES_MIN || (share >= EXACT_MIN && consistent >= EXACT_MIN);
  return share >= least && isCopy && consistent >= CONSISTENT_MIN && distinct >= DISTINCT_NAMES_MIN
    ? { share, sameNames: same }
    : null;
}

/** Counts of tokens by the last bits of their hashes. */
const countsOf = derivedFrom(({ shape }: FunctionTokens) => {
  const counts = new Uint32Array(BUCKETS);
  for (const token of shape) {
    counts[token % BUCKETS] = (counts[token % BUCKETS] ?? 0) + 1;
  }
  return counts;
});

/** Never more than the edits that lie between the two, and far cheaper. */
function editsAtLeast(a: FunctionTokens, b: FunctionTokens): number {
  const [one, other] = [countsOf(a), countsOf(b)];
  let sum = 0;
  for (let at = 0; at < BUCKETS; at += 1) {
    sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  }
  return sum;
}

function compareNames(a: Uint32Array, b: Uint32Array, pairs: readonly (readonly [number, number])[]) {
  const named = pairs
    .map(([x, y]) => [a[x] ?? 0, b[y] ?? 0] as const)
    .filter(([one, other]) => one !== 0 && other !== 0);
  const total = Math.max(1, named.length);
  const same = named.filter(([one, other]) => one === other).length;
  const there = mostFrequent(named);
  const back = mostFrequent(named.map(([one, other]) => [other, one] as const));
  return {
    distinct: there.distinct,
    same: same / total,
    consistent: Math.min(there.sum, back.sum) / total,
  };
}

/** For each name the number of its most frequent counterpart, added up. */
function mostFrequent(pairs: readonly (readonly [number, number])[]): { distinct: number; sum: number } {
  const counts = new Map<number, Map<number, number>>();
  for (const [one, other] of pairs) {
    const others = counts.get(one) ?? new Map<number, number>();
    counts.set(one, others.set(other, (others.get(other) ?? 0) + 1));
  }
  const sum = [...counts.values()].reduce((all, others) => all + Math.max(...others.values()), 0);
  return { distinct: counts.size, sum };
}
