// The few largest of many numbers, without sorting them all. Knows no meaning of them.

/** The places 0 to `count` − 1 with the `most` largest values, largest first; ties by lower place. */
export function largest(count: number, most: number, measure: (place: number) => number): number[] {
  let kept: { readonly place: number; readonly value: number }[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  const shrink = (): void => {
    kept = kept.sort((a, b) => b.value - a.value || a.place - b.place).slice(0, most);
    floor = kept.length === most ? (kept.at(-1)?.value ?? floor) : floor;
  };
  for (let place = 0; place < count; place++) {
    const value = measure(place);
    // An equal value further on comes after those that are kept.
    if (value > floor) {
      kept.push({ place, value });
      if (kept.length >= 2 * most) {
        shrink();
      }
    }
  }
  shrink();
  return kept.map(({ place }) => place);
}
