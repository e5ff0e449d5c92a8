// The bound on how many doubtful places a deletion lists.
import type { LeftPlace } from "../change-set.ts";

const PLACES_MAX = 200;

/** The first of them; of more, one place says how many are not listed. `what`: what each of them may do. */
export function atMost<P extends LeftPlace>(places: readonly P[], what: string): P[] {
  const further = places[PLACES_MAX];
  const why = `the first of ${places.length - PLACES_MAX} more lines that ${what}; the others are not listed`;
  return [...places.slice(0, PLACES_MAX), ...(further === undefined ? [] : [{ ...further, why }])];
}
