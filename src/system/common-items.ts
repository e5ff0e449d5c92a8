// What two lists have in common, in order: the shortest edit script (Myers, "An O(ND) Difference Algorithm").

/** Pairs of places of equal items, from the last to the first; none where more than `editsMax` items would have to be added or removed. */
export function commonItems<Item>(a: ArrayLike<Item>, b: ArrayLike<Item>, editsMax: number): [number, number][] {
  const rows: Int32Array[] = [];
  const most = Math.min(editsMax, a.length + b.length);
  let reach = new Int32Array(2 * most + 3);
  const at = (diagonal: number): number => diagonal + most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    rows.push(reach);
    reach = reach.slice();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown =
        diagonal === -edits || (diagonal !== edits && left(reach, at(diagonal)) < right(reach, at(diagonal)));
      let x = isDown ? right(reach, at(diagonal)) : left(reach, at(diagonal)) + 1;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      reach[at(diagonal)] = x;
      if (x >= a.length && y >= b.length) {
        return traceBack(rows, a.length, b.length, at);
      }
    }
  }
  return [];
}

const left = (reach: Int32Array, index: number): number => reach[index - 1] ?? 0;
const right = (reach: Int32Array, index: number): number => reach[index + 1] ?? 0;

function traceBack(rows: readonly Int32Array[], x: number, y: number, at: (diagonal: number) => number) {
  const pairs: [number, number][] = [];
  for (let edits = rows.length - 1; edits >= 0; edits -= 1) {
    const reach = rows[edits] ?? new Int32Array();
    const diagonal = x - y;
    const isDown =
      diagonal === -edits || (diagonal !== edits && left(reach, at(diagonal)) < right(reach, at(diagonal)));
    const start = isDown ? right(reach, at(diagonal)) : left(reach, at(diagonal)) + 1;
    while (x > start) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = isDown ? start : start - 1;
    y = isDown ? start - diagonal - 1 : start - diagonal;
  }
  return pairs;
}
