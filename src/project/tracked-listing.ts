// The paths of `git ls-files -z`, kept as git printed them: in byte order, the only order that git accepts in its index. Few
// paths are looked up, so none are converted to strings in advance. Runs nothing.

export type TrackedAnswer = "itself" | "below" | null;

/** How the listing contains a path, relative to the listed folder: as an entry, or as a folder of entries. */
export function findListed(listing: Buffer, path: string): TrackedAnswer {
  const bytes = Buffer.from(path);
  const at = firstNotBefore(listing, bytes);
  if (startsWith(listing, at, bytes) && (listing[at + bytes.length] ?? 0) === 0)
    return at < listing.length ? "itself" : null;
  const inside = Buffer.from(`${path}/`);
  return startsWith(listing, firstNotBefore(listing, inside), inside) ? "below" : null;
}

/** The entries of a folder, whose path ends in `/`: at most `most`. Those that are not UTF-8 are left out. */
export function listedBelow(listing: Buffer, folder: string, most: number): string[] {
  const inside = Buffer.from(folder);
  const found: string[] = [];
  let at = firstNotBefore(listing, inside);
  while (found.length < most && startsWith(listing, at, inside)) {
    const next = listing.indexOf(0, at);
    const end = next === -1 ? listing.length : next;
    found.push(listing.toString("utf8", at, end));
    at = Math.min(end + 1, listing.length);
  }
  return found.filter((name) => !name.includes("\uFFFD"));
}

/** Every path once; those that are not UTF-8 are left out. */
export function listedPaths(listing: Buffer): ReadonlySet<string> {
  const names = listing.toString("utf8").split("\0");
  return new Set(names.filter((name) => name !== "" && !name.includes("\uFFFD")));
}

/** Offset of the first entry that does not sort before `key`; the listing's length where there is none. */
function firstNotBefore(listing: Buffer, key: Buffer): number {
  let low = 0;
  let high = listing.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Both bounds are starts of entries, and `start` stays one.
    const start = middle === 0 ? 0 : listing.lastIndexOf(0, middle - 1) + 1;
    const next = listing.indexOf(0, start);
    const end = next === -1 ? listing.length : next;
    if (listing.compare(key, 0, key.length, start, end) < 0) low = Math.min(end + 1, listing.length);
    else high = start;
  }
  return low;
}

function startsWith(listing: Buffer, at: number, bytes: Buffer): boolean {
  const end = at + bytes.length;
  return end <= listing.length && listing.compare(bytes, 0, bytes.length, at, end) === 0;
}
