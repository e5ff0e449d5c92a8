// A pure function that remembers its answers by a text, of a bounded number of texts. Knows no meaning of either.

/** The paths of a large project: each search asks about hundreds of them. */
const TEXTS_MAX = 20_000;

/**
 * `most` texts are remembered; then all are forgotten, and it begins again. Answers must not be changed by callers;
 * `undefined` is not remembered.
 */
export function memoized<Value>(compute: (text: string) => Value, most: number = TEXTS_MAX): (text: string) => Value {
  let known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      return found;
    }
    const value = compute(text);
    if (known.size >= most) {
      known = new Map();
    }
    known.set(text, value);
    return value;
  };
}
