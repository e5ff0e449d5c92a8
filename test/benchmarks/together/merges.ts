// Ways to make one list of the lists of several projects, without knowing more than each list says: what one ranking over all projects
// is compared with. Pure.

/** A hit of one project's own list. */
export interface Ranked {
  readonly score: number;
}

/** One project's list, best first. */
type List<Hit extends Ranked> = readonly Hit[];

/** The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009). */
const RRF_K = 60;

function merged<Hit extends Ranked>(
  lists: readonly List<Hit>[],
  value: (hit: Hit, at: number, list: List<Hit>) => number,
): Hit[] {
  return lists
    .flatMap((list, place) => list.map((hit, at) => ({ hit, at, place, value: value(hit, at, list) })))
    .sort((a, b) => b.value - a.value || a.at - b.at || a.place - b.place)
    .map(({ hit }) => hit);
}

export const MERGES: Readonly<Record<string, <Hit extends Ranked>(lists: readonly List<Hit>[]) => Hit[]>> = {
  "each project's scores as they are": (lists) => merged(lists, ({ score }) => score),
  "scores over the best of the project": (lists) =>
    merged(lists, ({ score }, _, list) => score / Math.max(1e-9, list[0]?.score ?? 0)),
  "reciprocal ranks (in turn)": (lists) => merged(lists, (_, at) => 1 / (RRF_K + at + 1)),
};
