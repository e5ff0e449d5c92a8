// The name that a mistyped one is meant for.

/** The one at most two edits away, or "". `names`: in lower case. */
export function nearestName(typed: string, names: readonly string[]): string {
  const near = names.map((name) => ({ name, distance: editDistance(typed.slice(0, 64).toLowerCase(), name) }));
  near.sort((a, b) => a.distance - b.distance);
  return near[0] !== undefined && near[0].distance <= 2 ? near[0].name : "";
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
