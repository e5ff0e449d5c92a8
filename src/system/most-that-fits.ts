// Finds the largest number of rows (or of anything) that fits a budget in few trials, since each trial writes and counts an
// answer.

export interface Trial<Form> {
  readonly form: Form;
  /** Cost as a share of the room: fits up to 1. Must not fall as the number rises. */
  readonly load: number;
}

export interface Fitted<Form> {
  readonly number: number;
  readonly form: Form;
}

/** Guesses in a row that may fail to halve what is left. */
const GUESSES_MAX = 2;

/**
 * The highest number above `none` and up to `most` whose form fits; null if none does. `most` is tried first, then numbers
 * guessed from the loads of both ends, since the load rises about evenly; where guesses do not help, the range is halved.
 */
export function mostThatFits<Form>(
  { none, most }: { readonly none: number; readonly most: number },
  attempt: (number: number) => Trial<Form>,
): Fitted<Form> | null {
  let [low, lowLoad, high, highLoad] = [none, 0, most + 1, Number.POSITIVE_INFINITY];
  let best: Fitted<Form> | null = null;
  let guess = most;
  let idle = 0;
  while (high - low > 1) {
    const { form, load } = attempt(guess);
    const span = high - low;
    if (load <= 1) {
      [low, lowLoad, best] = [guess, load, { number: guess, form }];
    } else {
      [high, highLoad] = [guess, load];
    }
    idle = high - low <= span / 2 ? 0 : idle + 1;
    const part = idle <= GUESSES_MAX ? (1 - lowLoad) / (highLoad - lowLoad) : 0.5;
    guess = Math.min(high - 1, Math.max(low + 1, low + Math.round((high - low) * part)));
  }
  return best;
}
