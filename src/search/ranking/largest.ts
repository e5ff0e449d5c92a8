// Selects the few largest of many numbers without sorting them all.

/** Orders two places whose values are equal: below 0 if the first one comes first. */
export type Order = (a: number, b: number) => number;

/** The places 0 to `count` − 1 with the `most` largest values, largest first; ties by `order`. */
export function largest(count: number, most: number, measure: (place: number) => number, order: Order): number[] {
  let kept: { readonly place: number; readonly value: number }[] = [];
  /** The last one that is surely among them, once there are enough. */
  let last: (typeof kept)[number] | undefined;
  const shrink = (): void => {
    kept = kept.sort((a, b) => b.value - a.value || order(a.place, b.place)).slice(0, most);
    last = kept.length === most ? kept.at(-1) : undefined;
  };
  for (let place = 0; place < count; place++) {
    const value = measure(place);
    if (last === undefined || value > last.value || (value === last.value && order(place, last.place) < 0)) {
      kept.push({ place, value });
      if (kept.length >= 2 * most) {
        shrink();
      }
    }
  }
  shrink();
  return kept.map(({ place }) => place);
}
