// A pure function that remembers its answers by a text, of a bounded number of texts. Knows no meaning of either.

/** `most` texts are remembered; then all are forgotten, and it begins again. Answers must not be changed by callers. */
export function memoized<Value>(compute: (text: string) => Value, most: number): (text: string) => Value {
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
