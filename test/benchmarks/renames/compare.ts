// Compares what a rename changes with what a judge would change.
import type { Place, Renames } from "./judge.ts";

export interface OurRename {
  /** Offsets of the old name. */
  readonly places: readonly Place[];
  /** `path:line` that the answer lists as not touched. */
  readonly left: ReadonlySet<string>;
}

export interface Compared {
  readonly due: number;
  /** Of those, renamed. */
  readonly found: number;
  /** Of those not renamed, listed by the answer. */
  readonly listed: number;
  readonly missed: readonly Place[];
  /** Renamed, and the judge does not. */
  readonly wrong: readonly Place[];
  readonly renamed: number;
  /** Of those, where the judge knows nothing. */
  readonly unknown: number;
}

const keyOf = ([path, offset]: Place): string => `${path} ${offset}`;
const unique = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [keyOf(place), place])).values(),
];

/** `lineOf`: the 1-based line of a place. */
export function compareRename(ours: OurRename, verdict: Renames, lineOf: (place: Place) => number): Compared {
  const own = new Set(ours.places.map(keyOf));
  const allowed = new Set(verdict.allowed.map(keyOf));
  const unread = new Set(verdict.unread);
  const unknown = new Set((verdict.unknown ?? []).map(keyOf));
  const isUnknown = (place: Place): boolean => unread.has(place[0]) || unknown.has(keyOf(place));

  const due = unique(verdict.due);
  const missed = due.filter((place) => !own.has(keyOf(place)));
  return {
    due: due.length,
    found: due.length - missed.length,
    listed: missed.filter((place) => ours.left.has(`${place[0]}:${lineOf(place)}`)).length,
    missed,
    wrong: ours.places.filter((place) => !allowed.has(keyOf(place)) && !isUnknown(place)),
    unknown: ours.places.filter(isUnknown).length,
    renamed: ours.places.length,
  };
}
