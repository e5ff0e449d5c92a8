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
  /** Of those, where the judge knows no meaning. */
  readonly unknown: number;
  /** Of those, in methods that implement a renamed one, and that the judge's rename leaves as they are. */
  readonly implementing: number;
  /** Of those, names that by the judge's own word mean what it renames. Missing in results of earlier versions. */
  readonly meant?: number;
  /** Of those, in files that the judge does not read. */
  readonly unread: number;
}

const keyOf = ([path, offset]: Place): string => `${path} ${offset}`;
const unique = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [keyOf(place), place])).values(),
];

/** `lineOf`: the 1-based line of a place. */
export function compareRename(ours: OurRename, verdict: Renames, lineOf: (place: Place) => number): Compared {
  const own = new Set(ours.places.map(keyOf));
  const allowed = new Set(verdict.allowed.map(keyOf));
  const keysOf = (places: readonly Place[] = []): Set<string> => new Set(places.map(keyOf));
  const unknown = keysOf(verdict.unknown);
  const unread = keysOf(verdict.unread);
  const implementing = keysOf(verdict.implementing);
  const meant = keysOf(verdict.meant);
  const isFine = (key: string): boolean =>
    [allowed, unknown, unread, implementing, meant].some((keys) => keys.has(key));
  const countIn = (keys: ReadonlySet<string>): number => ours.places.filter((place) => keys.has(keyOf(place))).length;

  const due = unique(verdict.due);
  const missed = due.filter((place) => !own.has(keyOf(place)));
  return {
    due: due.length,
    found: due.length - missed.length,
    listed: missed.filter((place) => ours.left.has(`${place[0]}:${lineOf(place)}`)).length,
    missed,
    wrong: ours.places.filter((place) => !isFine(keyOf(place))),
    unknown: countIn(unknown),
    implementing: countIn(implementing),
    meant: countIn(meant),
    unread: countIn(unread),
    renamed: ours.places.length,
  };
}
