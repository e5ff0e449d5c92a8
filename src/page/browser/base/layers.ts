// Places the modules of a project in layers: each module below those that use it, as far as cycles allow, and within its layer near the
// modules that it is linked with.

export interface Link {
  readonly from: string;
  readonly to: string;
}

const SWEEPS = 4;

/** Rows from the top, each with its modules from left to right. Pure: the same links give the same picture. */
export function layersOf(names: readonly string[], links: readonly Link[]): string[][] {
  const depth = depthsOf(names, links);
  const layers: string[][] = [];
  for (const name of names) {
    const at = depth.get(name) ?? 0;
    layers[at] ??= [];
    layers[at].push(name);
  }
  const rows = layers.filter((row) => row !== undefined);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const place = new Map(rows.flatMap((row) => row.map((name, at) => [name, at / row.length] as const)));
    for (const row of rows) {
      const centre = new Map(row.map((name) => [name, centreOf(name, links, place)]));
      row.sort((a, b) => (centre.get(a) ?? 0) - (centre.get(b) ?? 0));
    }
  }
  return rows;
}

/** The depth of each module: the longest path to it from a module without users. Links that close a cycle are ignored. */
function depthsOf(names: readonly string[], links: readonly Link[]): Map<string, number> {
  const users = new Map<string, string[]>();
  for (const { from, to } of links) {
    users.set(to, [...(users.get(to) ?? []), from]);
  }
  const depth = new Map<string, number>();
  const visit = (name: string, above: ReadonlySet<string>): number => {
    const known = depth.get(name);
    if (known !== undefined) {
      return known;
    }
    const within = new Set([...above, name]);
    const found = (users.get(name) ?? [])
      .filter((user) => !within.has(user))
      .reduce((most, user) => Math.max(most, visit(user, within) + 1), 0);
    depth.set(name, found);
    return found;
  };
  for (const name of names) {
    visit(name, new Set());
  }
  return depth;
}

function centreOf(name: string, links: readonly Link[], place: ReadonlyMap<string, number>): number {
  const near = links.flatMap(({ from, to }) => (from === name ? [to] : to === name ? [from] : []));
  const places = near.flatMap((one) => place.get(one) ?? []);
  return places.length === 0 ? (place.get(name) ?? 0) : places.reduce((sum, at) => sum + at, 0) / places.length;
}
