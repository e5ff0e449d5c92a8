// How likely a line of a piece is necessary for the task: a logistic model over the evidence.
import type { SymbolRecord } from "../index/snapshot.ts";
import { type CutFile, SIGNALS, type Signal } from "./evidence.ts";

export interface Weights {
  readonly constant: number;
  readonly of: Readonly<Record<Signal, number>>;
}

/** Fitted to 76 tasks on eight repositories by `npm run bench:context-fit`; docs/records/context-measured.md has what they are worth. */
const WEIGHTS: Weights = {
  constant: -6.75,
  of: {
    meaning: 0.256,
    words: 1.48,
    place: 0.452,
    symbolWords: 1.89,
    nearWords: 1.94,
    file: 1.54,
    test: -0.377,
    side: -0.478,
    acts: 0.644,
    refersTo: 0.731,
    referredFrom: 0.85,
    comment: -0.883,
    length: -0.0222,
  },
};

/** Expected share of necessary lines, 0 to 1. `values`: in the order of SIGNALS. */
export function shareOf(values: readonly number[], { constant, of }: Weights = WEIGHTS): number {
  const sum = SIGNALS.reduce((total, signal, at) => total + of[signal] * (values[at] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}

/** How much the mean of a symbol's pieces counts in the worth of each: what is shown of a function should hang together. */
const SYMBOL_SHARE = 0.3;

const NEAR_WORDS = SIGNALS.indexOf("nearWords");
/** Files that a search for the task finds first: of each the best piece with a word of the task is shown, so that an answer does not stake all on one file. */
const FIRST_FILES = 12;
/** About as much as the thirtieth piece of a task. */
const LIFTED_WORTH = 0.045;

/** Of each piece by file, likeliest file first. `values`: of each piece, in the order of SIGNALS. */
export const worthsOf = (
  files: readonly Pick<CutFile, "pieces">[],
  values: readonly (readonly (readonly number[])[])[],
  weights: Weights = WEIGHTS,
): number[][] =>
  files.map((file, rank) => {
    const shares = values[rank]?.map((one) => shareOf(one, weights)) ?? [];
    const worths = worthsOfFile(file, shares);
    const named = worths.filter((_, at) => (values[rank]?.[at]?.[NEAR_WORDS] ?? 0) > 0);
    const best = Math.max(...named);
    return rank < FIRST_FILES ? worths.map((one) => (one === best ? Math.max(one, LIFTED_WORTH) : one)) : worths;
  });

function worthsOfFile({ pieces }: Pick<CutFile, "pieces">, shares: readonly number[]): number[] {
  const bySymbol = new Map<SymbolRecord | null, number[]>();
  pieces.forEach(({ symbol }, at) => {
    const ofSymbol = bySymbol.get(symbol) ?? [];
    bySymbol.set(symbol, ofSymbol);
    ofSymbol.push(shares[at] ?? 0);
  });
  const means = new Map([...bySymbol].map(([symbol, own]) => [symbol, own.reduce((a, b) => a + b, 0) / own.length]));
  return pieces.map(
    ({ symbol }, at) => (shares[at] ?? 0) ** (1 - SYMBOL_SHARE) * (means.get(symbol) ?? 0) ** SYMBOL_SHARE,
  );
}
