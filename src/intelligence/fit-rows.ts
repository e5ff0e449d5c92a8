// Fits the rows of an answer, so that its text and its JSON both stay within a token budget.
import type { TokenCounter } from "../system/token-counter.ts";

export interface Forms<Structured> {
  readonly text: string;
  readonly structured: Structured;
}

export interface FittedRows<Structured> extends Forms<Structured> {
  readonly shown: number;
}

/** Tokens of the more expensive form. */
export const tokensOf = ({ text, structured }: Forms<unknown>, counter: TokenCounter): number =>
  Math.max(counter.count(text), counter.count(JSON.stringify(structured)));

/** Characters a token that no text of rows reaches, and that they have: what is far too long is not counted to be known so. */
const FAR_TOO_LONG = 16;
const USUAL = 4;

function tokensOrAbout(forms: Forms<unknown>, budget: number, counter: TokenCounter): number {
  const characters = Math.max(forms.text.length, JSON.stringify(forms.structured).length);
  return characters > FAR_TOO_LONG * budget ? characters / USUAL : tokensOf(forms, counter);
}

/**
 * The answer with as many rows as fit, from the first on. More rows must take no fewer tokens. Without any row it is answered
 * even where it exceeds the budget.
 */
export function fitRows<Structured>(
  count: number,
  budget: number,
  write: (shown: number) => Forms<Structured>,
  counter: TokenCounter,
): FittedRows<Structured> {
  const costOf = (shown: number): number => tokensOrAbout(write(shown), budget, counter);
  const whole = costOf(count);
  if (whole <= budget || count === 0) {
    return { shown: count, ...write(count) };
  }
  // Between rows that fit and rows that do not; the first guess is by the rows' share of the cost.
  let [fits, cost] = [0, costOf(0)];
  let [exceeds, above] = [count, whole];
  while (exceeds - fits > 1) {
    const share = (budget - cost) / Math.max(1, above - cost);
    const guess = Math.min(exceeds - 1, Math.max(fits + 1, fits + Math.floor(share * (exceeds - fits))));
    const tokens = costOf(guess);
    if (tokens <= budget) {
      [fits, cost] = [guess, tokens];
    } else {
      [exceeds, above] = [guess, tokens];
    }
  }
  return { shown: fits, ...write(fits) };
}
