// Fits the rows of an answer, so that its text and its JSON both stay within a token budget.
import { mostThatFits } from "../../system/most-that-fits.ts";
import type { TokenCounter } from "../../system/token-counter.ts";

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

/** A text with more characters for each token of the budget cannot fit: it is estimated, since counting it would take long. */
const CHARACTERS_PER_TOKEN_MAX = 16;
const CHARACTERS_PER_TOKEN = 4;

/** Cost of texts that must fit a budget each, as a share of it: 1 at most if all fit. */
export function loadOf(texts: readonly string[], budget: number, counter: TokenCounter): number {
  const characters = Math.max(...texts.map(({ length }) => length));
  const tokens =
    characters > CHARACTERS_PER_TOKEN_MAX * budget
      ? characters / CHARACTERS_PER_TOKEN
      : Math.max(...texts.map((text) => counter.count(text)));
  return tokens / budget;
}

/**
 * The answer with as many rows as fit, from the first on. More rows must take no fewer tokens. Without any row it is answered
 * even where it exceeds the budget. `textAlone`: the structured form may take more.
 */
export function fitRows<Structured>(
  count: number,
  budget: number,
  write: (shown: number) => Forms<Structured>,
  counter: TokenCounter,
  textAlone = false,
): FittedRows<Structured> {
  const fitted = mostThatFits({ none: 0, most: count }, (shown) => {
    const form = write(shown);
    const texts = textAlone ? [form.text] : [form.text, JSON.stringify(form.structured)];
    return { form, load: loadOf(texts, budget, counter) };
  });
  return fitted === null ? { shown: 0, ...write(0) } : { shown: fitted.number, ...fitted.form };
}
