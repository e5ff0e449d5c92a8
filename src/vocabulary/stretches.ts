// What a stretch of a text is to a search for a name in it, beside code whose names were read.

/**
 * `code`: its names were read; `comment`, `string`: text to the language; `unread`: the grammar did not understand it (an error, a
 * macro's body, a template) or no names are read of it; `unplaced`: the grammar has a node for the name, of which nothing was made;
 * `label`: names an argument or a key, and so at most a member or a parameter, whether it was read or not.
 */
export const STRETCH_KINDS = ["code", "comment", "string", "unread", "unplaced", "label"] as const;
export type StretchKind = (typeof STRETCH_KINDS)[number];

/** Parallel columns, in order of offset, without overlaps. Offsets are 0-based, in UTF-16 units; ends are exclusive. */
export interface Stretches {
  /** What all between the stretches is. */
  readonly rest: StretchKind;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly kinds: readonly StretchKind[];
}

/** Of a text of one kind. */
export const allOf = (rest: StretchKind): Stretches => ({ rest, starts: [], ends: [], kinds: [] });

/** Whether any of the text may be of the kind. */
export const hasKind = ({ rest, kinds }: Stretches, kind: StretchKind): boolean =>
  rest === kind || kinds.includes(kind);

/** What stands at an offset. */
export function kindAt({ rest, starts, ends, kinds }: Stretches, offset: number): StretchKind {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 && offset < (ends[low - 1] ?? 0) ? (kinds[low - 1] ?? rest) : rest;
}
